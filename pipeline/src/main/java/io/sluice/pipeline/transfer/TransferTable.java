package io.sluice.pipeline.transfer;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.agrona.UnsafeApi;

/**
 * The slots of transfers, 256 bytes each, off-heap. Which thread writes what decides the cache line:
 *
 * <pre>
 *   line 0   word, and what the submitter writes once before it makes the slot ACTIVE: opcode, entries,
 *            their regions, deadline, total; the link of the free list;
 *            closedFed, written by the holder of the feed flag with release
 *   line 1   the cursor and the links of the waiting list: under the connection's feed flag
 *   line 2   done and what else the poll thread keeps, all 0 while the slot is free: the poll thread alone, but for the
 *            link of what is handed over to it
 *   line 3   the entry of a transfer that has only one
 * </pre>
 *
 * <p>The word is compare-and-set by anyone who decides an outcome; the poll thread alone makes it a settled state.
 * {@code closedFed} is -1 while slices may still be fed, then the number that were, and how it came to that.
 */
public final class TransferTable {
    /** Most slots: 20 bits. */
    public static final int MAX_SLOTS = 1 << 20;
    /** No slot. */
    public static final int NONE = FreeList.NONE;
    /** Bit of closedFed: the slot is on its way to the poll thread, which alone may settle it then. */
    public static final long HANDED_OVER = 1L << 62;
    /** Bit of closedFed: the cursor had reached the end. */
    public static final long COMPLETE = 1L << 61;
    /** Bit of closedFed: the transfer counts as one in flight on its connection. */
    public static final long STARTED = 1L << 60;
    /** The bits of closedFed that count. */
    public static final long FED_MASK = STARTED - 1;

    private static final int LINE = 64;
    private static final int SLOT_SIZE = 4 * LINE;
    private static final int WORD = 0;
    private static final int CLOSED_FED = WORD + Long.BYTES;
    private static final int ENTRY_COUNT = CLOSED_FED + Long.BYTES;
    private static final int FIRST_CHUNK = ENTRY_COUNT + Integer.BYTES;
    private static final int OPCODE = FIRST_CHUNK + Integer.BYTES;
    private static final int LOCAL_REGION = OPCODE + Integer.BYTES;
    private static final int DEADLINE = LOCAL_REGION + Integer.BYTES;
    private static final int USER_DATA = DEADLINE + Long.BYTES;
    private static final int TOTAL = USER_DATA + Long.BYTES;
    /** In the place of the total: where that is known the slot is taken. */
    private static final int NEXT_FREE = TOTAL;
    private static final int REMOTE_REGION = TOTAL + Long.BYTES;

    private static final int NEXT_ENTRY = 64;
    private static final int CHUNK = NEXT_ENTRY + Integer.BYTES;
    private static final int ENTRY_OFFSET = CHUNK + Integer.BYTES;
    private static final int FED = ENTRY_OFFSET + Long.BYTES;
    private static final int NEXT_INCOMING = FED + Long.BYTES;
    private static final int NEXT_WAITING = NEXT_INCOMING + Integer.BYTES;
    private static final int IS_STARTED = NEXT_WAITING + Integer.BYTES;

    private static final int DONE = 128;
    private static final int STOPPED_SINCE = DONE + Long.BYTES;
    private static final int FAILED = STOPPED_SINCE + Long.BYTES;
    private static final int NEXT_HANDED_OVER = FAILED + Integer.BYTES;

    private static final int INLINE_ENTRY = 192;

    private final int capacity;
    /** Lives as long as this object is reachable. */
    private final MemorySegment memory;
    private final long first;
    private final FreeList free;

    /** @param capacity slots, 1 to {@link #MAX_SLOTS} */
    public TransferTable(final int capacity) {
        this.capacity = capacity;
        memory = Arena.ofAuto().allocate((long) capacity * SLOT_SIZE, LINE);
        first = memory.address();
        free = new FreeList(first + NEXT_FREE, SLOT_SIZE, capacity);
        for (int slot = 0; slot < capacity; slot++) {
            UnsafeApi.putLong(at(slot) + WORD, TransferWord.of(1, 0, TransferWord.FREE));
        }
    }

    public int capacity() {
        return capacity;
    }

    /** Slots nobody holds. */
    public int free() {
        return free.free();
    }

