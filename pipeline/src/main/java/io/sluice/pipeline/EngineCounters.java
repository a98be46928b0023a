package io.sluice.pipeline;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** What an engine has done so far. Transfers are counted by the poll thread, refusals by submitters. */
final class EngineCounters {
    private final LongAdder backPressured = new LongAdder();
    /** By settled state. Written by the poll thread alone, with release, a moment after the transfer shows the state. */
    private final AtomicLongArray settled = new AtomicLongArray(TransferState.STALE);
    private final LongAdder connectionsFailed = new LongAdder();

    void backPressured() {
        backPressured.increment();
    }

    void settled(final int state) {
        settled.setRelease(state, settled.getPlain(state) + 1);
    }

    void connectionEnded(final int cause) {
        if (Cause.kind(cause) != Cause.CONNECTION_CLOSED && Cause.kind(cause) != Cause.PEER_CLOSED) {
            connectionsFailed.increment();
        }
    }

    long backPressuredSoFar() {
        return backPressured.sum();
    }

    long settledSoFar(final int state) {
        return settled.getAcquire(state);
    }

    long connectionsFailedSoFar() {
        return connectionsFailed.sum();
    }
}
