package io.sluice.bench.replay;

import io.sluice.bench.blocks.BlockSide;
import io.sluice.bench.blocks.CacheSide;
import io.sluice.bench.blocks.LocalSide;
import io.sluice.bench.blocks.Workers;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.Op;
import io.sluice.policies.SlicePolicy;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;
import java.util.List;

/** Memory, engines and threads of one replay. */
final class ReplaySession implements AutoCloseable {
    private static final int MOST_WORKERS = 16;

    private final ReplaySettings settings;
    private final List<Round> rounds;
    private final Arena arena = Arena.ofShared();
    private final CacheSide prefill;
    private final CacheSide decode;
    private final SoftDevice chaosDevice;
    private final EnginePair engines;
    private final Workers workers;
    private final Workers copiers;

    /** @throws IllegalArgumentException if the device or the engine's settings cannot be had; the message says why */
    ReplaySession(final ReplaySettings settings, final List<Round> rounds) {
        this.settings = settings;
        this.rounds = rounds;
        try {
            prefill = new CacheSide(settings.prefill(), arena);
            decode = new CacheSide(settings.decode(), arena);
            chaosDevice = settings.isChaos() ? chaosDevice() : null;
            engines = new EnginePair(settings, prefill, decode, chaosDevice);
        } catch (final OutOfMemoryError e) {
            arena.close();
            throw new ReplayFailedException("no memory for pools of " + settings.prefill().bytes() + " and "
                    + settings.decode().bytes() + " bytes: choose fewer blocks or smaller ones");
        } catch (final RuntimeException e) {
            arena.close();
            throw e;
        }
        workers = new Workers("replay-worker", Math.min(MOST_WORKERS, Runtime.getRuntime().availableProcessors()));
        copiers = new Workers("replay-copy", engines.postingThreads());
    }

    private SoftDevice chaosDevice() {
        final EngineConfig config = EngineConfig.builder().build();
        final SlicePolicy policy = settings.cut().policy(config.sliceSize(), config.fragmentLimit());
        final long slices = rounds.stream().flatMap(round -> round.requests().stream())
                .mapToLong(plan -> plan.slices(settings.prefill(), policy)).sum();
        return SoftDevice.create(SoftDeviceConfig.builder().faultPlan(Chaos.plan(settings.chaosSeed().getAsLong(),
                slices, settings.connections(), config.qpsPerConnection())).build());
    }

    ReplayResult run(final String traceName, final Progress progress) {
        final long start = System.nanoTime();
        final Failures failures = new Failures(settings.isChaos());
        final Pace pace = new Pace(settings.timeScale(), rounds.getFirst().requests().getFirst().timestampMs());
        final Mover mover = new Mover(engines, settings, pace, failures);
        final BlockSide remote = engines.remoteSide().orElse(null);
        final boolean write = settings.op() == Op.WRITE;
        final BlockSide from = remote != null && !write ? remote : new LocalSide(prefill, workers);
        final BlockSide to = remote != null && write ? remote : new LocalSide(decode, workers);
        final Tally tally = new ReplayRun(from, to, mover, pace,
                new PlainCopy(prefill, decode, copiers, remote != null && !write),
                engines.policy(), failures).run(rounds, progress);
        return new ReplayResult(traceName, settings, engines.mode(), copiers.threads(), workers.threads(),
                rounds.stream().mapToLong(round -> round.requests().size()).sum(), tally, failures,
                chaosDevice == null ? 0 : chaosDevice.faultsInjected(), engines.pathsMade(),
                System.nanoTime() - start);
    }

    @Override
    public void close() {
        workers.close();
        copiers.close();
        engines.close();
        arena.close();
    }
}
