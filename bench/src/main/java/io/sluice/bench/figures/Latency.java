package io.sluice.bench.figures;

import io.sluice.pipeline.EntryList;
import io.sluice.pipeline.Op;
import io.sluice.pipeline.TransferListener;
import io.sluice.pipeline.TransferRequest;
import io.sluice.pipeline.TransferState;
import io.sluice.verbs.VerbsDevice;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/** From submit to settled, one slice a transfer. */
final class Latency {
    private static final String[] PERCENTILES = { "50", "99", "99.9" };

    private final Supplier<VerbsDevice> device;
    private final long timeNs;

    /** @param timeNs of each measurement, after a warm-up of half as long */
    Latency(final Supplier<VerbsDevice> device, final long timeNs) {
        this.device = device;
        this.timeNs = timeNs;
    }

    /** One at a time, as seen by a submitter that waits. */
    List<Reading> closedLoop(final Mode mode) {
        final Histogram histogram = new Histogram(3);
        try (Setup setup = new Setup(device.get(), mode, SoftwarePath.SLICE_BYTES)) {
            final EntryList one = setup.entries(1, SoftwarePath.SLICE_BYTES);
            final long warm = System.nanoTime() + timeNs / 2;
            for (long start = System.nanoTime(); start - warm < timeNs; start = System.nanoTime()) {
                final long id = setup.submit(one);
                setup.await(id);
                final long settled = System.nanoTime();
                setup.release(id);
                if (start - warm >= 0) {
                    histogram.recordValue(settled - start);
                }
            }
        }
        final List<Reading> readings = new ArrayList<>();
        for (final String percentile : PERCENTILES) {
            readings.add(Reading.lower(Names.latency(mode, percentile), "ns",
                    histogram.getValueAtPercentile(Double.parseDouble(percentile))));
        }
        return readings;
    }

    /**
     * At a rate that does not wait for answers, as the engine's callback sees it. Each latency is counted from the moment
     * when the transfer was due, not from when it was submitted: what a stall holds up counts as late.
     */
    List<Reading> openLoop(final int perSecond) {
        final Histogram histogram = new Histogram(3); // written by the engine's thread, read after its close
        final int[] failed = { 0 };
        try (Setup setup = new Setup(device.get(), Mode.SHARED, SoftwarePath.SLICE_BYTES)) {
            final long start = System.nanoTime();
            final long warm = start + timeNs / 2;
            final TransferListener settled = (id, state, cause, dueNs) -> {
                if (dueNs - warm >= 0) {
                    histogram.recordValue(System.nanoTime() - dueNs);
                }
                failed[0] += state == TransferState.SUCCEEDED ? 0 : 1;
            };
            final TransferRequest request = new TransferRequest().op(Op.WRITE)
                    .entries(setup.entries(1, SoftwarePath.SLICE_BYTES));
            final double periodNs = 1e9 / perSecond;
            for (long i = 0;; i++) {
                final long due = start + (long) (i * periodNs);
                if (due - warm >= timeNs) {
                    break;
                }
                while (System.nanoTime() - due < 0) {
                    Thread.onSpinWait();
                }
                while (setup.engine().submit(setup.connection(), request.listener(settled, due)) < 0) {
                    Thread.onSpinWait();
                }
            }
        }
        if (failed[0] > 0) {
            throw new IllegalStateException(failed[0] + " transfers failed");
        }
        final List<Reading> readings = new ArrayList<>();
        for (final String percentile : PERCENTILES) {
            readings.add(Reading.lower(Names.openLoop(perSecond, percentile), "ns",
                    histogram.getValueAtPercentile(Double.parseDouble(percentile))));
        }
        return readings;
    }

    /** The first slice after a pause in which the engine has gone to sleep: the median of a few. */
    List<Reading> wakeUp(final long idleMs, final int times) {
        final Histogram histogram = new Histogram(3);
        try (Setup setup = new Setup(device.get(), Mode.DEFAULT, SoftwarePath.SLICE_BYTES)) {
            final EntryList one = setup.entries(1, SoftwarePath.SLICE_BYTES);
            for (int i = 0; i < times; i++) {
                LockSupport.parkNanos(idleMs * 1_000_000);
                final long start = System.nanoTime();
                final long id = setup.submit(one);
                setup.await(id);
                histogram.recordValue(System.nanoTime() - start);
                setup.release(id);
            }
        }
        return List.of(Reading.lower(Names.wakeUp(idleMs), "us", histogram.getValueAtPercentile(50) / 1e3));
    }
}
