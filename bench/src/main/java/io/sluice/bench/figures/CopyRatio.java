package io.sluice.bench.figures;

import io.sluice.pipeline.EntryList;
import io.sluice.policies.SlicePolicy;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Writes of the soft device against plain copies of the same blocks, in turn, in one memory. On either side one thread
 * copies, and one waits for it.
 */
final class CopyRatio {
    /** More than the caches hold, so that both move memory. */
    private static final long BYTES = 64L << 20;
    private static final int WARM_UP_PASSES = 8;
    /** The engine sleeps while the copy has its turn, as its copier does while the engine has. */
    private static final long SPIN_NS = 10_000;

    private CopyRatio() {}

    /** Bytes a second through the engine, a slice a block, and by {@link MemorySegment#copy}. */
    static List<Reading> of(final int block, final long timeNs) {
        final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().build());
        try (Setup setup = new Setup(builder -> builder.device(device).spinNs(SPIN_NS), Mode.SHARED, BYTES);
                ExecutorService copier = Executors.newSingleThreadExecutor()) {
            final EntryList entries = setup.entries((int) (BYTES / block), block);
            final SlicePolicy whole = SlicePolicy.whole(block);
            final Runnable copy = () -> copy(setup.local().memory(), setup.remoteMemory(), block);
            long written = 0;
            long copied = 0;
            long passes = -WARM_UP_PASSES;
            for (long began = System.nanoTime(); passes <= 0 || written + copied < timeNs; passes++) {
                await(copier.submit(copy));
                final long between = System.nanoTime();
                setup.finish(setup.submit(entries, whole));
                final long ended = System.nanoTime();
                if (passes >= 0) {
                    copied += between - began;
                    written += ended - between;
                }
                began = ended;
            }
            return List.of(Reading.higher(Names.copy(block), "GB/s", (double) passes * BYTES / copied),
                    Reading.higher(Names.soft(block), "GB/s", (double) passes * BYTES / written));
        }
    }

    private static void copy(final MemorySegment source, final MemorySegment target, final int block) {
        for (long at = 0; at < BYTES; at += block) {
            MemorySegment.copy(source, at, target, at, block);
        }
    }

    private static void await(final Future<?> copied) {
        for (int spins = 0; !copied.isDone(); spins++) {
            Setup.waitALittle(spins);
        }
        copied.resultNow();
    }
}
