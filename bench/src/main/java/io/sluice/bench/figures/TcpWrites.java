package io.sluice.bench.figures;

import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferState;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** Writes of an engine to another's memory, over loopback TCP. */
final class TcpWrites implements AutoCloseable {
    static final long NAP_NS = TimeUnit.MICROSECONDS.toNanos(20);

    private final Arena arena = Arena.ofShared();
    private final TransferEngine engine;
    private final LocalRegion local;
    private final RemoteRegion remote;
    private final Connection connection;
    private final long bytes;
    private final int flights;

    /**
     * @param far     where to write to
     * @param bytes   of a transfer
     * @param slice   bytes of a slice
     * @param flights transfers at once, each from and to memory of its own
     */
    TcpWrites(final FarEngine.Address far, final long bytes, final int slice, final int flights) {
        this.bytes = bytes;
        this.flights = flights;
        engine = TransferEngine.create(EngineConfig.builder().agentName("near").sliceSize(slice)
                .fragmentLimit(Math.min(4096, slice / 16)).device(SoftDevice.create(SoftDeviceConfig.builder().build()))
                .build());
        local = engine.register(arena.allocate(bytes * flights, 4096));
        connection = engine.connect(far.metadata());
        remote = connection.resolve(far.memory());
    }

    /** Gigabytes a second. */
    double rate(final long timeNs) {
        final long[] ids = new long[flights];
        for (int i = 0; i < flights; i++) {
            ids[i] = submit(i);
        }
        around(ids, timeNs / 2); // for the compilers
        final long start = System.nanoTime();
        final long rounds = around(ids, timeNs);
        final long ns = System.nanoTime() - start;
        for (final long id : ids) {
            finish(id);
        }
        return (double) rounds * flights * bytes / ns;
    }

    /** Each transfer ends and begins anew, once at least; how often. */
    private long around(final long[] ids, final long timeNs) {
        final long start = System.nanoTime();
        long rounds = 0;
        do {
            for (int i = 0; i < flights; i++) {
                finish(ids[i]);
                ids[i] = submit(i);
            }
            rounds++;
        } while (System.nanoTime() - start < timeNs);
        return rounds;
    }

    /** Median from submit to settled, ns. */
    double latency(final long timeNs) {
        final Histogram histogram = new Histogram(3);
        final long warm = System.nanoTime() + timeNs / 2;
        for (long start = System.nanoTime(); start - warm < timeNs; start = System.nanoTime()) {
            finish(submit(0));
            if (start - warm >= 0) {
                histogram.recordValue(System.nanoTime() - start);
            }
        }
        return histogram.getValueAtPercentile(50);
    }

    private long submit(final int flight) {
        return engine.write(connection, local, flight * bytes, bytes, remote, flight * bytes);
    }

    /** With more than one under way there is time for a nap. */
    private void finish(final long id) {
        while (engine.status(id) == TransferState.IN_PROGRESS) {
            if (flights > 1) {
                LockSupport.parkNanos(NAP_NS);
            } else {
                Thread.yield();
            }
        }
        final int state = engine.release(id);
        if (state != TransferState.SUCCEEDED) {
            throw new IllegalStateException("a write ended " + TransferState.name(state));
        }
    }

    @Override
    public void close() {
        engine.close();
        arena.close();
    }
}
