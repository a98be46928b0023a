package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.VerbsDevice;
import io.sluice.verbs.soft.FaultPlan;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Two engines on a soft device of their own, or on a device named by the test. Closing checks that they leave nothing behind: no transfer slot, pool
 * chunk, credit, lane, region, device object or thread, and no asynchronous fault that a test did not expect.
 */
final class EnginePair implements AutoCloseable {
    static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(40);
    /** A delay of the fault plan that no clock reaches. */
    static final long FOR_EVER = Long.MAX_VALUE;

    /** Null where the test named a device. */
    final SoftDevice device;
    final TransferEngine near;
    final TransferEngine far;
    final Arena arena = Arena.ofShared();
    final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final boolean invoked;
    private boolean errorsExpected;

    /** How the pair is made; the queue pairs of the k-th connection are the fault plan's, near end first. */
    static final class Setup {
        private ThreadingMode mode = ThreadingMode.SHARED;
        private NanoClock clock = SystemNanoClock.INSTANCE;
        private FaultPlan faults = FaultPlan.NONE;
        private Consumer<EngineConfigBuilder> config = builder -> {};
        private Consumer<SoftDeviceConfig.Builder> limits = builder -> {};
        private UnaryOperator<VerbsDevice> seam = UnaryOperator.identity();
        private String deviceName;

        Setup mode(final ThreadingMode newMode) {
            mode = newMode;
            return this;
        }

        /** Of engines and device. */
        Setup clock(final NanoClock newClock) {
            clock = newClock;
            return this;
        }

        Setup faults(final FaultPlan.Builder plan) {
            faults = plan.build();
            return this;
        }

        Setup config(final Consumer<EngineConfigBuilder> more) {
            config = config.andThen(more);
            return this;
        }

        Setup limits(final Consumer<SoftDeviceConfig.Builder> more) {
            limits = limits.andThen(more);
            return this;
        }

        Setup seam(final UnaryOperator<VerbsDevice> newSeam) {
            seam = newSeam;
            return this;
        }

        /** A device that the engines find by its name; no soft device then, no faults, limits or seam. */
        Setup on(final String newDeviceName) {
            deviceName = newDeviceName;
            return this;
        }

        EnginePair open() {
            return new EnginePair(this);
        }
    }

    /** Memory at both ends, registered, and known at the near one. */
    record Buffers(MemorySegment source, MemorySegment target, LocalRegion here, LocalRegion there,
            RemoteRegion remote) {}

    private EnginePair(final Setup setup) {
        final SoftDeviceConfig.Builder limits = SoftDeviceConfig.builder().clock(setup.clock).faultPlan(setup.faults);
        setup.limits.accept(limits);
        device = setup.deviceName == null ? SoftDevice.create(limits.build()) : null;
        invoked = setup.mode == ThreadingMode.INVOKER;
        final VerbsDevice seen = device == null ? null : setup.seam.apply(device);
        near = TransferEngine.create(config(setup, seen));
        far = TransferEngine.create(config(setup, seen));
    }

    static EnginePair open(final ThreadingMode mode) {
        return new Setup().mode(mode).open();
    }

    /** Parks are long, so that a wake-up that is lost shows. */
    private EngineConfig config(final Setup setup, final VerbsDevice seen) {
        final EngineConfigBuilder builder = ConfigFixture.bare().threadingMode(setup.mode)
                .clock(setup.clock).errorHandler(errors::add).qpsPerConnection(2).spinNs(20_000)
                .maxParkNs(TimeUnit.SECONDS.toNanos(10));
        if (seen == null) {
            builder.deviceName(setup.deviceName);
        } else {
            builder.device(seen);
        }
        setup.config.accept(builder);
        return builder.build();
    }

    Connection connect() {
        return near.connect(far);
    }

    /** The far end of what {@link #connect} made last. */
    Connection accepted() {
        try {
            Connection last = null;
            for (Connection next = far.accept(0); next != null; next = far.accept(0)) {
                last = next;
            }
            return last;
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    Buffers buffers(final Connection connection, final long bytes) {
        final MemorySegment source = arena.allocate(bytes, 64);
        final MemorySegment target = arena.allocate(bytes, 64);
        for (long i = 0; i < bytes; i++) {
            source.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 + (i >> 8)));
        }
        final LocalRegion there = far.register(target);
        return new Buffers(source, target, near.register(source), there, remote(connection, there));
    }

    /** The far region as the near end knows it. */
    RemoteRegion remote(final Connection connection, final LocalRegion there) {
        final RemoteRegions known = connection.link().regions();
        final int rkey = there.region().rkey();
        await("the peer's region is known", () -> known.find(rkey, there.address(), there.length()) != null);
        return known.find(rkey, there.address(), there.length());
    }

