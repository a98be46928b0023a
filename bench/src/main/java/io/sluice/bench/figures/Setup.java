package io.sluice.bench.figures;

import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.EngineConfigBuilder;
import io.sluice.pipeline.EntryList;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.ThreadingMode;
import io.sluice.pipeline.TransferEngine;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;
import java.util.function.UnaryOperator;

/** Two engines on one device, connected, each with one region; the near one is measured. */
final class Setup implements AutoCloseable {
    private static final long SHORT_SPIN_NS = 10_000;

    private final Arena arena = Arena.ofShared();
    private final TransferEngine near;
    private final TransferEngine far;
    private final Connection connection;
    private final LocalRegion local;
    private final RemoteRegion remote;

    /**
     * On a soft device of its own.
     *
     * @param mode null for the default configuration
     */
    Setup(final boolean nullMode, final ThreadingMode mode, final long bytes) {
        this(onSoftDevice(nullMode), mode, bytes);
    }

    /**
     * @param device chooses the device of either engine, and sets what else it likes
     * @param mode   null for the default configuration
     */
    Setup(final UnaryOperator<EngineConfigBuilder> device, final ThreadingMode mode, final long bytes) {
        final EngineConfigBuilder measured = device.apply(EngineConfig.builder()).agentName("near");
        near = TransferEngine.create((mode == null ? measured : measured.threadingMode(mode)).build());
        // The far engine has nothing to do: it parks, and leaves the cores to what is measured.
        far = TransferEngine.create(device.apply(EngineConfig.builder()).agentName("far")
                .threadingMode(ThreadingMode.SHARED).spinNs(SHORT_SPIN_NS).build());
        local = near.register(arena.allocate(bytes, 4096));
        final LocalRegion there = far.register(arena.allocate(bytes, 4096));
        connection = near.connect(far);
        remote = connection.resolve(far.descriptor(there, 0, bytes));
    }

    private static UnaryOperator<EngineConfigBuilder> onSoftDevice(final boolean nullMode) {
        final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().nullMode(nullMode).build());
        return builder -> builder.device(device);
    }

    TransferEngine engine() {
        return near;
    }

    Connection connection() {
        return connection;
    }

    LocalRegion local() {
        return local;
    }

    RemoteRegion remote() {
        return remote;
    }

    /** Ranges of equal length, one behind the other, from the start of the regions on. */
    EntryList entries(final int count, final long length) {
        final EntryList entries = new EntryList();
        for (int i = 0; i < count; i++) {
            entries.add(local, i * length, length, remote, i * length);
        }
        return entries;
    }

    @Override
    public void close() {
        near.close();
        far.close();
        arena.close();
    }
}
