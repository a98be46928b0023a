package io.sluice.pipeline;

import java.util.concurrent.atomic.LongAdder;

/** What an engine has done so far. Transfers are counted by the poll thread, refusals by submitters. */
final class EngineCounters {
    private final LongAdder backPressured = new LongAdder();
    /** By settled state. Poll thread alone writes; read with a snapshot's precision. */
    private final long[] settled = new long[TransferState.STALE];
    private final LongAdder connectionsFailed = new LongAdder();

    void backPressured() {
        backPressured.increment();
    }

    void settled(final int state) {
        settled[state]++;
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
        return settled[state];
    }

    long connectionsFailedSoFar() {
        return connectionsFailed.sum();
    }
}
