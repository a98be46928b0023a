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
import org.HdrHistogram.Histogram;

/** Writes between two engines of this process over loopback TCP, one transfer at a time. */
final class TcpWrites implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final TransferEngine near;
    private final TransferEngine far;
    private final LocalRegion local;
    private final RemoteRegion remote;
    private final Connection connection;
    private final long bytes;

    /**
     * @param bytes of a transfer
     * @param slice bytes of a slice
     */
    TcpWrites(final long bytes, final int slice) {
        this.bytes = bytes;
        near = engine("near", slice);
        far = engine("far", slice);
        local = near.register(arena.allocate(bytes, 4096));
        final LocalRegion there = far.register(arena.allocate(bytes, 4096));
        far.listen();
        connection = near.connect(far.metadata());
        remote = connection.resolve(far.descriptor(there, 0, bytes));
    }

    private static TransferEngine engine(final String name, final int slice) {
        return TransferEngine.create(EngineConfig.builder().agentName(name).sliceSize(slice)
                .fragmentLimit(Math.min(4096, slice / 16)).device(SoftDevice.create(SoftDeviceConfig.builder().build()))
                .build());
    }

    /** Gigabytes a second. */
    double rate(final long timeNs) {
        write();
        long moved = 0;
        final long start = System.nanoTime();
        while (moved == 0 || System.nanoTime() - start < timeNs) {
            write();
            moved += bytes;
        }
        return (double) moved / (System.nanoTime() - start);
    }

    /** Median from submit to settled, ns. */
    double latency(final long timeNs) {
        final Histogram histogram = new Histogram(3);
        final long warm = System.nanoTime() + timeNs / 2;
        for (long start = System.nanoTime(); start - warm < timeNs; start = System.nanoTime()) {
            write();
            if (start - warm >= 0) {
                histogram.recordValue(System.nanoTime() - start);
            }
        }
        return histogram.getValueAtPercentile(50);
    }

    private void write() {
        final long id = near.write(connection, local, 0, bytes, remote, 0);
        while (near.status(id) == TransferState.IN_PROGRESS) {
            Thread.yield();
        }
        final int state = near.release(id);
        if (state != TransferState.SUCCEEDED) {
            throw new IllegalStateException("a write ended " + TransferState.name(state));
        }
    }

    @Override
    public void close() {
        near.close();
        far.close();
        arena.close();
    }
}
