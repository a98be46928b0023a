package io.sluice.bench.pair;

/** The two agents did not come to a good end; the message says why. */
final class PairFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    PairFailedException(final String message) {
        super(message);
    }
}
