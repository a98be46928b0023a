package io.sluice.pipeline;

/** A slice policy threw, or cut a length that is not allowed: fails the transfer, not the engine. */
final class SlicePolicyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SlicePolicyException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