    /** Slots that were ever used are below this: scans stop here. */
    public int highWater() {
        return free.highWater();
    }

    /** Takes a free slot, the last returned first, and makes it BUILDING. {@link #NONE} if there is none. Any thread. */
    public int take() {
        final int slot = free.take();
        if (slot != NONE) {
            UnsafeApi.putLong(at(slot) + WORD,
                    TransferWord.of(TransferWord.generation(word(slot)), 0, TransferWord.BUILDING));
        }
        return slot;
    }

    /**
     * Ends a generation: the ids of it are stale from now on, and the slot may be taken again, unless its generations
     * are used up.
     *
     * @param expected the word that the caller saw; only one caller wins
     * @return whether this call did it
     */
    public boolean free(final int slot, final long expected) {
        final long generation = TransferWord.generation(expected);
        if (!compareAndSetWord(slot, expected, TransferWord.of(generation + 1, 0, TransferWord.FREE))) {
            return false;
        }
        if (generation + 1 < TransferWord.LAST_GENERATION) { // else it is retired: it stays taken for ever
            free.giveBack(slot);
        }
        return true;
    }

    /** With acquire: who sees a settled state sees the data. */
    public long word(final int slot) {
        return UnsafeApi.getLongAcquire(null, at(slot) + WORD);
    }

    /** With release: everything written to the slot before happens before others see the state. */
    public void putWord(final int slot, final long word) {
        UnsafeApi.putLongRelease(null, at(slot) + WORD, word);
    }

    public boolean compareAndSetWord(final int slot, final long expected, final long word) {
        return UnsafeApi.compareAndSetLong(null, at(slot) + WORD, expected, word);
    }

    /** Before the slot becomes ACTIVE: what it is, its cursor at the first entry, nothing fed. */
    public void prepare(final int slot, final int opcode, final int entryCount,
            final int firstChunk, final long deadlineNs, final long userData) {
        final long base = at(slot);
        UnsafeApi.putLong(base + CLOSED_FED, -1);
        UnsafeApi.putInt(base + ENTRY_COUNT, entryCount);
        UnsafeApi.putInt(base + FIRST_CHUNK, firstChunk);
        UnsafeApi.putInt(base + OPCODE, opcode);
        UnsafeApi.putLong(base + DEADLINE, deadlineNs);
        UnsafeApi.putLong(base + USER_DATA, userData);
        cursor(slot, 0, firstChunk, 0);
        UnsafeApi.putLong(base + FED, 0);
        UnsafeApi.putInt(base + IS_STARTED, 0);
    }

    /** Bytes of all entries. Before the slot becomes ACTIVE. */
    public void bytes(final int slot, final long total) {
        UnsafeApi.putLong(at(slot) + TOTAL, total);
    }

    public long bytes(final int slot) {
        return UnsafeApi.getLong(at(slot) + TOTAL);
    }

    /**
     * The regions of all entries where these are one run, of which the transfer holds one use each; {@link #NONE} twice
     * where they are none or several: then their runs name them. Before the slot becomes ACTIVE.
     */
    public void regions(final int slot, final int local, final int remote) {
        final long base = at(slot);
        UnsafeApi.putInt(base + LOCAL_REGION, local);
        UnsafeApi.putInt(base + REMOTE_REGION, remote);
    }

    public int localRegion(final int slot) {
        return UnsafeApi.getInt(at(slot) + LOCAL_REGION);
    }

    public int remoteRegion(final int slot) {
        return UnsafeApi.getInt(at(slot) + REMOTE_REGION);
    }

    public int entryCount(final int slot) {
        return UnsafeApi.getInt(at(slot) + ENTRY_COUNT);
    }

    public int firstChunk(final int slot) {
        return UnsafeApi.getInt(at(slot) + FIRST_CHUNK);
    }

    public int opcode(final int slot) {
        return UnsafeApi.getInt(at(slot) + OPCODE);
    }

    /** 0: none. */
    public long deadlineNs(final int slot) {
        return UnsafeApi.getLong(at(slot) + DEADLINE);
    }

    public long userData(final int slot) {
        return UnsafeApi.getLong(at(slot) + USER_DATA);
    }

    // Under the feed flag.

    public int nextEntry(final int slot) {
        return UnsafeApi.getInt(at(slot) + NEXT_ENTRY);
    }

