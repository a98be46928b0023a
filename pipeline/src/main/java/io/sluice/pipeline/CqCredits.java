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

    /**
     * Sets reserves aside for new lanes.
     *
     * @throws IllegalStateException if reserves would be more than half of the queue, or traffic holds what is needed
     */
    synchronized void reserve(final int lanes) {
        if (reserved + lanes > depth / 2) {
            throw new IllegalStateException("one connection more, of " + lanes
                    + " queue pairs, would reserve more than half of the completion queue of " + depth
                    + " entries: raise sharedCqDepth or close connections");
        }
        long now;
        do {
            now = free.get();
            if (now < lanes) {
                throw new IllegalStateException("traffic holds all but " + now + " of " + depth
                        + " completion queue credits, a connection needs " + lanes + ": try again");
            }
        } while (!free.compareAndSet(now, now - lanes));
        reserved += lanes;
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
