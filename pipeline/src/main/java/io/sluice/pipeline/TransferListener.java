package io.sluice.pipeline;

/** Told when a transfer has settled. */
@FunctionalInterface
public interface TransferListener {
    /**
     * Called once, on the poll thread, when the local ranges are the caller's again. The transfer has been released by
     * then: its id is stale. May submit, cancel, release, and close; must not block. What it throws goes to the engine's
     * error handler.
     *
     * @param id       of the transfer
     * @param state    SUCCEEDED, FAILED, CANCELLED or TIMED_OUT of {@link TransferState}
     * @param cause    of {@link Cause}, NONE if it succeeded
     * @param userData as given with the transfer
     */
    void onSettled(long id, int state, int cause, long userData);
}
