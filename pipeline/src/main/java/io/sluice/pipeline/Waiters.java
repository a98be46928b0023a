package io.sluice.pipeline;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Who waits for something of the engine: room for a submit, the end of a connection. Each is told once and is no longer
 * here then. Any thread; costs whoever may tell one volatile read while nobody waits.
 *
 * <p>No news is lost: who waits is added and counted, and looks at the state itself once more after that; who changed the
 * state reads the count after the change. One of the two sees the other.
 */
final class Waiters {
    private final Set<Runnable> waiting = ConcurrentHashMap.newKeySet();
    /** Raised after the add, lowered after the removal: never too small for whoever has still to look again. */
    private final AtomicInteger count = new AtomicInteger();

    /**
     * @param waiter told by a bounded call that does not block, on any thread, the poll thread among them
     * @return false if it waits already; else the caller looks once more at what it waits for
     */
    boolean add(final Runnable waiter) {
        if (!waiting.add(waiter)) {
            return false;
        }
        count.incrementAndGet();
        return true;
    }

    /** No longer interested; nothing happens if it was told meanwhile. */
    void remove(final Runnable waiter) {
        if (waiting.remove(waiter)) {
            count.decrementAndGet();
        }
    }

    /** Something has changed. */
    void tell() {
        if (count.get() > 0) {
            tellAll();
        }
    }

    private void tellAll() {
        for (final Runnable waiter : waiting) {
            if (waiting.remove(waiter)) {
                count.decrementAndGet();
                waiter.run();
            }
        }
    }

    int count() {
        return count.get();
    }
}
