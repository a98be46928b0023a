package io.sluice.pipeline;

/** The states of a transfer, as {@link TransferEngine#status} answers them. */
public final class TransferState {
    /** Not settled yet. */
    public static final int IN_PROGRESS = 0;
    /** All bytes are in place. */
    public static final int SUCCEEDED = 1;
    /** It failed; {@link TransferEngine#cause} tells why. */
    public static final int FAILED = 2;
    /** Cancelled before it was complete. */
    public static final int CANCELLED = 3;
    /** Its deadline passed before it was complete. */
    public static final int TIMED_OUT = 4;
    /** The id was released, or never given: nothing is known of it. */
    public static final int STALE = 5;

    private TransferState() {}

    /**
     * {@return its name}
     *
     * @param state one of the above
     */
    public static String name(final int state) {
        return switch (state) {
            case IN_PROGRESS -> "IN_PROGRESS";
            case SUCCEEDED -> "SUCCEEDED";
            case FAILED -> "FAILED";
            case CANCELLED -> "CANCELLED";
            case TIMED_OUT -> "TIMED_OUT";
            case STALE -> "STALE";
            default -> "unknown state " + state;
        };
    }
}
