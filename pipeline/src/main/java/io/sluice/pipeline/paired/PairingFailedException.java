package io.sluice.pipeline.paired;

import io.sluice.pipeline.Cause;

/** Two agents could not connect, or could not agree on windows. It may be tried again. */
public final class PairingFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Of {@link Cause}. */
    private final int cause;

    PairingFailedException(final int cause, final String message) {
        super(message);
        this.cause = cause;
    }

    PairingFailedException(final int cause, final String message, final Throwable why) {
        super(message, why);
        this.cause = cause;
    }

    /** {@return of {@link Cause}: DEADLINE where the peer did not come in time} */
    public int cause() {
        return cause;
    }
}
