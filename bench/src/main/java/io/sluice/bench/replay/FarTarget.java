package io.sluice.bench.replay;

import io.sluice.bench.blocks.BlockSide;
import io.sluice.bench.blocks.Geometry;
import io.sluice.bench.remote.RemoteSide;
import io.sluice.pipeline.Connection;
import io.sluice.pipeline.Metadata;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.TransferEngine;

/** The other side at a target, in another process; the moving engine's close ends its connections. */
final class FarTarget implements FarEnd {
    private final RemoteSide side;
    private boolean connected;

    FarTarget(final TransferEngine mover, final Metadata target, final Geometry geometry) {
        side = new RemoteSide(mover, target);
        side.open(geometry);
    }

    BlockSide side() {
        return side;
    }

    /** The first one is there already: the memory was asked for over it. */
    @Override
    public Connection connect() {
        if (!connected) {
            connected = true;
            return side.connection();
        }
        return side.connect();
    }

    @Override
    public RemoteRegion memory(final Connection connection) {
        return side.memory(connection);
    }

    @Override
    public int doWork() {
        return 0;
    }

    @Override
    public void close() {}
}
