package io.sluice.verbs.soft;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Buffers over the memory of a region, for channels, which take nothing else. They are made when first needed and used
 * again; a buffer spans at most 1 GiB, so a larger region has several windows. Any thread: a buffer is out of the pool
 * while it is in use.
 */
final class RegionViews {
    private static final int WINDOW_BITS = 30;
    private static final long WINDOW = 1L << WINDOW_BITS;
    /** Kept for one window: two gathering calls, of some 16 pieces each, at once. */
    private static final int SPARE = 32;

    private final MemorySegment memory;
    /** More windows than these have no pool: nobody has as much memory. */
    private static final long MOST_WINDOWS = 1 << 16;
    /** One pool a window. Set once each, by the first who gives a buffer back, with compare-and-set. */
    private final AtomicReferenceArray<ArrayBlockingQueue<ByteBuffer>> pools;

    RegionViews(final MemorySegment memory) {
        this.memory = memory;
        pools = new AtomicReferenceArray<>((int) Math.min(MOST_WINDOWS, (memory.byteSize() >>> WINDOW_BITS) + 1));
    }

    /** Bytes from an offset, at most as many as wanted, that lie in one window. */
    static int within(final long offset, final int wanted) {
        return (int) Math.min(wanted, WINDOW - (offset & WINDOW - 1));
    }

    /** A buffer whose position and limit enclose a range that lies {@link #within} a window; to be given back. */
    ByteBuffer take(final long offset, final int bytes) {
        final long window = offset >>> WINDOW_BITS;
        final ArrayBlockingQueue<ByteBuffer> pool = window < pools.length() ? pools.get((int) window) : null;
        ByteBuffer view = pool == null ? null : pool.poll();
        if (view == null) {
            final long start = window << WINDOW_BITS;
            view = memory.asSlice(start, Math.min(WINDOW, memory.byteSize() - start)).asByteBuffer();
        }
        final int from = (int) (offset & WINDOW - 1);
        return view.limit(from + bytes).position(from);
    }

    void giveBack(final long offset, final ByteBuffer view) {
        final long window = offset >>> WINDOW_BITS;
        if (window >= pools.length()) {
            return;
        }
        if (pools.get((int) window) == null) {
            pools.compareAndSet((int) window, null, new ArrayBlockingQueue<>(SPARE));
        }
        pools.get((int) window).offer(view);
    }
}
