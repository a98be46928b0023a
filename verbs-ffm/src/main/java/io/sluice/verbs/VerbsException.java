package io.sluice.verbs;

/** A control call that the device or the operating system refused. */
public final class VerbsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** One of {@link Errno}. */
    private final int errno;

    /**
     * Made by a device's provider.
     *
     * @param errno   the error number, one of {@link Errno}
     * @param message what was asked, with which value, and which rule refused it
     */
    public VerbsException(final int errno, final String message) {
        super(message + " (" + Errno.describe(errno) + ")");
        this.errno = errno;
    }

    /** {@return the error number, see {@link Errno}} */
    public int errno() {
        return errno;
    }
}
