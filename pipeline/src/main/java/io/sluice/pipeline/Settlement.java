package io.sluice.pipeline;

import io.sluice.pipeline.control.LinkMessage;
import io.sluice.pipeline.jfr.TransferEvent;
import io.sluice.pipeline.ring.WrId;
import io.sluice.pipeline.transfer.Entry;
import io.sluice.pipeline.transfer.EntryPool;
import io.sluice.pipeline.transfer.TransferTable;
import io.sluice.pipeline.transfer.TransferWord;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WrOpcode;

/**
 * Takes completions to their transfers, and settles a transfer when it is closed and all that was fed has come back. The
 * poll thread alone.
 */
final class Settlement {
    private final EngineCore core;
    private final TransferTable table;
    private final EntryPool pool;
    // Credit of slices that have come back, kept for a moment: one step for many completions in a row.
    private Link owed;
    private boolean owedReads;
    private int owedSlices;

    Settlement(final EngineCore core) {
        this.core = core;
        table = core.table();
        pool = core.pool();
    }

    /**
     * Work requests of one transfer and lane have come back. Their credit is back at the latest when
     * {@link #giveBack()} is called, or their transfer settles. If it goes wrong, the error handler is told, and not the
     * caller: the rest of a poll must not go with it.
     *
     * @param wrId  of all of them
     * @param count 1 or more
     * @param cause NONE if they succeeded
     */
    void complete(final long wrId, final int count, final int cause) {
        try {
            final int slot = WrId.slot(wrId);
            final Lane lane = core.links().lane(WrId.lane(wrId));
            final long current = table.word(slot);
            if (lane == null || !TransferWord.isFed(current)
                    || !WrId.matches(wrId, TransferWord.generation(current))) {
                late(wrId);
                return;
            }
            final Link link = lane.link();
            lane.giveBack(count);
            owe(link, table.opcode(slot) == WrOpcode.RDMA_READ, count);
            if (cause != Cause.NONE) {
                giveBack();
                fail(link, slot, cause);
            }
            final long done = table.addDone(slot, count);
            final long closed = table.closedFed(slot);
            if (closed >= 0 && (closed & TransferTable.FED_MASK) == done
                    && (closed & TransferTable.HANDED_OVER) == 0) {
                giveBack();
                settle(slot, closed);
            }
        } catch (final RuntimeException e) {
            core.onError(e);
        }
    }

    /** A completion that belongs to nothing any more. */
    void late(final long wrId) {
        core.log().debug("a completion came late, after its connection was ended by force: wr_id 0x{}",
                Long.toHexString(wrId));
    }

    private void owe(final Link link, final boolean reads, final int slices) {
        if (link != owed || reads != owedReads) {
            giveBack();
            owed = link;
            owedReads = reads;
        }
        owedSlices += slices;
    }

    /** Gives back the credit that is still owed. */
    void giveBack() {
        if (owedSlices > 0) {
            owed.credits().giveBack(owedSlices, owedReads);
            owedSlices = 0;
        }
        owed = null;
    }

    /** The first cause decides: that of the transfer if it has one, then that of the connection. */
    private void fail(final Link link, final int slot, final int cause) {
        table.fail(slot);
        final boolean flushed = cause == (Cause.WORK_REQUEST | WcStatus.WR_FLUSH_ERR);
        if (flushed && link.cause() == Cause.NONE) {
            core.takeEvents(); // what the flush came from may be told there
        }
        final int decided = flushed && link.cause() != Cause.NONE ? Cause.carriedByConnection(link.cause()) : cause;
        long word;
        do {
            word = table.word(slot);
        } while (TransferWord.state(word) == TransferWord.ACTIVE && !table.compareAndSetWord(slot, word,
                TransferWord.of(TransferWord.generation(word), decided, TransferWord.STOPPED)));
        core.ends().fail(link, cause);
    }

    /** Settles what was handed over and has nothing outstanding; the rest waits for its completions. */
    int settleHandedOver() {
        int slot = core.handOver().takeAll();
        int taken = 0;
        while (slot != TransferTable.NONE) {
            final int below = core.handOver().below(slot);
            table.takeOver(slot);
            final long closed = table.closedFed(slot);
            if ((closed & TransferTable.FED_MASK) == table.done(slot)) {
                settle(slot, closed);
            }
            taken++;
            slot = below;
        }
        return taken;
    }

