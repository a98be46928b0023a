package io.sluice.bench.replay;

/** The replay cannot go on; the message says why, to the one who typed the command. */
final class ReplayFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ReplayFailedException(final String message) {
        super(message);
    }
}
