package io.sluice.pipeline.paired;

import java.util.concurrent.CompletableFuture;

/**
 * Carries the frames of one pairing, in order, both ways. It ends by itself when the pairing has failed, and tells it
 * ({@code wireEnded}) when it has let go of all memory.
 */
interface Wire {
    /** Once. */
    void start();

    /** Ends it now, whatever is under way; without it the rest, a goodbye, goes out first. Any thread, idempotent. */
    void abort();

    /** Completes when nothing of it is left. */
    CompletableFuture<Void> ended();
}