    /** Ends all that is in progress on a link whose queue pairs are destroyed and whose work will not come back. */
    void settleForced(final Link link) {
        settleHandedOver();
        for (int slot = 0; slot < table.highWater(); slot++) {
            if (TransferWord.isFed(table.word(slot)) && core.linkOf(slot) == link) {
                final long closed = table.closedFed(slot);
                final long missing = (closed & TransferTable.FED_MASK) - table.done(slot);
                if (closed >= 0 && (closed & TransferTable.HANDED_OVER) == 0 && missing > 0) {
                    link.credits().giveBack((int) missing, table.opcode(slot) == WrOpcode.RDMA_READ);
                    fail(link, slot, Cause.WORK_REQUEST | WcStatus.WR_FLUSH_ERR);
                    table.addDone(slot, (int) missing);
                    settle(slot, closed);
                }
            }
        }
        for (final Lane lane : link.lanes()) {
            lane.giveBack(lane.outstanding());
        }
    }

    /** Closed, and all that was fed has come back. */
    void settle(final int slot, final long closed) {
        final Link link = core.linkOf(slot);
        final TransferListener listener = core.objects().listener(slot);
        final byte[] notification = core.objects().notification(slot);
        final long userData = table.userData(slot);
        final boolean success = (closed & TransferTable.COMPLETE) != 0 && !table.hasFailed(slot);
        if ((closed & TransferTable.STARTED) != 0) {
            link.credits().settle();
        }
        final TransferEvent event = core.records().settling(slot, link);
        releaseEntries(link, slot);
        core.objects().forget(slot);
        if (notification != null) {
            if (success) {
                link.peer().send(new LinkMessage.Notification(notification));
            } else {
                link.notificationCredits().giveBack();
            }
        }
        if (table.deadlineNs(slot) != 0) {
            core.watch(-1);
        }
        table.forget(slot);
        link.settle();
        publish(link, slot, success, listener, userData, event);
    }

    private void publish(final Link link, final int slot, final boolean success, final TransferListener listener,
            final long userData, final TransferEvent event) {
        final long bytes = table.bytes(slot);
        final long slices = table.closedFed(slot) & TransferTable.FED_MASK;
        long word;
        int cause;
        int state;
        long settled;
        do {
            word = table.word(slot);
            cause = success ? Cause.NONE : TransferWord.cause(word);
            state = success ? TransferState.SUCCEEDED : Cause.state(cause);
            settled = TransferWord.of(TransferWord.generation(word), cause, state);
        } while (!table.compareAndSetWord(slot, word, settled)); // against a cancel that comes this very moment
        if (TransferWord.state(word) == TransferWord.STOPPED && TransferWord.cause(word) == Cause.CANCELLED) {
            core.watch(-1);
        }
        // From here on, without a listener, the slot may be released and used again by anyone.
        core.counters().settled(state, bytes, slices);
        core.records().settled(event, core.id(slot, settled), state, cause);
        if (listener == null) {
            core.room().tell(); // of its pool chunks; the slot comes back when it is released
        } else {
            core.free(slot, settled, link);
            core.room().tell();
            try {
                listener.onSettled(core.id(slot, settled), state, cause, userData);
            } catch (final Throwable e) { // the caller's code: whatever it throws is reported, and the engine goes on
                core.onError(e);
            }
        }
    }

    /** Ends the uses, run by run where there are several, and gives the chunks back. */
    private void releaseEntries(final Link link, final int slot) {
        final int count = table.entryCount(slot);
        final int first = table.firstChunk(slot);
        final int local = table.localRegion(slot);
        if (local != TransferTable.NONE) {
            endUses(link, local, table.remoteRegion(slot));
        } else {
            int chunk = first;
            int chunkStart = 0;
            for (int i = 0; i < count;) {
                while (i - chunkStart >= EntryPool.ENTRIES_PER_CHUNK) {
                    chunk = pool.next(chunk);
                    chunkStart += EntryPool.ENTRIES_PER_CHUNK;
                }
                final long entry = pool.entry(chunk, i - chunkStart);
                endUses(link, Entry.localRegion(entry), Entry.remoteRegion(entry));
                i += Entry.run(entry);
            }
        }
        if (first != EntryPool.NONE) {
            link.chunksHeld().giveBack(EntryPool.chunksFor(count));
            pool.giveBack(first);
        }
    }

    private void endUses(final Link link, final int local, final int remote) {
        core.regions().at(local).uses().end();
        link.regions().at(remote).uses().end();
    }
}
