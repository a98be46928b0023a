package io.sluice.pipeline;

import io.sluice.pipeline.ring.WrId;
import io.sluice.pipeline.transfer.EntryPool;
import io.sluice.pipeline.transfer.TransferTable;
import io.sluice.pipeline.transfer.TransferWord;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;

/**
 * An engine that nobody drives, for stress tests: each test makes transfers in its table, and does to them what the
 * engine's threads would do. The actor that settles is the poll thread.
 */
final class StressEngine {
    static final TransferEngine ENGINE = TransferEngine
            .create(ConfigFixture.bare().threadingMode(ThreadingMode.INVOKER).transferSlots(1 << 17)
                    .device(SoftDevice.create(SoftDeviceConfig.builder().build())).build());
    static final Link LINK = ENGINE.connect(ENGINE).link();
    static final EngineCore CORE = LINK.core();
    static final TransferTable TABLE = CORE.table();

    private StressEngine() {}

    /** A transfer of no entries, ACTIVE, nothing of it fed. */
    static long submit(final TransferListener listener) {
        final int slot = TABLE.take();
        if (slot == TransferTable.NONE) {
            throw new AssertionError("a test did not give its slots back");
        }
        LINK.accept();
        CORE.objects().own(slot, LINK, CORE.blocks(), listener, null);
        TABLE.regions(slot, TransferTable.NONE, TransferTable.NONE);
        TABLE.prepare(slot, Op.WRITE.opcode(), 0, EntryPool.NONE, 0, 0);
        final long active = TransferWord.of(TransferWord.generation(TABLE.word(slot)), 0, TransferWord.ACTIVE);
        TABLE.putWord(slot, active);
        return CORE.id(slot, active);
    }

    static int slot(final long id) {
        return (int) id & TransferTable.MAX_SLOTS - 1;
    }

    static void succeed(final long id) {
        CORE.settlement().settle(slot(id), TransferTable.COMPLETE);
    }

    /** Settles a transfer that was stopped before all of it was fed. */
    static void settleStopped(final long id) {
        CORE.settlement().settle(slot(id), 0);
    }

    /** One of its slices has come back. One at a time: the harness has many polling actors, an engine has one. */
    static synchronized void complete(final long id) {
        CORE.settlement().complete(WrId.of(LINK.lanes()[0].number(), slot(id), id >>> WrId.NUMBER_BITS), 1, Cause.NONE);
    }

    static synchronized void settleHandedOver() {
        CORE.settlement().settleHandedOver();
    }

    static int toInt(final boolean bit) {
        return bit ? 1 : 0;
    }
}
