package io.sluice.bench.figures;

import io.sluice.pipeline.EntryList;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Writes of the soft device against a plain copy of the same blocks, on one thread each. */
final class CopyRatio {
    /** More than the caches hold, so that both move memory. */
    private static final long BYTES = 64L << 20;

    private CopyRatio() {}

    /** Bytes a second through the engine, in writes of that block size. */
    static List<Reading> engine(final int block, final long timeNs) {
        try (Setup setup = new Setup(SoftDevice.create(SoftDeviceConfig.builder().build()), Mode.SHARED, BYTES)) {
            final EntryList entries = setup.entries((int) (BYTES / block), block);
            return List.of(Reading.higher(Names.soft(block), "GB/s",
                    rate(() -> setup.finish(setup.submit(entries)), timeNs)));
        }
    }

    /** Bytes a second by {@link MemorySegment#copy}, in blocks of that size. */
    static List<Reading> plain(final int block, final long timeNs) {
        try (Arena arena = Arena.ofShared()) {
            final MemorySegment source = arena.allocate(BYTES, 4096);
            final MemorySegment target = arena.allocate(BYTES, 4096);
            return List.of(Reading.higher(Names.copy(block), "GB/s", rate(() -> {
                for (long at = 0; at < BYTES; at += block) {
                    MemorySegment.copy(source, at, target, at, block);
                }
            }, timeNs)));
        }
    }

    private static double rate(final Runnable move, final long timeNs) {
        move.run(); // touches the memory
        final long start = System.nanoTime();
        long bytes = 0;
        do {
            move.run();
            bytes += BYTES;
        } while (System.nanoTime() - start < timeNs);
        return (double) bytes / (System.nanoTime() - start);
    }
}
