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

/** Plain writes between two engines of this process over loopback TCP: what puts are measured against. */
final class TcpWrites implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final TransferEngine near = engine("near");
    private final TransferEngine far = engine("far");
    private final LocalRegion local;
    private final RemoteRegion remote;
    private final Connection connection;

    TcpWrites(final long bytes) {
        local = near.register(arena.allocate(bytes, 4096));
        final LocalRegion there = far.register(arena.allocate(bytes, 4096));
        far.listen();
        connection = near.connect(far.metadata());
        remote = connection.resolve(far.descriptor(there, 0, bytes));
    }

    private static TransferEngine engine(final String name) {
        return TransferEngine.create(EngineConfig.builder().agentName(name)
                .device(SoftDevice.create(SoftDeviceConfig.builder().build())).build());
    }

    /** Bytes a second, one write at a time. */
    double rate(final long bytes, final long timeNs) {
        write(bytes);
        long moved = 0;
        final long start = System.nanoTime();
        while (moved == 0 || System.nanoTime() - start < timeNs) {
            write(bytes);
            moved += bytes;
        }
        return (double) moved / (System.nanoTime() - start);
    }

    private void write(final long bytes) {
        final long id = near.write(connection, local, 0, bytes, remote, 0);
        while (near.status(id) == TransferState.IN_PROGRESS) {
            Thread.yield();
        }
        if (near.release(id) != TransferState.SUCCEEDED) {
            throw new IllegalStateException("a write ended " + TransferState.name(near.status(id)));
        }
    }

    @Override
    public void close() {
        near.close();
        far.close();
        arena.close();
    }
}
