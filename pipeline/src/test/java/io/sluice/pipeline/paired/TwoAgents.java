package io.sluice.pipeline.paired;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.EngineConfigBuilder;
import io.sluice.pipeline.TransferState;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Agents {@code a} and {@code b} of this process, each on a device of its own, connected over TCP. */
final class TwoAgents implements AutoCloseable {
    static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(40);
    private static final Executor THREADS = task -> Thread.ofVirtual().start(task);

    final Arena arena = Arena.ofShared();
    final PairedEngine a;
    final PairedEngine b;
    PairedConnection toB;
    PairedConnection toA;
    private final List<SoftDevice> devices;

    TwoAgents(final Adaptor adaptor) {
        this(config -> config.adaptors(adaptor), builder -> {}, builder -> {});
    }

    /** @param ofA more settings of a's device */
    TwoAgents(final UnaryOperator<PairedConfig> config, final Consumer<EngineConfigBuilder> engine,
            final Consumer<SoftDeviceConfig.Builder> ofA) {
        this(config, engine, List.of(softDevice(ofA), softDevice(builder -> {})));
    }

    private TwoAgents(final UnaryOperator<PairedConfig> config, final Consumer<EngineConfigBuilder> engine,
            final List<SoftDevice> devices) {
        this.devices = devices;
        a = agent(0, "a", config, engine);
        b = agent(1, "b", config, engine);
        a.loadConnInfo("b", b.connInfo());
        b.loadConnInfo("a", a.connInfo());
    }

    /** On a device of this machine, over VERBS, with time for a slow one. */
    static TwoAgents on(final String device) {
        return new TwoAgents(config -> config.adaptors(Adaptor.VERBS),
                engine -> engine.deviceName(device).heartbeatNs(PATIENCE_NS / 4).connectTimeoutNs(PATIENCE_NS)
                        .controlTimeoutNs(PATIENCE_NS),
                List.of());
    }

    private static SoftDevice softDevice(final Consumer<SoftDeviceConfig.Builder> more) {
        final SoftDeviceConfig.Builder device = SoftDeviceConfig.builder();
        more.accept(device);
        return SoftDevice.create(device.build());
    }

    private PairedEngine agent(final int index, final String name, final UnaryOperator<PairedConfig> config,
            final Consumer<EngineConfigBuilder> engine) {
        final EngineConfigBuilder builder = EngineConfig.builder().agentName(name);
        if (!devices.isEmpty()) {
            builder.device(devices.get(index));
        }
        engine.accept(builder);
        return PairedEngine.create(config.apply(PairedConfig.of(builder.build())));
    }

    TwoAgents connect() {
        final CompletableFuture<PairedConnection> other = async(() -> b.connect("a"));
        toB = a.connect("b");
        toA = other.join();
        return this;
    }

    /** Both register these. */
    TwoAgents windows(final MemorySegment ofA, final MemorySegment ofB) {
        final CompletableFuture<Void> other = async(() -> {
            b.registerWindow(toA, ofB);
            return null;
        });
        a.registerWindow(toB, ofA);
        other.join();
        return this;
    }

    /** Agent b puts all of its window, again and again. */
    CompletableFuture<Void> putUntilItFails(final MemorySegment window) {
        final IovList all = new IovList().add(window, 0, window.byteSize() - 8, 0);
        return async(() -> {
            int state;
            do {
                final long put = b.submit(toA, PairedOp.PUT, all);
                state = put < 0 ? TransferState.FAILED : b.await(put, PATIENCE_NS);
                b.release(put);
            } while (state == TransferState.SUCCEEDED);
            assertThat(state).isEqualTo(TransferState.FAILED);
            return null;
        });
    }

    static <T> CompletableFuture<T> async(final Supplier<T> task) {
        return CompletableFuture.supplyAsync(task, THREADS);
    }

    /** Memory with that content everywhere. */
    MemorySegment memory(final long bytes, final int fill) {
        return arena.allocate(bytes, 8).fill((byte) fill);
    }

    static IovList all(final MemorySegment memory) {
        return new IovList().add(memory, 0, memory.byteSize());
    }

    static void succeeds(final PairedEngine engine, final long request) {
        assertThat(request).as("answer to submit").isNotNegative();
        final int state = engine.await(request, PATIENCE_NS);
        assertThat(state).as(engine.describe(request)).isEqualTo(TransferState.SUCCEEDED);
        assertThat(engine.release(request)).isEqualTo(TransferState.SUCCEEDED);
    }

    /** Also checks that nothing is left. */
    @Override
    public void close() {
        a.close();
        b.close();
        arena.close();
        assertThat(devices).as("devices with objects left").allMatch(device -> device.liveObjects() == 0);
    }
}
