package io.sluice.bench.figures;

import io.sluice.pipeline.Descriptor;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.TransferEngine;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;

/** An engine that listens, and has memory for others to write to. */
final class FarEngine implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final TransferEngine engine;
    private final Address address;

    /**
     * Where it is.
     *
     * @param metadata of the engine
     * @param memory   that it has registered
     */
    record Address(String metadata, Descriptor memory) {}

    FarEngine(final long bytes) {
        engine = TransferEngine.create(EngineConfig.builder().agentName("far")
                .device(SoftDevice.create(SoftDeviceConfig.builder().build())).build());
        final LocalRegion region = engine.register(arena.allocate(bytes, 4096));
        address = new Address(engine.listen().toString(), engine.descriptor(region, 0, bytes));
    }

    Address address() {
        return address;
    }

    @Override
    public void close() {
        engine.close();
        arena.close();
    }
}
