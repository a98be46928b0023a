package io.sluice.bench.replay;

import io.sluice.bench.blocks.BlockSide;
import io.sluice.bench.blocks.CacheSide;
import io.sluice.bench.blocks.Geometry;
import io.sluice.bench.remote.RemoteSide;
import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.EngineConfigBuilder;
import io.sluice.pipeline.EngineSnapshot;
import io.sluice.pipeline.EntryList;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.Op;
import io.sluice.pipeline.ThreadingMode;
import io.sluice.pipeline.TransferEngine;
import io.sluice.policies.SlicePolicy;
import io.sluice.verbs.VerbsDevice;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The two engines: the moving one, which submits, and its peer. With {@link Op#WRITE} the prefill side moves, with
 * {@link Op#READ} the decode side.
 */
final class EnginePair implements AutoCloseable {
    private static final long ENTRY_POOL_BYTES = 64L << 20;
    private static final long FENCE_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);

    private final ReplaySettings settings;
    private final CacheSide near;
    private final CacheSide far;
    private final TransferEngine mover;
    private final FarEnd farEnd;
    private final LocalRegion local;
    private int pathsMade;

    /** @param device null for the one that the settings name */
    EnginePair(final ReplaySettings settings, final CacheSide prefill, final CacheSide decode,
            final VerbsDevice device) {
        this.settings = settings;
        final boolean write = settings.op() == Op.WRITE;
        near = write ? prefill : decode;
        far = write ? decode : prefill;
        final String role = write ? "prefill" : "decode";
        mover = TransferEngine.create(config(settings.remote().isEmpty() ? role : RemoteSide.guestName(role), device));
        try {
            farEnd = settings.remote().isPresent()
                    ? new FarTarget(mover, settings.remote().get(), far.geometry())
                    : new FarEngine(mover, config(write ? "decode" : "prefill", device), far);
        } catch (final RuntimeException e) {
            mover.close();
            throw e;
        }
        local = mover.register(near.memory());
    }

    /** @return the side that does not move, if it is in another process */
    Optional<BlockSide> remoteSide() {
        return farEnd instanceof final FarTarget target ? Optional.of(target.side()) : Optional.empty();
    }

    private EngineConfig config(final String agent, final VerbsDevice device) {
        final EngineConfigBuilder builder = EngineConfig.builder().agentName(agent).deviceName(settings.deviceName())
                .threadingMode(settings.mode()).entryPoolBytes(ENTRY_POOL_BYTES);
        return (device == null ? builder : builder.device(device)).build();
    }

    TransferEngine mover() {
        return mover;
    }

    SlicePolicy policy() {
        return settings.cut().policy(mover.config().sliceSize(), mover.config().fragmentLimit());
    }

    /** Threads that post, and so, on a soft device, copy. */
    int postingThreads() {
        return mode() == ThreadingMode.DEDICATED ? mover.config().workersPerPool() : 1;
    }

    ThreadingMode mode() {
        return mover.config().effectiveThreadingMode();
    }

    Path connect() {
        final Connection connection = farEnd.connect();
        return new Path(++pathsMade, connection, farEnd.memory(connection));
    }

    int pathsMade() {
        return pathsMade;
    }

    /** Waits until nothing of a failed connection can still write at the other side: its blocks may move again then. */
    void awaitFence(final Path path) {
        final CompletableFuture<Void> fenced = path.connection().remoteFenced();
        final long start = System.nanoTime();
        while (!fenced.isDone()) {
            if (System.nanoTime() - start > FENCE_TIMEOUT_NS) {
                throw new ReplayFailedException("connection " + path.number() + " failed, and the other side did not "
                        + "fence it in 30 s");
            }
            if (!pump()) {
                Thread.onSpinWait();
                Thread.yield();
            }
        }
    }

    /** The entries of a request: layer by layer, in each layer its runs. */
    void entries(final RequestPlan plan, final Path path, final EntryList entries) {
        entries.clear();
        final Geometry here = near.geometry();
        final Geometry there = far.geometry();
        final boolean write = settings.op() == Op.WRITE;
        final int[] hereSlots = write ? plan.sources() : plan.destinations();
        final int[] thereSlots = write ? plan.destinations() : plan.sources();
        for (int layer = 0; layer < here.layers(); layer++) {
            for (int run = 0; run < plan.runs(); run++) {
                entries.add(local, here.offset(layer, hereSlots[run]), plan.lengths()[run] * here.blockBytes(),
                        path.remote(), there.offset(layer, thereSlots[run]));
            }
        }
    }

    /** In INVOKER mode the engines' work is ours. */
    boolean isPumped() {
        return mode() == ThreadingMode.INVOKER;
    }

    /** @return whether there was work */
    boolean pump() {
        return isPumped() && mover.doWork() + farEnd.doWork() > 0;
    }

    String state() {
        final EngineSnapshot snapshot = new EngineSnapshot();
        mover.snapshot(snapshot);
        return snapshot.toString();
    }

    @Override
    public void close() {
        mover.close();
        farEnd.close();
    }
}
