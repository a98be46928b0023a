package io.sluice.pipeline;

import io.sluice.pipeline.transfer.TransferTable;
import io.sluice.pipeline.transfer.TransferWord;
import io.sluice.verbs.Access;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * The parts of an engine without threads, connected to itself: a test runs each duty when it wants, and so brings about
 * by hand what threads do by chance.
 */
final class HandDriven implements AutoCloseable {
    private static final int MOST_CYCLES = 10_000;

    final SoftDevice device;
    final EngineCore core;
    final PollHandler poll;
    final Submission submission;
    final Link near;
    final Link far;
    final LocalRegion here;
    final RemoteRegion there;
    private final Arena arena = Arena.ofShared();

    HandDriven(final int postHandlers) {
        this(postHandlers, config -> config);
    }

    HandDriven(final int postHandlers, final UnaryOperator<EngineConfigBuilder> settings) {
        this(SoftDevice.create(SoftDeviceConfig.builder().build()), postHandlers, settings);
    }

    HandDriven(final SoftDevice device, final int postHandlers, final UnaryOperator<EngineConfigBuilder> settings) {
        this.device = device;
        final EngineConfigBuilder builder = ConfigFixture.bare().qpsPerConnection(1).errorHandler(HandDriven::fail);
        core = new EngineCore(EngineDevice.open(settings.apply(builder).device(device).build()), postHandlers, 1);
        poll = new PollHandler(core);
        submission = new Submission(null, core);
        here = core.regions().add(null, core.device().domain().register(arena.allocate(1 << 20), Access.ALL));
        near = InProcessHandshake.connect(core, core);
        far = core.admission().arrivals().remove();
        there = near.regions().all().getFirst();
    }

    private static void fail(final Throwable error) {
        throw new AssertionError(error);
    }

    long write(final long length) {
        return submission.submit(near, Op.WRITE, here, 0, length, there, 0);
    }

    /** Also FREE, BUILDING, ACTIVE, STOPPED of {@link TransferWord}, where it has not settled. */
    int state(final long id) {
        return TransferWord.state(core.table().word((int) id & TransferTable.MAX_SLOTS - 1));
    }

    void post(final int handler) {
        try {
            core.postHandlers()[handler].doWork();
        } catch (final Exception e) {
            throw new AssertionError(e);
        }
    }

    void cycle() {
        for (int i = 0; i < core.postHandlers().length; i++) {
            post(i);
        }
        poll.doWork();
    }

    /** Polls, and runs no post handler, until it is so. */
    void pollUntil(final String what, final BooleanSupplier isSo) {
        for (int i = 0; !isSo.getAsBoolean(); i++) {
            if (i == MOST_CYCLES) {
                throw new AssertionError("not after " + MOST_CYCLES + " cycles: " + what);
            }
            poll.doWork();
        }
    }

    /** Runs everything until it is so. */
    void cycleUntil(final String what, final BooleanSupplier isSo) {
        for (int i = 0; !isSo.getAsBoolean(); i++) {
            if (i == MOST_CYCLES) {
                throw new AssertionError("not after " + MOST_CYCLES + " cycles: " + what);
            }
            cycle();
        }
    }

    void endLink() {
        near.drain(core.nanoTime());
        core.control().add(() -> core.ends().drain(near, core.nanoTime()));
    }

    @Override
    public void close() {
        arena.close();
    }
}
