package io.sluice.pipeline;

/** A future API's form of a negative {@link ResultCode}: the transfer was not taken. */
public final class TransferRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Of {@link ResultCode}. */
    private final int code;

    /**
     * Made by the engine.
     *
     * @param code of {@link ResultCode}
     */
    public TransferRefusedException(final int code) {
        super(ResultCode.errorString(code));
        this.code = code;
    }

    /** {@return the code, of {@link ResultCode}} */
    public int code() {
        return code;
    }
}