    public int chunk(final int slot) {
        return UnsafeApi.getInt(at(slot) + CHUNK);
    }

    public long entryOffset(final int slot) {
        return UnsafeApi.getLong(at(slot) + ENTRY_OFFSET);
    }

    public void cursor(final int slot, final int entry, final int chunk, final long entryOffset) {
        final long base = at(slot);
        UnsafeApi.putInt(base + NEXT_ENTRY, entry);
        UnsafeApi.putInt(base + CHUNK, chunk);
        UnsafeApi.putLong(base + ENTRY_OFFSET, entryOffset);
    }

    public long fed(final int slot) {
        return UnsafeApi.getLong(at(slot) + FED);
    }

    public void fed(final int slot, final long slices) {
        UnsafeApi.putLong(at(slot) + FED, slices);
    }

    public boolean isStarted(final int slot) {
        return UnsafeApi.getInt(at(slot) + IS_STARTED) != 0;
    }

    public void start(final int slot) {
        UnsafeApi.putInt(at(slot) + IS_STARTED, 1);
    }

    public int nextWaiting(final int slot) {
        return UnsafeApi.getInt(at(slot) + NEXT_WAITING);
    }

    public void nextWaiting(final int slot, final int next) {
        UnsafeApi.putInt(at(slot) + NEXT_WAITING, next);
    }

    /** Link of the stack of transfers that wait for the feed flag; ordered by the stack's head. */
    public int nextIncoming(final int slot) {
        return UnsafeApi.getInt(at(slot) + NEXT_INCOMING);
    }

    public void nextIncoming(final int slot, final int next) {
        UnsafeApi.putInt(at(slot) + NEXT_INCOMING, next);
    }

    /**
     * Nothing more is fed. With release; before the publish of the last slices, so that whoever sees their completions
     * sees it.
     *
     * @param how COMPLETE, HANDED_OVER, both or neither
     */
    public void close(final int slot, final long fedInAll, final long how) {
        UnsafeApi.putLongRelease(null, at(slot) + CLOSED_FED, fedInAll | how | (isStarted(slot) ? STARTED : 0));
    }

    /** The poll thread has taken over a slot that was handed over. */
    public void takeOver(final int slot) {
        UnsafeApi.putLongRelease(null, at(slot) + CLOSED_FED, closedFed(slot) & ~HANDED_OVER);
    }

    /** With acquire. */
    public long closedFed(final int slot) {
        return UnsafeApi.getLongAcquire(null, at(slot) + CLOSED_FED);
    }

    /** Link of the stack of slots handed over to the poll thread; ordered by the stack's head. */
    public int nextHandedOver(final int slot) {
        return UnsafeApi.getInt(at(slot) + NEXT_HANDED_OVER);
    }

    public void nextHandedOver(final int slot, final int next) {
        UnsafeApi.putInt(at(slot) + NEXT_HANDED_OVER, next);
    }

    // The poll thread alone.

    public long addDone(final int slot, final int slices) {
        final long at = at(slot) + DONE;
        final long done = UnsafeApi.getLong(at) + slices;
        UnsafeApi.putLong(at, done);
        return done;
    }

    public long done(final int slot) {
        return UnsafeApi.getLong(at(slot) + DONE);
    }

    public boolean hasFailed(final int slot) {
        return UnsafeApi.getInt(at(slot) + FAILED) != 0;
    }

    public void fail(final int slot) {
        UnsafeApi.putInt(at(slot) + FAILED, 1);
    }

    /** Clears what the poll thread keeps of a transfer that it is about to settle. */
    public void forget(final int slot) {
        final long base = at(slot);
        UnsafeApi.putLong(base + DONE, 0);
        UnsafeApi.putLong(base + STOPPED_SINCE, 0);
        UnsafeApi.putInt(base + FAILED, 0);
    }

    public long stoppedSinceNs(final int slot) {
        return UnsafeApi.getLong(at(slot) + STOPPED_SINCE);
    }

    public void stoppedSinceNs(final int slot, final long nanoTime) {
        UnsafeApi.putLong(at(slot) + STOPPED_SINCE, nanoTime);
    }

    /** The address of the entry of a transfer that has only one. */
    public long inlineEntry(final int slot) {
        return at(slot) + INLINE_ENTRY;
    }

    private long at(final int slot) {
        return first + (long) slot * SLOT_SIZE;
    }
}
