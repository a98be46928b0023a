package io.sluice.pipeline;

import io.sluice.pipeline.control.Codec;
import io.sluice.pipeline.control.LinkMessage;
import io.sluice.pipeline.transfer.Entry;
import io.sluice.pipeline.transfer.EntryPool;
import io.sluice.pipeline.transfer.TransferTable;
import io.sluice.pipeline.transfer.TransferWord;
import io.sluice.policies.SlicePolicy;
import io.sluice.verbs.Access;

/**
 * The way of a transfer from the caller into its slot and, if it may, into the ring. Any thread; never blocks; its work
 * is bounded. Either everything is taken (slot, pool chunks, uses of regions, notification credit) or nothing.
 */
final class Submission {
    private final TransferEngine engine;
    private final EngineCore core;
    private final TransferTable table;
    private final EntryPool pool;

    Submission(final TransferEngine engine, final EngineCore core) {
        this.engine = engine;
        this.core = core;
        table = core.table();
        pool = core.pool();
    }

    /** One contiguous range. */
    long submit(final Link link, final Op op, final LocalRegion local, final long localOffset, final long length,
            final RemoteRegion remote, final long remoteOffset) {
        EntryList.check(0, local, localOffset, length, remote, remoteOffset);
        checkRegions(0, link, op, local, remote);
        final int slot = takeSlot(link, false);
        if (slot < 0) {
            return slot;
        }
        final int code;
        try {
            code = beginUses(0, local, remote);
        } catch (final IllegalArgumentException e) { // deregistered since it was checked
            giveBack(link, slot, EntryPool.NONE, 0, 0);
            throw e;
        }
        if (code != ResultCode.OK) {
            return giveBack(link, slot, EntryPool.NONE, 0, code);
        }
        final long entry = table.inlineEntry(slot);
        Entry.put(entry, local.address() + localOffset, remote.address() + remoteOffset, length,
                local.region().lkey(), remote.rkey());
        table.regions(slot, local.number(), remote.index());
        table.bytes(slot, length);
        return launch(link, slot, op, 1, EntryPool.NONE, core.blocks(), 0, null, 0, null);
    }

    /** Everything that a request may ask for. */
    long submit(final Link link, final Op op, final EntryList entries, final SlicePolicy policy, final long timeoutNs,
            final TransferListener listener, final long userData, final byte[] notification) {
        final SlicePolicy slices = policy == null ? core.blocks() : policy;
        if (slices.maxSliceLength() > core.mostSliceLength()) {
            throw new IllegalArgumentException(slices + " cuts up to " + slices.maxSliceLength()
                    + " bytes, the device takes " + core.mostSliceLength());
        }
        if (notification != null && notification.length > Codec.MOST_NOTIFICATION) {
            return ResultCode.TOO_LARGE;
        }
        final int count = entries.size();
        final int chunks = count > 1 ? EntryPool.chunksFor(count) : 0;
        if (chunks > pool.chunks()) {
            return ResultCode.TOO_LARGE;
        }
        for (int i = 0; i < count; i += entries.run(i)) {
            checkRegions(i, link, op, entries.local(i), entries.remote(i));
        }
        final int slot = takeSlot(link, notification != null);
        if (slot < 0) {
            return slot;
        }
        final int first = takeChunks(link, chunks);
        if (first == EntryPool.NONE && chunks > 0) {
            giveBackNotification(link, notification);
            giveBack(link, slot, EntryPool.NONE, 0, ResultCode.BACK_PRESSURED);
            return backPressured(link, chunks);
        }
        final int code;
        try {
            code = copy(entries, slot, first);
        } catch (final IllegalArgumentException e) { // a region was deregistered since it was checked
            giveBackNotification(link, notification);
            giveBack(link, slot, first, chunks, 0);
            throw e;
        }
        if (code != ResultCode.OK) {
            giveBackNotification(link, notification);
            return giveBack(link, slot, first, chunks, code);
        }
        table.bytes(slot, entries.bytes());
        return launch(link, slot, op, count, first, slices, timeoutNs, listener, userData,
                notification == null ? null : notification.clone());
    }

