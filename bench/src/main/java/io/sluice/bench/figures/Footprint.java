package io.sluice.bench.figures;

import com.sun.management.ThreadMXBean;
import io.sluice.pipeline.EngineSnapshot;
import io.sluice.pipeline.EntryList;
import io.sluice.verbs.VerbsDevice;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** What the engine takes of memory, and of the processor when it has nothing to do. */
final class Footprint {
    private static final int SETTLING_TRIES = 20;
    private static final long SETTLING_NS = 50_000_000;
    private static final int TRANSFERS = 20_000;
    private static final int TRIES = 5;
    private static final int CONNECTIONS = 128;
    private static final int VECTOR = 64;
    private static final int IN_FLIGHT = 100;
    private static final int PAGE = 4096;

    private final Supplier<VerbsDevice> device;

    Footprint(final Supplier<VerbsDevice> device) {
        this.device = device;
    }

    /** Heap that a transfer allocates from submit to settled: the best of a few tries, as the JVM allocates too. */
    List<Reading> allocation() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final long self = Thread.currentThread().threadId();
        long least = Long.MAX_VALUE;
        try (Setup setup = new Setup(device.get(), Mode.INVOKER, SoftwarePath.SLICE_BYTES)) {
            final EntryList entries = setup.entries(VECTOR, SoftwarePath.SLICE_BYTES);
            for (int i = 0; i < TRIES; i++) {
                final long before = threads.getThreadAllocatedBytes(self);
                for (int transfer = 0; transfer < TRANSFERS; transfer++) {
                    setup.finish(setup.submit(entries));
                }
                least = Math.min(least, threads.getThreadAllocatedBytes(self) - before);
            }
        }
        return List.of(Reading.lower("allocated by a transfer", "bytes", (double) least / TRANSFERS));
    }

    /** Share of a core that an engine takes once it has gone to sleep. */
    List<Reading> idle(final Mode mode, final long timeNs) {
        try (Setup setup = new Setup(device.get(), mode, PAGE)) {
            final long spinNs = setup.engine().config().spinNs(setup.engine().config().effectiveThreadingMode());
            LockSupport.parkNanos(2 * spinNs + 10_000_000); // the figure is that of sleep, not of the spin before it
            final long cpu = Cpu.threadsNs("sluice-near-");
            final long start = System.nanoTime();
            LockSupport.parkNanos(timeNs);
            return List.of(Reading.lower(Names.idle(mode), "% of a core",
                    100.0 * (Cpu.threadsNs("sluice-near-") - cpu) / (System.nanoTime() - start)));
        }
    }

    /** Both ends of a connection in one process. */
    List<Reading> connections() {
        try (Setup setup = new Setup(device.get(), Mode.SHARED, PAGE)) {
            setup.connect(CONNECTIONS);
            final long heap = usedHeap();
            final Optional<Long> before = settledNativeHeap();
            setup.connect(CONNECTIONS);
            final List<Reading> readings = new ArrayList<>();
            readings.add(Reading.lower("heap of a connection, both ends", "KiB",
                    (usedHeap() - heap) / 1024.0 / CONNECTIONS));
            before.ifPresent(bytes -> readings.add(Reading.lower("native memory of a connection, both ends", "KiB",
                    (settledNativeHeap().orElseThrow() - bytes) / 1024.0 / CONNECTIONS)));
            return readings;
        }
    }

    /** Off-heap memory that a transfer holds while it is in flight, out of what the engine has allocated at its start. */
    List<Reading> transfers() {
        try (Setup setup = new Setup(device.get(), Mode.INVOKER, PAGE)) {
            final EntryList entries = setup.entries(VECTOR, PAGE);
            final long free = freePoolBytes(setup);
            final long[] ids = new long[IN_FLIGHT];
            for (int i = 0; i < IN_FLIGHT; i++) {
                ids[i] = setup.submit(entries);
            }
            final long held = free - freePoolBytes(setup);
            for (final long id : ids) {
                setup.finish(id);
            }
            return List.of(Reading.lower("entry pool of a transfer of " + VECTOR + " ranges", "bytes",
                    (double) held / IN_FLIGHT));
        }
    }

    private static long freePoolBytes(final Setup setup) {
        final EngineSnapshot snapshot = new EngineSnapshot();
        setup.engine().snapshot(snapshot);
        return snapshot.entryPoolFreeBytes();
    }

    /** When the collector's cleaner has freed what earlier figures have left, or a second has passed. */
    private static Optional<Long> settledNativeHeap() {
        Optional<Long> now = NativeHeap.usedBytes();
        for (int tries = 0; tries < SETTLING_TRIES; tries++) {
            System.gc();
            LockSupport.parkNanos(SETTLING_NS);
            final Optional<Long> then = now;
            now = NativeHeap.usedBytes();
            if (now.equals(then)) {
                break;
            }
        }
        return now;
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
