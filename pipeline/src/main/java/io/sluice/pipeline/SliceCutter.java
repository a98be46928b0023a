package io.sluice.pipeline;

import io.sluice.pipeline.transfer.Entry;
import io.sluice.pipeline.transfer.EntryPool;
import io.sluice.pipeline.transfer.TransferTable;
import io.sluice.policies.SlicePolicy;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Cuts the next slices of a transfer, from its cursor on, into arrays: before anything is claimed, since between claim
 * and publish nothing may throw. Does not move the cursor: {@link #commit} does, by as many slices as were published.
 * One a connection, used under its feed flag.
 */
final class SliceCutter {
    private final TransferTable table;
    private final EntryPool pool;
    private final int capacity;
    private final long[] localAddresses;
    private final long[] remoteAddresses;
    private final int[] lengths;
    private final int[] lkeys;
    private final int[] rkeys;
    // Where the cursor stands behind each slice.
    private final int[] entriesAfter;
    private final int[] chunksAfter;
    private final long[] offsetsAfter;
    private int count;
    private boolean complete;

    SliceCutter(final TransferTable table, final EntryPool pool, final int capacity) {
        this.table = table;
        this.pool = pool;
        this.capacity = capacity;
        localAddresses = new long[capacity];
        remoteAddresses = new long[capacity];
        lengths = new int[capacity];
        lkeys = new int[capacity];
        rkeys = new int[capacity];
        entriesAfter = new int[capacity];
        chunksAfter = new int[capacity];
        offsetsAfter = new long[capacity];
    }

    /**
     * Cuts.
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
        final int limit = Math.min(capacity, mostSlices);
        final int entryCount = table.entryCount(slot);
        int entry = table.nextEntry(slot);
        int chunk = table.chunk(slot);
        long offset = table.entryOffset(slot);
        long bytes = 0;
        count = 0;
        UnsafeBuffer buffer = entryCount <= 1 ? table.buffer() : pool.buffer(chunk);
        int at = entryCount <= 1 ? table.inlineEntry(slot) : pool.entry(chunk, entry % EntryPool.ENTRIES_PER_CHUNK);
        while (entry < entryCount && count < limit && bytes < mostBytes) {
            final long length = Entry.length(buffer, at);
            final long local = Entry.localAddress(buffer, at);
            final long remote = Entry.remoteAddress(buffer, at);
            final int lkey = Entry.lkey(buffer, at);
            final int rkey = Entry.rkey(buffer, at);
            while (offset < length && count < limit && bytes < mostBytes) {
                final int slice = next(policy, length - offset, mostLength);
                localAddresses[count] = local + offset;
                remoteAddresses[count] = remote + offset;
                lengths[count] = slice;
                lkeys[count] = lkey;
                rkeys[count] = rkey;
                offset += slice;
                bytes += slice;
                entriesAfter[count] = entry;
                chunksAfter[count] = chunk;
                offsetsAfter[count] = offset;
                count++;
            }
            if (offset >= length) {
                entry++;
                offset = 0;
                at += Entry.SIZE;
                if (entry % EntryPool.ENTRIES_PER_CHUNK == 0 && entry < entryCount) {
                    chunk = pool.next(chunk);
                    buffer = pool.buffer(chunk);
                    at = pool.entry(chunk, 0);
                }
            }
        }
        complete = entry >= entryCount;
        if (count > 0) { // the cursor behind the last slice is past empty entries and ends of entries
            entriesAfter[count - 1] = entry;
            chunksAfter[count - 1] = chunk;
            offsetsAfter[count - 1] = offset;
        }
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

    long localAddress(final int index) {
        return localAddresses[index];
    }

    long remoteAddress(final int index) {
        return remoteAddresses[index];
    }

    int length(final int index) {
        return lengths[index];
    }

    int lkey(final int index) {
        return lkeys[index];
    }

    int rkey(final int index) {
        return rkeys[index];
    }

    /** Moves the cursor behind that many of the slices cut last. */
    void commit(final int slot, final int slices) {
        table.cursor(slot, entriesAfter[slices - 1], chunksAfter[slices - 1], offsetsAfter[slices - 1]);
    }
}