    int notify(final Link link, final byte[] message) {
        if (message.length > Codec.MOST_NOTIFICATION) {
            return ResultCode.TOO_LARGE;
        }
        if (!link.isOpen() || core.isClosing()) {
            return link.state() == 0 ? ResultCode.NOT_CONNECTED : ResultCode.CLOSED;
        }
        final int code = reserveNotification(link);
        if (code == ResultCode.OK) {
            link.peer().send(new LinkMessage.Notification(message.clone()));
        }
        return code;
    }

    private void checkRegions(final int index, final Link link, final Op op, final LocalRegion local,
            final RemoteRegion remote) {
        if (local.engine() != engine) {
            throw new IllegalArgumentException("entry " + index + ": " + local + " is registered on another engine");
        }
        if (remote.link() != link) {
            throw new IllegalArgumentException("entry " + index + ": " + remote + " belongs to another connection");
        }
        if (op == Op.READ && (local.access() & Access.LOCAL_WRITE) == 0) { // else the connection would pay for it
            throw new IllegalArgumentException("entry " + index + ": a read into " + local
                    + ", which is registered without Access.LOCAL_WRITE");
        }
        if (!local.isOpen() && link.isOpen()) { // a closed engine or connection answers CLOSED
            throw new IllegalArgumentException(
                    "entry " + index + ": " + local + " is deregistered, or its memory is closed");
        }
    }

    /** A slot, and the place of a notification before it: see {@link #backPressured}. */
    private int takeSlot(final Link link, final boolean notifies) {
        if (core.isClosing()) {
            return ResultCode.CLOSED;
        }
        if (!link.accept()) {
            return link.state() == 0 ? ResultCode.NOT_CONNECTED : ResultCode.CLOSED;
        }
        final int code = notifies ? reserveNotification(link) : ResultCode.OK;
        if (code != ResultCode.OK) {
            link.unaccept();
            return code == ResultCode.BACK_PRESSURED ? backPressured(link, 0) : code;
        }
        final long held = link.slotsHeld() - 1; // but for this one
        final int slot = held >= table.free() ? TransferTable.NONE : table.take();
        if (slot == TransferTable.NONE) {
            if (notifies) {
                link.notificationCredits().giveBack();
            }
            link.unaccept();
            return backPressured(link, 0);
        }
        return slot;
    }

    private int takeChunks(final Link link, final int chunks) {
        if (chunks == 0) {
            return EntryPool.NONE;
        }
        if (!mayTakeChunks(link, chunks)) {
            return EntryPool.NONE;
        }
        final int first = pool.take(chunks);
        if (first != EntryPool.NONE) {
            link.chunksHeld().lend(chunks);
        }
        return first;
    }

    private boolean mayTakeChunks(final Link link, final int chunks) {
        final long held = link.chunksHeld().get();
        final boolean alone = held == 0 && pool.freeChunks() == pool.chunks();
        return alone || held + chunks <= pool.freeChunks();
    }

    private static int reserveNotification(final Link link) {
        if (!link.notificationCredits().maySend()) {
            return ResultCode.NO_NOTIFICATION_SLOT;
        }
        return link.notificationCredits().take() ? ResultCode.OK : ResultCode.BACK_PRESSURED;
    }

    /**
     * When everything is given back. Who waits for room is told only if there is some: it was another submit that had it,
     * for a moment, and may be refused in its turn. Else nobody is told of what this one had taken, or two that find no
     * room would wake each other for ever. One that was refused because of it, for want of what comes earlier (place of a
     * notification, slot, chunks), is told when what this one lacks comes back: of places and slots both need one, and
     * chunks come back when a transfer settles.
     */
    private int backPressured(final Link link, final int chunks) {
        link.backPressure().refused();
        core.counters().add(EngineCounter.BACK_PRESSURED);
        if (link.slotsHeld() < table.free() && mayTakeChunks(link, chunks)) {
            core.room().tell();
        }
        return ResultCode.BACK_PRESSURED;
    }

