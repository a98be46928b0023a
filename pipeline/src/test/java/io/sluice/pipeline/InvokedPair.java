package io.sluice.pipeline;

import io.sluice.verbs.soft.FaultPlan;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/** Two engines that do nothing but when they are told, on a device with faults and a clock that stands still. */
final class InvokedPair implements AutoCloseable {
    static final int BYTES = 1 << 16;

    final List<Throwable> errors = new CopyOnWriteArrayList<>();
    final Clock clock = new Clock();
    final SoftDevice device;
    final TransferEngine near;
    final TransferEngine far;
    final LocalRegion here;
    final LocalRegion there;
    private final Arena arena = Arena.ofShared();

    /** Goes on by a step at every look. */
    static final class Clock implements NanoClock {
        private long nowNs;
        private long stepNs;

        private Runnable atNextLook;

        @Override
        public long nanoTime() {
            final Runnable now = atNextLook;
            if (now != null) {
                atNextLook = null;
                now.run();
            }
            nowNs += stepNs;
            return nowNs;
        }

        /** For what must come between two steps of a call that looks at the clock. */
        void atNextLook(final Runnable action) {
            atNextLook = action;
        }

        void advance(final long ns) {
            nowNs += ns;
        }
    }

    InvokedPair(final FaultPlan faults, final Consumer<EngineConfigBuilder> settings) {
        device = SoftDevice.create(SoftDeviceConfig.builder().clock(clock).faultPlan(faults).build());
        near = TransferEngine.create(config("near", settings));
        far = TransferEngine.create(config("far", settings));
        here = near.register(arena.allocate(BYTES));
        there = far.register(arena.allocate(BYTES));
    }

    private EngineConfig config(final String name, final Consumer<EngineConfigBuilder> settings) {
        final EngineConfigBuilder builder = EngineConfig.builder().threadingMode(ThreadingMode.INVOKER).device(device)
                .clock(clock).agentName(name).errorHandler(errors::add).futureExecutor(Runnable::run);
        settings.accept(builder);
        return builder.build();
    }

    MemorySegment allocate() {
        return arena.allocate(BYTES);
    }

    /** The far engine's region as the near one sees it. */
    RemoteRegion remote(final Connection connection) {
        return connection.regions().getFirst();
    }

    /** Begins to close, and does not wait. */
    void beginToClose(final AutoCloseable connectionOrEngine) {
        Thread.currentThread().interrupt();
        try {
            connectionOrEngine.close();
        } catch (final Exception e) {
            throw new AssertionError(e);
        } finally {
            Thread.interrupted();
        }
    }

    void work(final int cycles) {
        for (int i = 0; i < cycles; i++) {
            near.doWork();
            far.doWork();
        }
    }

    @Override
    public void close() {
        clock.stepNs = 10_000_000;
        near.close();
        far.close();
        arena.close();
    }
}
