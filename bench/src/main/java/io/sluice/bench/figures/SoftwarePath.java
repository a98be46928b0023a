package io.sluice.bench.figures;

import io.sluice.pipeline.EntryList;
import io.sluice.pipeline.Op;
import io.sluice.pipeline.ThreadingMode;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferState;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/** What the engine itself costs: on a device that completes everything at once and moves nothing. */
final class SoftwarePath {
    private static final int SLICE_BYTES = 4096;
    private static final int IN_FLIGHT = 16;
    private static final long WARM_UP_NS = 500_000_000;
    private static final int SPINS_BEFORE_YIELD = 1_000;

    private SoftwarePath() {}

    /**
     * Slices a second, one submitter, 16 transfers in flight.
     *
     * @param mode   null for the default configuration
     * @param slices of each transfer
     * @param timeNs of the measurement, after the warm-up
     */
    static double slicesPerSecond(final ThreadingMode mode, final int slices, final long timeNs) {
        try (Setup setup = new Setup(true, mode, (long) slices * SLICE_BYTES)) {
            final EntryList entries = setup.entries(slices, SLICE_BYTES);
            final long[] ids = new long[IN_FLIGHT];
            Arrays.fill(ids, -1);
            run(setup, entries, ids, WARM_UP_NS);
            final long start = System.nanoTime();
            final long transfers = run(setup, entries, ids, timeNs);
            return (double) transfers * slices / (System.nanoTime() - start) * 1e9;
        }
    }

    /**
     * CPU time of a slice, submitter and engine together, on one thread (INVOKER). Says less about speed across threads,
     * but hardly depends on what else the machine does.
     */
    static double cpuNsPerSlice(final int slices, final long timeNs) {
        final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        try (Setup setup = new Setup(true, ThreadingMode.INVOKER, (long) slices * SLICE_BYTES)) {
            final EntryList entries = setup.entries(slices, SLICE_BYTES);
            final TransferEngine engine = setup.engine();
            long transfers = 0;
            long cpu = 0;
            for (final long end = System.nanoTime() + 2 * timeNs; System.nanoTime() < end;) {
                if (cpu == 0 && System.nanoTime() >= end - timeNs) { // warm
                    cpu = threads.getCurrentThreadCpuTime();
                    transfers = 0;
                }
                for (int i = 0; i < IN_FLIGHT; i++) {
                    final long id = engine.submit(setup.connection(), Op.WRITE, entries, null);
                    while (engine.status(id) == TransferState.IN_PROGRESS) {
                        engine.doWork();
                    }
                    engine.release(id);
                }
                transfers += IN_FLIGHT;
            }
            return (double) (threads.getCurrentThreadCpuTime() - cpu) / (transfers * slices);
        }
    }

    private static long run(final Setup setup, final EntryList entries, final long[] ids, final long timeNs) {
        final TransferEngine engine = setup.engine();
        final long start = System.nanoTime();
        long settled = 0;
        int next = 0;
        for (int i = 0;; i++) {
            if ((i & 63) == 0 && System.nanoTime() - start >= timeNs) {
                break;
            }
            if (ids[next] >= 0) {
                await(engine, ids[next]);
                engine.release(ids[next]);
                settled++;
            }
            ids[next] = engine.submit(setup.connection(), Op.WRITE, entries, null);
            next = (next + 1) % ids.length;
        }
        return settled;
    }

    /** From submit to settled, one slice at a time, ns. Measured for that long, after as long a warm-up. */
    static Histogram oneSliceLatency(final ThreadingMode mode, final long timeNs) {
        try (Setup setup = new Setup(true, mode, SLICE_BYTES)) {
            final TransferEngine engine = setup.engine();
            final Histogram histogram = new Histogram(3);
            final long begin = System.nanoTime();
            for (;;) {
                final long start = System.nanoTime();
                if (start - begin >= 2 * timeNs) {
                    return histogram;
                }
                final long id = engine.write(setup.connection(), setup.local(), 0, SLICE_BYTES, setup.remote(), 0);
                await(engine, id);
                final long elapsed = System.nanoTime() - start;
                engine.release(id);
                if (start - begin >= timeNs) {
                    histogram.recordValue(elapsed);
                }
            }
        }
    }

    private static void await(final TransferEngine engine, final long id) {
        int state;
        for (int spins = 0; (state = engine.status(id)) == TransferState.IN_PROGRESS; spins++) {
            if (spins < SPINS_BEFORE_YIELD) {
                Thread.onSpinWait();
            } else {
                Thread.yield(); // there may be more busy threads than cores
            }
        }
        if (state != TransferState.SUCCEEDED) {
            throw new IllegalStateException("a transfer ended " + TransferState.name(state));
        }
    }
}
