package io.sluice.bench.figures;

import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.EngineConfigBuilder;
import io.sluice.pipeline.EntryList;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.Op;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.ThreadingMode;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferState;
import io.sluice.policies.SlicePolicy;
import io.sluice.verbs.VerbsDevice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Two engines on one device, connected, each with one region; the near one is measured. */
final class Setup implements AutoCloseable {
    private static final long SHORT_SPIN_NS = 10_000;
    private static final int SPINS_BEFORE_YIELD = 1_000;

    private final Arena arena = Arena.ofShared();
    private final Mode mode;
    /** Asked once: the answer costs more than a slice. */
    private final boolean crowded;
    private final long bytes;
    private final TransferEngine near;
    private final TransferEngine far;
    private final List<Connection> connections = new ArrayList<>();
    private final LocalRegion local;
    private final LocalRegion there;
    private final RemoteRegion remote;

    /** @param bytes of each region */
    Setup(final VerbsDevice device, final Mode mode, final long bytes) {
        this(builder -> builder.device(device), mode, bytes);
    }

    /**
     * @param device chooses the device of either engine, and sets what else it likes
     * @param bytes  of each region
     */
    Setup(final UnaryOperator<EngineConfigBuilder> device, final Mode mode, final long bytes) {
        this.mode = mode;
        crowded = mode.isCrowded();
        this.bytes = bytes;
        near = TransferEngine.create(mode.applyTo(device.apply(EngineConfig.builder()).agentName("near")).build());
        // The far engine has nothing to do: it parks, and leaves the cores to what is measured.
        far = TransferEngine.create(device.apply(EngineConfig.builder()).agentName("far")
                .threadingMode(ThreadingMode.SHARED).spinNs(SHORT_SPIN_NS).build());
        local = near.register(arena.allocate(bytes, 4096));
        there = far.register(arena.allocate(bytes, 4096));
        connect(1);
        remote = connection().resolve(far.descriptor(there, 0, bytes));
    }

    /** Makes more connections, which stay idle. */
    void connect(final int more) {
        for (int i = 0; i < more; i++) {
            connections.add(near.connect(far));
        }
    }

    TransferEngine engine() {
        return near;
    }

    /** The first one. */
    Connection connection() {
        return connections.getFirst();
    }

    LocalRegion local() {
        return local;
    }

    RemoteRegion remote() {
        return remote;
    }

    /** Of the remote region: it is in this process. */
    MemorySegment remoteMemory() {
        return there.memory();
    }

    /** Ranges of equal length, one behind the other from the start of the regions on, and again where they end. */
    EntryList entries(final int count, final long length) {
        final EntryList entries = new EntryList();
        final long places = bytes / length;
        for (int i = 0; i < count; i++) {
            final long offset = i % places * length;
            entries.add(local, offset, length, remote, offset);
        }
        return entries;
    }

    /** Writes, cut by the engine's own policy; the id. Waits while the engine has no room. */
    long submit(final EntryList entries) {
        return submit(entries, null);
    }

    /** Writes, cut by that policy; the id. Waits while the engine has no room. */
    long submit(final EntryList entries, final SlicePolicy policy) {
        long id;
        while ((id = near.submit(connection(), Op.WRITE, entries, policy)) < 0) {
            pause(SPINS_BEFORE_YIELD);
        }
        return id;
    }

    /** Waits until a transfer has settled, and releases it. */
    void finish(final long id) {
        await(id);
        release(id);
    }

    /** Waits until a transfer has settled. */
    void await(final long id) {
        for (int spins = 0; near.status(id) == TransferState.IN_PROGRESS; spins++) {
            pause(spins);
        }
    }

    /** Releases a transfer that has settled. */
    void release(final long id) {
        final int state = near.release(id);
        if (state != TransferState.SUCCEEDED) {
            throw new IllegalStateException("a transfer ended " + TransferState.name(state));
        }
    }

    private void pause(final int spins) {
        if (mode == Mode.INVOKER) {
            near.doWork();
        } else {
            waitALittle(crowded ? SPINS_BEFORE_YIELD : spins);
        }
    }

    /** What a thread does that waits for another, after so many looks that came to nothing. */
    static void waitALittle(final int spins) {
        if (spins < SPINS_BEFORE_YIELD) {
            Thread.onSpinWait();
        } else {
            Thread.yield(); // there may be more busy threads than cores
        }
    }

    @Override
    public void close() {
        near.close();
        far.close();
        arena.close();
    }
}
