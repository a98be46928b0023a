package io.sluice.pipeline;

import com.lmax.disruptor.Sequence;
import io.sluice.pipeline.transfer.Entry;
import io.sluice.pipeline.transfer.EntryPool;
import io.sluice.pipeline.transfer.TransferTable;
import io.sluice.pipeline.transfer.TransferWord;
import io.sluice.policies.SlicePolicy;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The way of a transfer from the caller into its slot and, if it may, into the ring. Any thread; never blocks; its work
 * is bounded. Either everything is taken (slot, pool chunks, uses of regions, notification credit) or nothing.
 */
final class Submission {
    private static final int MOST_NOTIFICATION_BYTES = 65_536;

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
        checkRegions(0, link, local, remote);
        final int slot = takeSlot(link);
        if (slot < 0) {
            return slot;
        }
        final int code;
        try {
            code = beginUses(0, local, remote);
        } catch (final IllegalArgumentException e) {
            giveBack(link, slot, EntryPool.NONE, 0, ResultCode.OK);
            throw e;
        }
        if (code != ResultCode.OK) {
            return giveBack(link, slot, EntryPool.NONE, 0, code);
        }
        final UnsafeBuffer buffer = table.buffer();
        final int at = table.inlineEntry(slot);
        Entry.put(buffer, at, local.address() + localOffset, remote.address() + remoteOffset, length,
                local.region().lkey(), remote.rkey());
        Entry.uses(buffer, at, local.number(), remote.index());
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
        if (notification != null && notification.length > MOST_NOTIFICATION_BYTES) {
            return ResultCode.TOO_LARGE;
        }
        final int count = entries.size();
        final int chunks = count > 1 ? EntryPool.chunksFor(count) : 0;
        if (chunks > pool.chunks()) {
            return ResultCode.TOO_LARGE;
        }
        for (int i = 0; i < count; i++) {
            if (i == 0 || entries.local(i) != entries.local(i - 1) || entries.remote(i) != entries.remote(i - 1)) {
                checkRegions(i, link, entries.local(i), entries.remote(i));
            }
        }
        final int slot = takeSlot(link);
        if (slot < 0) {
            return slot;
        }
        final int first = takeChunks(link, chunks);
        if (first == EntryPool.NONE && chunks > 0) {
            return giveBack(link, slot, EntryPool.NONE, 0, backPressured());
        }
        int code = ResultCode.OK;
        if (notification != null) {
            code = reserveNotification(link);
        }
        if (code == ResultCode.OK) {
            code = copy(entries, slot, first, notification != null);
            if (code != ResultCode.OK && notification != null) {
                link.giveBackNotificationCredit();
            }
        }
        if (code != ResultCode.OK) {
            return giveBack(link, slot, first, chunks, code);
        }
        return launch(link, slot, op, count, first, slices, timeoutNs, listener, userData,
                notification == null ? null : notification.clone());
    }

    int notify(final Link link, final byte[] message) {
        if (message.length > MOST_NOTIFICATION_BYTES) {
            return ResultCode.TOO_LARGE;
        }
        if (!link.isOpen() || core.isClosing()) {
            return link.state() == 0 ? ResultCode.NOT_CONNECTED : ResultCode.CLOSED;
        }
        final int code = reserveNotification(link);
        if (code == ResultCode.OK) {
            link.peer().notification(message.clone());
        }
        return code;
    }

    private void checkRegions(final int index, final Link link, final LocalRegion local, final RemoteRegion remote) {
        if (local.engine() != engine) {
            throw new IllegalArgumentException("entry " + index + ": " + local + " is registered on another engine");
        }
        if (remote.link() != link) {
            throw new IllegalArgumentException("entry " + index + ": " + remote + " belongs to another connection");
        }
        if (!local.isOpen() && !core.isClosing()) { // closing ends all registrations: the answer is CLOSED then
            throw new IllegalArgumentException(
                    "entry " + index + ": " + local + " is deregistered, or its memory is closed");
        }
    }

    private int takeSlot(final Link link) {
        if (!link.isOpen()) {
            return link.state() == 0 ? ResultCode.NOT_CONNECTED : ResultCode.CLOSED;
        }
        if (core.isClosing()) {
            return ResultCode.CLOSED;
        }
        final Sequence held = link.slotsHeld();
        if (held.get() >= table.free()) {
            return backPressured();
        }
        final int slot = table.take();
        if (slot == TransferTable.NONE) {
            return backPressured();
        }
        held.incrementAndGet(); // a full fence: either we see that it closes, or the closer sees the slot
        return core.isClosing() ? (int) giveBack(link, slot, EntryPool.NONE, 0, ResultCode.CLOSED) : slot;
    }

    private int takeChunks(final Link link, final int chunks) {
        if (chunks == 0) {
            return EntryPool.NONE;
        }
        final Sequence held = link.chunksHeld();
        final boolean alone = held.get() == 0 && pool.freeChunks() == pool.chunks();
        if (!alone && held.get() + chunks > pool.freeChunks()) {
            return EntryPool.NONE;
        }
        final int first = pool.take(chunks);
        if (first != EntryPool.NONE) {
            held.addAndGet(chunks);
        }
        return first;
    }

    private static int reserveNotification(final Link link) {
        if (!link.takesNotifications()) {
            return ResultCode.NO_NOTIFICATION_SLOT;
        }
        return link.takeNotificationCredit() ? ResultCode.OK : ResultCode.BACK_PRESSURED;
    }

    private int backPressured() {
        core.counters().backPressured();
        return ResultCode.BACK_PRESSURED;
    }

    private long giveBack(final Link link, final int slot, final int firstChunk, final int chunks, final int code) {
        if (firstChunk != EntryPool.NONE) {
            pool.giveBack(firstChunk);
            link.chunksHeld().addAndGet(-chunks);
        }
        core.free(slot, table.word(slot), link);
        return code;
    }

    /** Copies the entries into the slot or its chunks, and begins the uses; on failure ends those that it began. */
    private int copy(final EntryList entries, final int slot, final int firstChunk, final boolean notifies) {
        final int count = entries.size();
        int chunk = firstChunk;
        LocalRegion local = null;
        RemoteRegion remote = null;
        for (int i = 0; i < count; i++) {
            if (i > 0 && i % EntryPool.ENTRIES_PER_CHUNK == 0) {
                chunk = pool.next(chunk);
            }
            final UnsafeBuffer buffer = count == 1 ? table.buffer() : pool.buffer(chunk);
            final int at = count == 1
                    ? table.inlineEntry(slot)
                    : pool.entry(chunk, i % EntryPool.ENTRIES_PER_CHUNK);
            buffer.putBytes(at, entries.entries(), i * Entry.SIZE, Entry.SIZE);
            if (entries.local(i) == local && entries.remote(i) == remote) {
                Entry.uses(buffer, at, Entry.NO_REGION, Entry.NO_REGION);
                continue;
            }
            local = entries.local(i);
            remote = entries.remote(i);
            int code;
            try {
                code = beginUses(i, local, remote);
            } catch (final IllegalArgumentException e) {
                undoUses(entries, i);
                giveBackAfterThrow(slot, firstChunk, count, remote.link());
                if (notifies) {
                    remote.link().giveBackNotificationCredit();
                }
                throw e;
            }
            if (code != ResultCode.OK) {
                if (code == ResultCode.NOT_FOUND) {
                    entries.refused(i);
                }
                undoUses(entries, i);
                return code;
            }
            Entry.uses(buffer, at, local.number(), remote.index());
        }
        return ResultCode.OK;
    }

    private void giveBackAfterThrow(final int slot, final int firstChunk, final int count, final Link link) {
        giveBack(link, slot, firstChunk, firstChunk == EntryPool.NONE ? 0 : EntryPool.chunksFor(count), 0);
    }

    private int beginUses(final int index, final LocalRegion local, final RemoteRegion remote) {
        if (!local.uses().begin()) {
            if (core.isClosing()) {
                return ResultCode.CLOSED;
            }
            throw new IllegalArgumentException("entry " + index + ": " + local + " is deregistered");
        }
        if (!remote.uses().begin()) {
            local.uses().undo();
            return ResultCode.NOT_FOUND;
        }
        return ResultCode.OK;
    }

    private static void undoUses(final EntryList entries, final int before) {
        for (int i = 0; i < before; i++) {
            if (i == 0 || entries.local(i) != entries.local(i - 1) || entries.remote(i) != entries.remote(i - 1)) {
                entries.local(i).uses().undo();
                entries.remote(i).uses().undo();
            }
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
        core.own(slot, link, policy, listener, notification);
        table.prepare(slot, op.opcode(), count, firstChunk, deadlineNs, userData);
        link.accept();
        final long active = TransferWord.of(TransferWord.generation(table.word(slot)), 0, TransferWord.ACTIVE);
        table.putWord(slot, active);
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
        return core.id(slot, active);
    }
}
