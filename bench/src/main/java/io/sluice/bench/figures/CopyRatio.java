package io.sluice.bench.figures;

import io.sluice.pipeline.EntryList;
import io.sluice.pipeline.Op;
import io.sluice.pipeline.ThreadingMode;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferState;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Writes of the soft device against a plain copy of the same blocks, on one thread each. */
final class CopyRatio {
    /** More than the caches hold, so that both move memory. */
    private static final long BYTES = 64L << 20;

    private CopyRatio() {}

    /** Bytes a second through the engine, in writes of that block size. */
    static double engine(final int block, final long timeNs) {
        try (Setup setup = new Setup(false, ThreadingMode.SHARED, BYTES)) {
            final EntryList entries = setup.entries((int) (BYTES / block), block);
            final TransferEngine engine = setup.engine();
            long bytes = -BYTES; // the first round warms up
            long start = System.nanoTime();
            while (bytes <= 0 || System.nanoTime() - start < timeNs) {
                final long id = engine.submit(setup.connection(), Op.WRITE, entries, null);
                int state;
                while ((state = engine.status(id)) == TransferState.IN_PROGRESS) {
                    Thread.onSpinWait();
                }
                if (engine.release(id) != TransferState.SUCCEEDED) {
                    throw new IllegalStateException("a transfer ended " + TransferState.name(state));
                }
                bytes += BYTES;
                if (bytes == 0) {
                    start = System.nanoTime();
                }
            }
            return bytes * 1e9 / (System.nanoTime() - start);
        }
    }

    /** Bytes a second by {@link MemorySegment#copy}, in blocks of that size. */
    static double plain(final int block, final long timeNs) {
        try (Arena arena = Arena.ofShared()) {
            final MemorySegment source = arena.allocate(BYTES, 4096);
            final MemorySegment target = arena.allocate(BYTES, 4096);
            long bytes = -BYTES;
            long start = System.nanoTime();
            while (bytes <= 0 || System.nanoTime() - start < timeNs) {
                for (long at = 0; at < BYTES; at += block) {
                    MemorySegment.copy(source, at, target, at, block);
                }
                bytes += BYTES;
                if (bytes == 0) {
                    start = System.nanoTime();
                }
            }
            return bytes * 1e9 / (System.nanoTime() - start);
        }
    }
}
