package io.sluice.properties.engine;

import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.ThreadingMode;
import io.sluice.pipeline.TransferEngine;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/** Two engines on one device, and all that has been made on them. Its monitor is the model's lock. */
final class World implements AutoCloseable {
    final Setup setup;
    final ManualClock manualClock = new ManualClock();
    final NanoClock clock;
    final SoftDevice device;
    final Side[] sides = new Side[2];
    final List<End[]> connections = new ArrayList<>();
    final List<Transfer> transfers = new ArrayList<>();
    /** What the engines told their error handlers. */
    final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final Arena arena = Arena.ofShared();

    World(final Setup setup) {
        this.setup = setup;
        clock = isExact() ? manualClock : SystemNanoClock.INSTANCE;
        device = SoftDevice.create(SoftDeviceConfig.builder().clock(clock).faultPlan(setup.plan()).build());
        for (int number = 0; number < 2; number++) {
            final Setup.Knobs knobs = setup.knobs(number);
            sides[number] = new Side(number, knobs, TransferEngine.create(config(number, knobs)),
                    new Memory(number == 0 ? "near" : "far", arena));
        }
    }

    /** Nothing runs but what the program calls: answers and counts are exact. */
    boolean isExact() {
        return setup.mode() == ThreadingMode.INVOKER;
    }

    private EngineConfig config(final int number, final Setup.Knobs knobs) {
        return EngineConfig.builder().threadingMode(setup.mode()).device(device).clock(clock)
                .agentName(number == 0 ? "near" : "far").errorHandler(errors::add).futureExecutor(Runnable::run)
                .workersPerPool(2).shardCount(4).qpsPerConnection(knobs.qps()).maxRequests(knobs.maxRequests())
                .maxWrPerPost(knobs.maxWrPerPost()).signalInterval(knobs.signalInterval())
                .sharedCqDepth(knobs.cqDepth()).transferSlots(knobs.slots())
                .readBatchWindow(knobs.readWindow()).batchPollSize(knobs.pollSize()).sliceSize(knobs.sliceSize())
                .fragmentLimit(knobs.fragmentLimit()).maxInline(knobs.maxInline())
                .notifMaxPeers(knobs.notifPeers()).notificationInbox(knobs.inbox())
                .entryPoolBytes(Setup.Knobs.POOL_BYTES).flushAfterNs(setup.flushAfterMs() * 1_000_000L)
                .closeTimeoutNs(setup.closeTimeoutMs() * 1_000_000L).spinNs(10_000).build();
    }

    /** The end that a command names, or null where there is no such connection. */
    End end(final int connection, final int end) {
        return connection < connections.size() ? connections.get(connection)[end] : null;
    }

    /** What else must not happen. */
    void checkErrors() {
        for (final Throwable error : errors) {
            if (!error.getClass().getSimpleName().equals("SlicePolicyException")) {
                final Complaint complaint = new Complaint("the error handler was told of " + error);
                complaint.initCause(error);
                throw complaint;
            }
        }
    }

    void checkMemory() {
        for (final Side side : sides) {
            final String wrong = side.memory.check();
            Complaint.unless(wrong == null, side, wrong);
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
