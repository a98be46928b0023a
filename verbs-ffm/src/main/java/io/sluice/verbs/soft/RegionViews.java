package io.sluice.verbs.soft;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Buffers over the memory of a region, for channels, which take nothing else. They are made when first needed and used
 * again; a buffer spans at most 1 GiB, so a larger region has several windows. Any thread: a buffer is out of the pool
 * while it is in use.
 */
final class RegionViews {
    private static final int WINDOW_BITS = 30;
    private static final long WINDOW = 1L << WINDOW_BITS;
    /** Kept for one window: as many as threads are likely to move data through it at once. */
    private static final int SPARE = 4;

    private final MemorySegment memory;
    /** {@value #SPARE} places a window; null is empty. Written once, under the monitor, by the first who takes one. */
    private volatile AtomicReferenceArray<ByteBuffer> spares;

    RegionViews(final MemorySegment memory) {
        this.memory = memory;
    }

    private AtomicReferenceArray<ByteBuffer> spares() {
        AtomicReferenceArray<ByteBuffer> current = spares;
        if (current == null) {
            synchronized (this) {
                current = spares;
                if (current == null) {
                    final long windows = (memory.byteSize() - 1 >> WINDOW_BITS) + 1;
                    current = new AtomicReferenceArray<>((int) Math.min(windows * SPARE, Integer.MAX_VALUE - 8));
                    spares = current;
                }
            }
        }
        return current;
    }

    /** Bytes from an offset, at most as many as wanted, that lie in one window. */
    static int within(final long offset, final int wanted) {
        return (int) Math.min(wanted, WINDOW - (offset & WINDOW - 1));
    }

    /** A buffer whose position and limit enclose a range that lies {@link #within} a window; to be given back. */
    ByteBuffer take(final long offset, final int bytes) {
        final int window = (int) (offset >>> WINDOW_BITS);
        final AtomicReferenceArray<ByteBuffer> spare = spares();
        ByteBuffer view = null;
        for (int i = 0; i < SPARE && view == null; i++) {
            if (spare.getPlain(place(window, i)) != null) {
                view = spare.getAndSet(place(window, i), null);
            }
        }
        if (view == null) {
            final long start = (long) window << WINDOW_BITS;
            view = memory.asSlice(start, Math.min(WINDOW, memory.byteSize() - start)).asByteBuffer();
        }
        final int from = (int) (offset & WINDOW - 1);
        return view.limit(from + bytes).position(from);
    }

    void giveBack(final long offset, final ByteBuffer view) {
        final int window = (int) (offset >>> WINDOW_BITS);
        final AtomicReferenceArray<ByteBuffer> spare = spares();
        for (int i = 0; i < SPARE; i++) {
            if (spare.getPlain(place(window, i)) == null && spare.compareAndSet(place(window, i), null, view)) {
                return;
            }
        }
    }

    private static int place(final int window, final int i) {
        return window * SPARE + i;
    }
}
