package io.sluice.pipeline;

import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersManager;

/**
 * What an engine has done so far and has now. The memory is the engine's own, or a mapped file that others read too. Who
 * writes which and how, {@link EngineCounter} says: what the poll thread alone counts it writes with release, the rest is
 * added atomically.
 */
final class EngineCounters {
    private final AtomicCounter[] counters = new AtomicCounter[EngineCounter.values().length];

    EngineCounters(final CountersManager manager) {
        for (final EngineCounter counter : EngineCounter.values()) {
            counters[counter.ordinal()] = manager.newCounter(counter.label(), counter.ordinal());
        }
    }

    private AtomicCounter of(final EngineCounter counter) {
        return counters[counter.ordinal()];
    }

    long get(final EngineCounter counter) {
        return of(counter).getAcquire();
    }

    /** Any thread. */
    void add(final EngineCounter counter) {
        of(counter).increment();
    }

    /** Poll thread. */
    void set(final EngineCounter counter, final long value) {
        of(counter).setRelease(value);
    }

    /** Poll thread, a moment after the transfer shows the state. */
    void settled(final int state, final long bytes, final long slices) {
        of(byState(state)).incrementRelease();
        of(EngineCounter.SLICES_FED).getAndAddRelease(slices);
        if (state == TransferState.SUCCEEDED) {
            of(EngineCounter.BYTES_MOVED).getAndAddRelease(bytes);
        }
    }

    /** Poll thread. */
    void connectionFailed() {
        of(EngineCounter.CONNECTIONS_FAILED).incrementRelease();
    }

    private static EngineCounter byState(final int state) {
        return switch (state) {
            case TransferState.SUCCEEDED -> EngineCounter.TRANSFERS_SUCCEEDED;
            case TransferState.FAILED -> EngineCounter.TRANSFERS_FAILED;
            case TransferState.CANCELLED -> EngineCounter.TRANSFERS_CANCELLED;
            default -> EngineCounter.TRANSFERS_TIMED_OUT;
        };
    }
}
