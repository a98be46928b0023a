package io.sluice.bench.figures;

import io.sluice.pipeline.EntryList;
import io.sluice.verbs.VerbsDevice;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** What the engine itself costs: on a device that completes everything at once and moves nothing. */
final class SoftwarePath {
    static final int SLICE_BYTES = 4096;
    private static final int REGION_SLICES = 64;
    private static final int IN_FLIGHT = 16;
    /** Slices that may be in flight, where transfers are large. */
    private static final int SLICES_IN_FLIGHT = 100_000;
    private static final int WINDOWS = 10;
    private static final int WARM_UP_SLICES = 50_000;

    private final Supplier<VerbsDevice> device;
    private final long timeNs;

    /** @param timeNs of each measurement, after a warm-up of half as long */
    SoftwarePath(final Supplier<VerbsDevice> device, final long timeNs) {
        this.device = device;
        this.timeNs = timeNs;
    }

    private Setup setup(final Mode mode) {
        return setup(mode, 1);
    }

    private Setup setup(final Mode mode, final int signalInterval) {
        final VerbsDevice used = device.get();
        return new Setup(builder -> builder.device(used).signalInterval(signalInterval), mode,
                (long) REGION_SLICES * SLICE_BYTES);
    }

    /** Slices a second of one submitter, up to 16 transfers in flight, and the CPU time of the whole process. */
    List<Reading> rate(final Mode mode, final int slices) {
        try (Setup setup = setup(mode)) {
            final EntryList entries = setup.entries(slices, SLICE_BYTES);
            final long[] ids = new long[Math.clamp(SLICES_IN_FLIGHT / slices, 1, IN_FLIGHT)];
            Arrays.fill(ids, -1);
            warmUp(setup, entries);
            keepInFlight(setup, entries, ids, timeNs / 2);
            final long cpu = Cpu.processNs();
            final long start = System.nanoTime();
            final long moved = keepInFlight(setup, entries, ids, timeNs) * slices;
            final long elapsed = System.nanoTime() - start;
            final long cpuNs = Cpu.processNs() - cpu;
            return List.of(Reading.higher(Names.rate(mode, slices), "M slices/s", moved * 1e3 / elapsed),
                    Reading.lower(Names.cpuOfTwoThreads(mode, slices), "CPU s a M slices", cpuNs / 1e3 / moved));
        }
    }

    private static long keepInFlight(final Setup setup, final EntryList entries, final long[] ids, final long timeNs) {
        final long start = System.nanoTime();
        long settled = 0;
        for (int next = 0;; next = (next + 1) % ids.length) {
            if (next == 0 && System.nanoTime() - start >= timeNs) {
                return settled;
            }
            if (ids[next] >= 0) {
                setup.finish(ids[next]);
                settled++;
            }
            ids[next] = setup.submit(entries);
        }
    }

    /** As {@link #cpuOnOneThread(String, int, int)}, on one connection. */
    List<Reading> cpuOnOneThread(final String name, final int slices) {
        return cpuOnOneThread(name, slices, 1);
    }

    /**
     * CPU time of a slice, submitter and engine together, on one thread. Says less about speed across threads, but hardly
     * depends on what else the machine does: the least of ten windows counts.
     *
     * @param connections all but one of which are idle
     */
    List<Reading> cpuOnOneThread(final String name, final int slices, final int connections) {
        return cpuOnOneThread(name, slices, connections, 1);
    }

    /** As {@link #cpuOnOneThread(String, int)}, with that many work requests of a post to a completion. */
    List<Reading> cpuOfSomeSignaled(final int slices, final int signalInterval) {
        return cpuOnOneThread(Names.signaled(slices, signalInterval), slices, 1, signalInterval);
    }

    private List<Reading> cpuOnOneThread(final String name, final int slices, final int connections,
            final int signalInterval) {
        final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        try (Setup setup = setup(Mode.INVOKER, signalInterval)) {
            setup.connect(connections - 1);
            final EntryList entries = setup.entries(slices, SLICE_BYTES);
            warmUp(setup, entries);
            oneByOne(setup, entries, timeNs / 2);
            double least = Double.MAX_VALUE;
            for (int i = 0; i < WINDOWS; i++) {
                final long cpu = threads.getCurrentThreadCpuTime();
                final long transfers = oneByOne(setup, entries, timeNs / WINDOWS);
                least = Math.min(least,
                        (double) (threads.getCurrentThreadCpuTime() - cpu) / ((double) transfers * slices));
            }
            return List.of(Reading.lower(name, "ns CPU a slice", least));
        }
    }

    /** So much at least, however long it takes: time alone compiles nothing on a busy machine. */
    private static void warmUp(final Setup setup, final EntryList entries) {
        for (int slices = 0; slices < WARM_UP_SLICES; slices += entries.size()) {
            setup.finish(setup.submit(entries));
        }
    }

    private static long oneByOne(final Setup setup, final EntryList entries, final long timeNs) {
        final long start = System.nanoTime();
        long transfers = 0;
        do {
            for (int i = 0; i < IN_FLIGHT; i++) {
                setup.finish(setup.submit(entries));
            }
            transfers += IN_FLIGHT;
        } while (System.nanoTime() - start < timeNs);
        return transfers;
    }
}
