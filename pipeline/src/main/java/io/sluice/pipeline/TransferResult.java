package io.sluice.pipeline;

/**
 * How a transfer settled.
 *
 * @param id       of the transfer, stale by now
 * @param state    SUCCEEDED, FAILED, CANCELLED or TIMED_OUT of {@link TransferState}
 * @param cause    of {@link Cause}, NONE if it succeeded
 * @param userData as given with the transfer
 */
public record TransferResult(long id, int state, int cause, long userData) {

    /** {@return whether all bytes are in place} */
    public boolean isSuccess() {
        return state == TransferState.SUCCEEDED;
    }

    @Override
    public String toString() {
        return "transfer " + id + " " + TransferState.name(state)
                + (cause == Cause.NONE ? "" : ": " + Cause.describe(cause));
    }
}
