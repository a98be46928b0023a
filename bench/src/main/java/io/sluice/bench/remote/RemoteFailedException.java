package io.sluice.bench.remote;

/** The two sides cannot go on together; the message says why, to the one who typed the command. */
public final class RemoteFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RemoteFailedException(final String message) {
        super(message);
    }
}