    long write(final Connection connection, final Buffers buffers) {
        return near.write(connection, buffers.here(), 0, buffers.here().length(), buffers.remote(), 0);
    }

    long read(final Connection connection, final Buffers buffers) {
        return near.read(connection, buffers.here(), 0, buffers.here().length(), buffers.remote(), 0);
    }

    /** Waits until a transfer of the near engine has settled, and releases it. */
    int finish(final long id) {
        assertThat(id).as("an id: %s", ResultCode.errorString(id)).isNotNegative();
        await("transfer settles", () -> near.status(id) != TransferState.IN_PROGRESS);
        return near.release(id);
    }

    /** Waits; drives the engines that nobody else does. */
    void await(final String what, final BooleanSupplier condition) {
        final long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE_NS) {
                throw new AssertionError("not in time: " + what + "\nnear " + snapshot(near) + "\nfar " + snapshot(far)
                        + "\nerrors " + errors);
            }
            if (!invoked) {
                LockSupport.parkNanos(20_000);
            } else if (near.doWork() + far.doWork() == 0) {
                Thread.yield();
            }
        }
    }

    /** Some duty cycles of both engines, in INVOKER mode. */
    void drive(final int cycles) {
        for (int i = 0; i < cycles; i++) {
            near.doWork();
            far.doWork();
        }
    }

    static EngineSnapshot snapshot(final TransferEngine engine) {
        final EngineSnapshot snapshot = new EngineSnapshot();
        engine.snapshot(snapshot);
        return snapshot;
    }

    /** Waits until nothing is in flight and everything lent is back, with the connections still there. */
    void quiet() {
        await("everything is back", () -> isQuiet(near) && isQuiet(far));
    }

    private static boolean isQuiet(final TransferEngine engine) {
        final EngineSnapshot now = snapshot(engine);
        return now.outstanding() == 0 && now.ringBacklog() == 0 && now.freeTransferSlots() == now.transferSlots()
                && now.entryPoolFreeBytes() == now.entryPoolBytes()
                && now.freeCqCredits() + now.reservedCqCredits() == now.cqDepth()
                && engine.connections().stream().map(Connection::link).allMatch(link -> link.inProgress() == 0
                        && link.slotsHeld() == 0 && link.chunksHeld().get() == 0);
    }

    /** Asynchronous faults are part of the test, which looks at them itself. */
    EnginePair expectErrors() {
        errorsExpected = true;
        return this;
    }

    @Override
    public void close() {
        final List<UseCount> uses = new ArrayList<>(uses(near));
        uses.addAll(uses(far));
        near.close();
        far.close();
        assertThat(uses).as("uses of regions left").allMatch(use -> use.inUse() == 0);
        leftNothing(near);
        leftNothing(far);
        if (device != null) {
            assertThat(device.liveObjects()).as("device objects left").isZero();
        }
        if (!errorsExpected) {
            assertThat(errors).isEmpty();
        }
        arena.close();
    }

    /** Of all regions, local and remote, that an engine knows. */
    private static List<UseCount> uses(final TransferEngine engine) {
        final List<UseCount> uses = new ArrayList<>();
        final RegionTable regions = engine.core().regions();
        synchronized (regions) { // none goes while we look
            for (int number = 0; uses.size() < regions.count(); number++) {
                final LocalRegion region = regions.at(number);
                if (region != null) {
                    uses.add(region.uses());
                }
            }
        }
        for (final Link link : engine.core().links().links()) {
            link.connection().regions().forEach(region -> uses.add(region.uses()));
        }
        return uses;
    }

    static void leftNothing(final TransferEngine engine) {
        final EngineSnapshot left = snapshot(engine);
        assertThat(left.freeTransferSlots()).as("transfer slots of %s", left).isEqualTo(left.transferSlots());
        assertThat(left.entryPoolFreeBytes()).as("entry pool of %s", left).isEqualTo(left.entryPoolBytes());
        assertThat(left.freeCqCredits()).as("credits of %s", left).isEqualTo(left.cqDepth());
        assertThat(left.reservedCqCredits()).as("reserves of %s", left).isZero();
        assertThat(left.connections()).as("connections of %s", left).isZero();
        assertThat(left.regions()).as("regions of %s", left).isZero();
        assertThat(left.outstanding()).as("outstanding of %s", left).isZero();
        final String prefix = "sluice-" + engine.config().agentName() + "-";
        assertThat(Thread.getAllStackTraces().keySet()).noneMatch(t -> t.isAlive() && t.getName().startsWith(prefix));
    }
}
