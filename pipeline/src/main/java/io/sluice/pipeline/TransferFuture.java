package io.sluice.pipeline;

import java.util.concurrent.CompletableFuture;

/**
 * A transfer as a future: completes when the transfer has settled, whatever its state; exceptionally, with
 * {@link TransferRefusedException}, if it was not taken.
 *
 * <p>Two ways to stop it. {@link #cancelTransfer()} stops the transfer, and the future completes when it has settled.
 * {@link #cancel} stops the transfer too, but completes the future at once, as cancelling a future does: the local
 * ranges are in use until {@link #settled()} completes. The same holds for {@code orTimeout} and for whoever else
 * completes this future by hand; these do not stop the transfer.
 */
public final class TransferFuture extends CompletableFuture<TransferResult> {
    private final TransferEngine engine;
    private final long id;
    private final CompletableFuture<TransferResult> settled;

    /** @param id of the transfer, or a negative code */
    TransferFuture(final TransferEngine engine, final long id, final CompletableFuture<TransferResult> settled) {
        this.engine = engine;
        this.id = id;
        this.settled = settled;
    }

    /** Once, before anyone else has it. */
    TransferFuture follow() {
        settled.whenComplete((result, refusal) -> {
            if (refusal == null) {
                complete(result);
            } else {
                completeExceptionally(refusal);
            }
        });
        return this;
    }

    /** {@return the transfer's id, stale once it has settled; a negative {@link ResultCode} if it was refused} */
    public long id() {
        return id;
    }

    /**
     * Stops the transfer, as {@link TransferEngine#cancel} does.
     *
     * @return whether this call decided the outcome; false if it was refused, had settled, or was stopped before
     */
    public boolean cancelTransfer() {
        return engine.cancel(id);
    }

    /**
     * Stops the transfer and completes this future with a {@link java.util.concurrent.CancellationException} at once.
     *
     * @param mayInterruptIfRunning without effect
     * @return whether this future is cancelled now
     */
    @Override
    public boolean cancel(final boolean mayInterruptIfRunning) {
        cancelTransfer();
        return super.cancel(mayInterruptIfRunning);
    }

    /**
     * Completes as this future does, but nobody else can complete it: when it is done the local ranges are the caller's.
     *
     * @return a copy; completing it changes nothing here
     */
    public CompletableFuture<TransferResult> settled() {
        return settled.copy();
    }
}
