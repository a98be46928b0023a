package io.sluice.pipeline.transfer;

import com.lmax.disruptor.Sequence;
import java.nio.ByteBuffer;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The slots of transfers, 256 bytes each, off-heap. Which thread writes what decides the cache line:
 *
 * <pre>
 *   line 0   word, and what the submitter writes once before it makes the slot ACTIVE: opcode, entries,
 *            deadline, total; closedFed, written by the holder of the feed flag with release
 *   line 1   the cursor and the links of the waiting list: under the connection's feed flag
 *   line 2   done and what else the poll thread keeps: the poll thread alone
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
    public static final int NONE = -1;
    /** Bit of closedFed: the slot is on its way to the poll thread, which alone may settle it then. */
    public static final long HANDED_OVER = 1L << 62;
    /** Bit of closedFed: the cursor had reached the end. */
    public static final long COMPLETE = 1L << 61;
    /** Bit of closedFed: the transfer counts as one in flight on its connection. */
    public static final long STARTED = 1L << 60;
    /** The bits of closedFed that count. */
    public static final long FED_MASK = STARTED - 1;

    private static final int SLOT_SIZE = 256;
    private static final int WORD = 0;
    private static final int CLOSED_FED = WORD + Long.BYTES;
    private static final int ENTRY_COUNT = CLOSED_FED + Long.BYTES;
    private static final int FIRST_CHUNK = ENTRY_COUNT + Integer.BYTES;
    private static final int OPCODE = FIRST_CHUNK + Integer.BYTES;
    private static final int DEADLINE = OPCODE + Integer.BYTES + Integer.BYTES; // aligned
    private static final int USER_DATA = DEADLINE + Long.BYTES;
    private static final int NEXT_FREE = USER_DATA + Long.BYTES;
    private static final int TOTAL = NEXT_FREE + Integer.BYTES + Integer.BYTES; // aligned

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
    private final UnsafeBuffer buffer;
    /** Slots from here up were never used: scans stop here. Grows only; written by whoever takes a slot. */
    private final Sequence highWater = new Sequence(0);
    /** Free slots, a stack: tag in the high half against ABA, slot + 1 in the low. Any thread, compare-and-set. */
    private final Sequence freeHead = new Sequence(0);
    /** Slots taken so far, counted before they are returned; any thread, atomic add. */
    private final Sequence taken = new Sequence(0);
    /** Slots returned so far; any thread, atomic add. Read first: so the difference is never too small. */
    private final Sequence returned = new Sequence(0);

    /** @param capacity slots, 1 to {@link #MAX_SLOTS} */
    public TransferTable(final int capacity) {
        this.capacity = capacity;
        final ByteBuffer memory = ByteBuffer.allocateDirect(Math.multiplyExact(capacity, SLOT_SIZE)
                + BitUtil.CACHE_LINE_LENGTH);
        final int padding = (int) (-new UnsafeBuffer(memory).addressOffset() & BitUtil.CACHE_LINE_LENGTH - 1);
        buffer = new UnsafeBuffer(memory, padding, capacity * SLOT_SIZE);
        for (int slot = 0; slot < capacity; slot++) {
            buffer.putLong(at(slot) + WORD, TransferWord.of(1, 0, TransferWord.FREE));
        }
    }

    public int capacity() {
        return capacity;
    }

    /** Slots nobody holds; never too many of them. */
    public int free() {
        final long returnedNow = returned.get();
        return (int) Math.max(0, capacity - (taken.get() - returnedNow));
    }

    /** Slots that were ever used are below this. */
    public int highWater() {
        return (int) highWater.get();
    }

    /** Takes a free slot, the last returned first, and makes it BUILDING. {@link #NONE} if there is none. Any thread. */
    public int take() {
        final int slot = pop();
        if (slot == NONE) {
            return NONE;
        }
        taken.addAndGet(1);
        buffer.putLong(at(slot) + WORD,
                TransferWord.of(TransferWord.generation(word(slot)), 0, TransferWord.BUILDING));
        return slot;
    }

    private int pop() {
        for (;;) {
            final long head = freeHead.get();
            final int slot = (int) head - 1;
            if (slot == NONE) {
                final long fresh = highWater.get();
                if (fresh == capacity) {
                    return NONE;
                }
                if (highWater.compareAndSet(fresh, fresh + 1)) {
                    return (int) fresh;
                }
            } else {
                final int next = buffer.getIntVolatile(at(slot) + NEXT_FREE);
                if (freeHead.compareAndSet(head, retag(head) | next)) {
                    return slot;
                }
            }
        }
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
        if (!buffer.compareAndSetLong(at(slot) + WORD, expected,
                TransferWord.of(generation + 1, 0, TransferWord.FREE))) {
            return false;
        }
        if (generation + 1 == TransferWord.LAST_GENERATION) {
            return true; // retired: it stays taken for ever
        }
        long head;
        do {
            head = freeHead.get();
            buffer.putIntVolatile(at(slot) + NEXT_FREE, (int) head);
        } while (!freeHead.compareAndSet(head, retag(head) | slot + 1));
        returned.addAndGet(1);
        return true;
    }

    private static long retag(final long head) {
        return (head >>> 32) + 1 << 32;
    }

    /** With acquire: who sees a settled state sees the data. */
    public long word(final int slot) {
        return buffer.getLongAcquire(at(slot) + WORD);
    }

    /** With release: everything written to the slot before happens before others see the state. */
    public void putWord(final int slot, final long word) {
        buffer.putLongRelease(at(slot) + WORD, word);
    }

    public boolean compareAndSetWord(final int slot, final long expected, final long word) {
        return buffer.compareAndSetLong(at(slot) + WORD, expected, word);
    }

    /** Before the slot becomes ACTIVE: what it is, its cursor at the first entry, nothing fed, nothing done. */
    public void prepare(final int slot, final int opcode, final int entryCount,
            final int firstChunk, final long deadlineNs, final long userData) {
        final int base = at(slot);
        buffer.putLong(base + CLOSED_FED, -1);
        buffer.putInt(base + ENTRY_COUNT, entryCount);
        buffer.putInt(base + FIRST_CHUNK, firstChunk);
        buffer.putInt(base + OPCODE, opcode);
        buffer.putLong(base + DEADLINE, deadlineNs);
        buffer.putLong(base + USER_DATA, userData);
        cursor(slot, 0, firstChunk, 0);
        buffer.putLong(base + FED, 0);
        buffer.putInt(base + IS_STARTED, 0);
        buffer.putLong(base + DONE, 0);
        buffer.putLong(base + STOPPED_SINCE, 0);
        buffer.putInt(base + FAILED, 0);
    }

    /** Bytes of all entries. Before the slot becomes ACTIVE. */
    public void bytes(final int slot, final long total) {
        buffer.putLong(at(slot) + TOTAL, total);
    }

    public long bytes(final int slot) {
        return buffer.getLong(at(slot) + TOTAL);
    }

    public int entryCount(final int slot) {
        return buffer.getInt(at(slot) + ENTRY_COUNT);
    }

    public int firstChunk(final int slot) {
        return buffer.getInt(at(slot) + FIRST_CHUNK);
    }

    public int opcode(final int slot) {
        return buffer.getInt(at(slot) + OPCODE);
    }

    /** 0: none. */
    public long deadlineNs(final int slot) {
        return buffer.getLong(at(slot) + DEADLINE);
    }

    public long userData(final int slot) {
        return buffer.getLong(at(slot) + USER_DATA);
    }

    // Under the feed flag.

    public int nextEntry(final int slot) {
        return buffer.getInt(at(slot) + NEXT_ENTRY);
    }

    public int chunk(final int slot) {
        return buffer.getInt(at(slot) + CHUNK);
    }

    public long entryOffset(final int slot) {
        return buffer.getLong(at(slot) + ENTRY_OFFSET);
    }

    public void cursor(final int slot, final int entry, final int chunk, final long entryOffset) {
        final int base = at(slot);
        buffer.putInt(base + NEXT_ENTRY, entry);
        buffer.putInt(base + CHUNK, chunk);
        buffer.putLong(base + ENTRY_OFFSET, entryOffset);
    }

    public long fed(final int slot) {
        return buffer.getLong(at(slot) + FED);
    }

    public void fed(final int slot, final long slices) {
        buffer.putLong(at(slot) + FED, slices);
    }

    public boolean isStarted(final int slot) {
        return buffer.getInt(at(slot) + IS_STARTED) != 0;
    }

    public void start(final int slot) {
        buffer.putInt(at(slot) + IS_STARTED, 1);
    }

    public int nextWaiting(final int slot) {
        return buffer.getInt(at(slot) + NEXT_WAITING);
    }

    public void nextWaiting(final int slot, final int next) {
        buffer.putInt(at(slot) + NEXT_WAITING, next);
    }

    /** Link of the stack of transfers that wait for the feed flag; ordered by the stack's head. */
    public int nextIncoming(final int slot) {
        return buffer.getInt(at(slot) + NEXT_INCOMING);
    }

    public void nextIncoming(final int slot, final int next) {
        buffer.putInt(at(slot) + NEXT_INCOMING, next);
    }

    /**
     * Nothing more is fed. With release; before the publish of the last slices, so that whoever sees their completions
     * sees it.
     *
     * @param how COMPLETE, HANDED_OVER, both or neither
     */
    public void close(final int slot, final long fedInAll, final long how) {
        buffer.putLongRelease(at(slot) + CLOSED_FED, fedInAll | how | (isStarted(slot) ? STARTED : 0));
    }

    /** The poll thread has taken over a slot that was handed over. */
    public void takeOver(final int slot) {
        buffer.putLongRelease(at(slot) + CLOSED_FED, closedFed(slot) & ~HANDED_OVER);
    }

    /** With acquire. */
    public long closedFed(final int slot) {
        return buffer.getLongAcquire(at(slot) + CLOSED_FED);
    }

    /** Link of the stack of slots handed over to the poll thread; ordered by the stack's head. */
    public int nextHandedOver(final int slot) {
        return buffer.getInt(at(slot) + NEXT_HANDED_OVER);
    }

    public void nextHandedOver(final int slot, final int next) {
        buffer.putInt(at(slot) + NEXT_HANDED_OVER, next);
    }

    // The poll thread alone.

    public long addDone(final int slot, final int slices) {
        final int index = at(slot) + DONE;
        final long done = buffer.getLong(index) + slices;
        buffer.putLong(index, done);
        return done;
    }

    public long done(final int slot) {
        return buffer.getLong(at(slot) + DONE);
    }

    public boolean hasFailed(final int slot) {
        return buffer.getInt(at(slot) + FAILED) != 0;
    }

    public void fail(final int slot) {
        buffer.putInt(at(slot) + FAILED, 1);
    }

    public long stoppedSinceNs(final int slot) {
        return buffer.getLong(at(slot) + STOPPED_SINCE);
    }

    public void stoppedSinceNs(final int slot, final long nanoTime) {
        buffer.putLong(at(slot) + STOPPED_SINCE, nanoTime);
    }

    /** The buffer in which {@link #inlineEntry} lies. */
    public UnsafeBuffer buffer() {
        return buffer;
    }

    public int inlineEntry(final int slot) {
        return at(slot) + INLINE_ENTRY;
    }

    private static int at(final int slot) {
        return slot * SLOT_SIZE;
    }
}
