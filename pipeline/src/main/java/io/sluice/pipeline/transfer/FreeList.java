package io.sluice.pipeline.transfer;

import com.lmax.disruptor.Sequence;
import org.agrona.UnsafeApi;

/**
 * Which places of a table are free: those never used, and a stack of those given back, the last first. Any thread;
 * compare-and-set, tagged against ABA.
 *
 * <pre>
 *   head:  | tag (32) | place + 1 (32), 0 for none |
 *   link:  | height of the stack up to here (32) | place below + 1 (32) |     one in each place, of free ones only
 * </pre>
 *
 * The heights make the number of free places readable without a counter that everyone would write.
 */
final class FreeList {
    /** No place. */
    static final int NONE = -1;

    private final long firstLink;
    private final int stride;
    private final int capacity;
    /** Places from here up were never used. Grows only; compare-and-set by whoever takes one. */
    private final Sequence highWater = new Sequence(0);
    /** See the class. Whoever pops a place sees what was written to it before the push. */
    private final Sequence head = new Sequence(0);

    /**
     * @param firstLink address of the link of place 0, 8 bytes, aligned; the caller keeps the memory
     * @param stride    bytes from one link to the next
     * @param capacity  places
     */
    FreeList(final long firstLink, final int stride, final int capacity) {
        this.firstLink = firstLink;
        this.stride = stride;
        this.capacity = capacity;
    }

    int take() {
        for (;;) {
            final long top = head.get();
            final int place = (int) top - 1;
            if (place == NONE) {
                final long fresh = highWater.get();
                if (fresh == capacity) {
                    return NONE;
                }
                if (highWater.compareAndSet(fresh, fresh + 1)) {
                    return (int) fresh;
                }
            } else { // it may be taken, and its link written over, while we look: then the tag has changed
                final long below = UnsafeApi.getLongVolatile(null, link(place)) & 0xffff_ffffL;
                if (head.compareAndSet(top, retag(top) | below)) {
                    return place;
                }
            }
        }
    }

    void giveBack(final int place) {
        long top;
        do {
            top = head.get();
            final int below = (int) top;
            final long height = below == 0 ? 1 : height(below - 1) + 1; // wrong only if the head has changed
            UnsafeApi.putLongOpaque(null, link(place), height << 32 | below);
        } while (!head.compareAndSet(top, retag(top) | place + 1));
    }

    /** Places that are free, at one moment of the call. */
    int free() {
        for (;;) {
            final long used = highWater.get();
            final long top = head.get();
            final int place = (int) top - 1;
            final long stacked = place == NONE ? 0 : height(place);
            if (head.get() == top && highWater.get() == used) {
                return (int) (capacity - used + stacked);
            }
        }
    }

    /** Places that were ever used are below this. */
    int highWater() {
        return (int) highWater.get();
    }

    private long height(final int place) {
        return UnsafeApi.getLongVolatile(null, link(place)) >>> 32;
    }

    private long link(final int place) {
        return firstLink + (long) place * stride;
    }

    private static long retag(final long top) {
        return (top >>> 32) + 1 << 32;
    }
}
