package io.sluice.pipeline;

import io.sluice.pipeline.ring.SliceRecord;
import io.sluice.pipeline.ring.SliceRing;
import io.sluice.pipeline.ring.WrId;
import io.sluice.pipeline.transfer.Entry;
import io.sluice.pipeline.transfer.EntryPool;
import io.sluice.pipeline.transfer.TransferTable;
import io.sluice.pipeline.transfer.TransferWord;
import io.sluice.policies.SlicePolicy;

/**
 * Cuts the next slices of a transfer, from its cursor on, in two steps: {@link #cut} asks the policy for their lengths,
 * before anything is claimed; {@link #write} goes the same way once more and writes the records into the places claimed,
 * as many as there is room for, and moves the cursor. Nothing in the second step can throw, as must be between claim and
 * publish. One a connection, used under its feed flag.
 */
final class SliceCutter {
    private final TransferTable table;
    private final EntryPool pool;
    private final SliceRing ring;
    private final int[] lengths;
    private boolean complete;

    SliceCutter(final TransferTable table, final EntryPool pool, final SliceRing ring, final int capacity) {
        this.table = table;
        this.pool = pool;
        this.ring = ring;
        lengths = new int[capacity];
    }

    /**
     * Finds the lengths of the next slices.
     *
     * @param slot       of the transfer
     * @param policy     how
     * @param mostLength longest slice allowed
     * @param mostSlices how many at most; no more than the capacity are cut
     * @param mostBytes  stops behind the slice that reaches it
     * @return the slices cut
     * @throws SlicePolicyException if the policy throws or cuts a length that is not allowed
     */
    int cut(final int slot, final SlicePolicy policy, final int mostLength, final int mostSlices,
            final long mostBytes) {
        final int limit = Math.min(lengths.length, mostSlices);
        final int entryCount = table.entryCount(slot);
        int entry = table.nextEntry(slot);
        int chunk = table.chunk(slot);
        long offset = table.entryOffset(slot);
        long bytes = 0;
        int count = 0;
        long at = address(slot, entryCount, entry, chunk);
        while (entry < entryCount && count < limit && bytes < mostBytes) {
            final long length = Entry.length(at);
            while (offset < length && count < limit && bytes < mostBytes) {
                final int slice = next(policy, length - offset, mostLength);
                lengths[count++] = slice;
                offset += slice;
                bytes += slice;
            }
            if (offset < length) {
                break;
            }
            offset = 0;
            at += Entry.SIZE;
            if (++entry % EntryPool.ENTRIES_PER_CHUNK == 0 && entry < entryCount) {
                chunk = pool.next(chunk);
                at = pool.entry(chunk, 0);
            }
        }
        complete = entry >= entryCount;
        return count;
    }

    private static int next(final SlicePolicy policy, final long remaining, final int mostLength) {
        final int slice;
        try {
            slice = policy.nextLength(remaining);
        } catch (final Throwable e) { // the caller's code: whatever it throws, the transfer must settle
            throw new SlicePolicyException(policy.getClass().getName() + " threw for " + remaining + " bytes", e);
        }
        if (slice < 1 || slice > remaining || slice > mostLength) {
            throw new SlicePolicyException(
                    policy.getClass().getName() + " cut " + slice + " of " + remaining + " bytes: 1 to "
                            + Math.min(remaining, mostLength) + " is allowed",
                    null);
        }
        return slice;
    }

    /** Whether the slices cut last are the last of the transfer. */
    boolean isComplete() {
        return complete;
    }

    /**
     * Writes the first of the slices cut last into places of the ring, and moves the cursor behind them.
     *
     * @param slot  of the transfer
     * @param lanes which get them; as many slices as are chosen there, 1 or more
     * @param low   the first of as many places
     */
    void write(final int slot, final LaneChoice lanes, final long low) {
        final int entryCount = table.entryCount(slot);
        final int opcode = table.opcode(slot);
        final long generation = TransferWord.generation(table.word(slot));
        int entry = table.nextEntry(slot);
        int chunk = table.chunk(slot);
        long offset = table.entryOffset(slot);
        long at = address(slot, entryCount, entry, chunk);
        long length = Entry.length(at);
        int slice = 0;
        for (int run = 0; run < lanes.runs(); run++) {
            final Lane lane = lanes.lane(run);
            final int handler = lane.handler();
            final long wrId = WrId.of(lane.number(), slot, generation);
            for (final int end = slice + lanes.length(run); slice < end; slice++) {
                while (offset >= length) {
                    offset = 0;
                    at += Entry.SIZE;
                    if (++entry % EntryPool.ENTRIES_PER_CHUNK == 0) {
                        chunk = pool.next(chunk);
                        at = pool.entry(chunk, 0);
                    }
                    length = Entry.length(at);
                }
                SliceRecord.put(ring.at(low + slice), Entry.localAddress(at) + offset, Entry.remoteAddress(at) + offset,
                        lengths[slice], Entry.lkey(at), Entry.rkey(at), opcode, wrId, handler);
                offset += lengths[slice];
            }
        }
        table.cursor(slot, entry, chunk, offset);
    }

    /** Of the entry at which a cursor stands. */
    private long address(final int slot, final int entryCount, final int entry, final int chunk) {
        return entryCount <= 1 ? table.inlineEntry(slot) : pool.entry(chunk, entry % EntryPool.ENTRIES_PER_CHUNK);
    }
}