    private long giveBack(final Link link, final int slot, final int firstChunk, final int chunks, final int code) {
        if (firstChunk != EntryPool.NONE) {
            pool.giveBack(firstChunk);
            link.chunksHeld().undo(chunks);
        }
        table.free(slot, table.word(slot));
        link.unaccept();
        if (code != ResultCode.BACK_PRESSURED) {
            core.room().tell();
        }
        return code;
    }

    /** Begins the uses and copies the entries into the slot or its chunks; on failure ends the uses that it began. */
    private int copy(final EntryList entries, final int slot, final int firstChunk) {
        final int count = entries.size();
        for (int i = 0; i < count; i += entries.run(i)) {
            int code;
            try {
                code = beginUses(i, entries.local(i), entries.remote(i));
            } catch (final IllegalArgumentException e) {
                undoUses(entries, i);
                throw e;
            }
            if (code != ResultCode.OK) {
                entries.refused(i);
                undoUses(entries, i);
                return code;
            }
        }
        if (count > 0 && entries.run(0) == count) {
            table.regions(slot, entries.local(0).number(), entries.remote(0).index());
        } else {
            table.regions(slot, TransferTable.NONE, TransferTable.NONE);
        }
        if (count == 1) {
            entries.copy(0, 1, table.inlineEntry(slot));
            return ResultCode.OK;
        }
        int chunk = firstChunk;
        for (int i = 0; i < count; i += EntryPool.ENTRIES_PER_CHUNK) {
            entries.copy(i, Math.min(EntryPool.ENTRIES_PER_CHUNK, count - i), pool.entry(chunk, 0));
            chunk = pool.next(chunk);
        }
        return ResultCode.OK;
    }

    private static void giveBackNotification(final Link link, final byte[] notification) {
        if (notification != null) {
            link.notificationCredits().giveBack();
        }
    }

    private static int beginUses(final int index, final LocalRegion local, final RemoteRegion remote) {
        if (!local.uses().begin()) {
            throw new IllegalArgumentException("entry " + index + ": " + local + " is deregistered");
        }
        if (!remote.uses().begin()) {
            local.uses().undo();
            return ResultCode.NOT_FOUND;
        }
        return ResultCode.OK;
    }

    private static void undoUses(final EntryList entries, final int before) {
        for (int i = 0; i < before; i += entries.run(i)) {
            entries.local(i).uses().undo();
            entries.remote(i).uses().undo();
        }
    }

    /** From here on the transfer exists: it settles, whatever happens. */
    private long launch(final Link link, final int slot, final Op op, final int count, final int firstChunk,
            final SlicePolicy policy, final long timeoutNs, final TransferListener listener, final long userData,
            final byte[] notification) {
        long deadlineNs = 0;
        if (timeoutNs > 0) {
            deadlineNs = core.nanoTime() + timeoutNs;
            deadlineNs = deadlineNs == 0 ? 1 : deadlineNs; // 0 stands for none
            core.watch(1);
        }
        link.backPressure().taken(link.peerName());
        core.records().submitted(slot);
        core.objects().own(slot, link, policy, listener, notification);
        table.prepare(slot, op.opcode(), count, firstChunk, deadlineNs, userData);
        final long active = TransferWord.of(TransferWord.generation(table.word(slot)), 0, TransferWord.ACTIVE);
        table.putWord(slot, active);
        begin(link, slot);
        return core.id(slot, active);
    }

    /**
     * Feeds a transfer that has just become ACTIVE, or leaves it to the poll thread. It may have been stopped already, by
     * its deadline, and it may settle, and its slot be used again, while this runs.
     */
    void begin(final Link link, final int slot) {
        final Feeder feeder = link.feeder();
        boolean waits = true;
        if (feeder.tryHold()) {
            try {
                if (link.state() >= Link.FAILED) { // since we looked; nothing is fed to it any more
                    feeder.refuse(slot, Cause.carriedByConnection(link.cause()));
                    waits = false;
                } else {
                    waits = feeder.begin(slot);
                }
            } finally {
                feeder.letGo();
            }
        } else {
            feeder.waiting().push(slot);
        }
        if (waits) {
            link.ready();
        }
        core.wakeAll();
    }
}
