package io.sluice.pipeline;

import com.lmax.disruptor.Sequence;

/**
 * The entries of the completion queue that are not promised to anyone: every lane owns one from connect to close, its
 * reserve, and the rest is shared. A connection may take of the shared ones only while it holds fewer than are free, so
 * that k stalled connections hold at most k/(k+1) of them.
 *
 * <p>Only sends count, and all of them: a completion queue of this depth cannot overrun.
 */
final class CqCredits {
    private final int depth;
    /** Shared credits nobody holds. Any thread, compare-and-set. */
    private final Sequence free;
    /** Reserves of lanes. Guarded by this. */
    private int reserved;

    CqCredits(final int depth) {
        this.depth = depth;
        free = new Sequence(depth);
    }

    /** Sets reserves aside for new lanes; false if reserves would be more than half of the queue, or none is free. */
    synchronized boolean reserve(final int lanes) {
        if (reserved + lanes > depth / 2) {
            return false;
        }
        long now;
        do {
            now = free.get();
            if (now < lanes) {
                return false;
            }
        } while (!free.compareAndSet(now, now - lanes));
        reserved += lanes;
        return true;
    }

    synchronized void unreserve(final int lanes) {
        reserved -= lanes;
        free.addAndGet(lanes);
    }

    /**
     * Takes shared credits for a connection.
     *
     * @param wanted 1 or more
     * @param held   what the connection holds of them now
     * @return how many it got, 0 to {@code wanted}
     */
    int take(final int wanted, final long held) {
        long now;
        long allowed;
        do {
            now = free.get();
            // It may take one while held < free; each one taken moves both numbers.
            allowed = Math.min(wanted, Math.min(now, now - held + 1 >> 1));
            if (allowed <= 0) {
                return 0;
            }
        } while (!free.compareAndSet(now, now - allowed));
        return (int) allowed;
    }

    void giveBack(final long credits) {
        free.addAndGet(credits);
    }

    /** Shared credits nobody holds. */
    long free() {
        return free.get();
    }

    synchronized int reserved() {
        return reserved;
    }

    int depth() {
        return depth;
    }
}
