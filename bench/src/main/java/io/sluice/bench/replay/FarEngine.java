package io.sluice.bench.replay;

import io.sluice.bench.blocks.CacheSide;
import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.TransferEngine;

/** The other side in this process, with an engine of its own. */
final class FarEngine implements FarEnd {
    private final TransferEngine mover;
    private final TransferEngine peer;
    private final LocalRegion region;

    FarEngine(final TransferEngine mover, final EngineConfig config, final CacheSide cache) {
        this.mover = mover;
        peer = TransferEngine.create(config);
        region = peer.register(cache.memory());
    }

    @Override
    public Connection connect() {
        return mover.connect(peer);
    }

    @Override
    public RemoteRegion memory(final Connection connection) {
        return connection.resolve(peer.descriptor(region, 0, region.length()));
    }

    @Override
    public int doWork() {
        return peer.doWork();
    }

    @Override
    public void close() {
        peer.close();
    }
}
