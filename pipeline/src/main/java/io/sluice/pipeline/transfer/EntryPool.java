package io.sluice.pipeline.transfer;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.agrona.UnsafeApi;

/**
 * Memory for the entries of vectored transfers: chunks of 64 entries, linked where a transfer needs more than one. Taken
 * by submitters, given back by the poll thread.
 *
 * <pre>
 *   chunk:  | link of the free list (long) | next (int) | padding | Entry 0 | Entry 1 | ... | Entry 63 |
 * </pre>
 */
public final class EntryPool {
    /** Entries of a chunk. */
    public static final int ENTRIES_PER_CHUNK = 64;
    /** No chunk. */
    public static final int NONE = FreeList.NONE;

    private static final int NEXT = Long.BYTES;
    private static final int HEADER = 64;
    /** A multiple of the cache line. */
    private static final int CHUNK_SIZE = HEADER + ENTRIES_PER_CHUNK * Entry.SIZE;

    /** Lives as long as this object is reachable. */
    private final MemorySegment memory;
    private final long first;
    private final int chunks;
    private final FreeList free;

    /** @param bytes about what it occupies; at least one chunk */
    public EntryPool(final long bytes) {
        chunks = Math.clamp(bytes / CHUNK_SIZE, 1, Integer.MAX_VALUE);
        memory = Arena.ofAuto().allocate((long) chunks * CHUNK_SIZE, HEADER);
        first = memory.address();
        free = new FreeList(first, CHUNK_SIZE, chunks);
    }

    public int chunks() {
        return chunks;
    }

    /** Chunks nobody holds. */
    public int freeChunks() {
        return free.free();
    }

    public long bytes() {
        return memory.byteSize();
    }

    public long freeBytes() {
        return (long) freeChunks() * CHUNK_SIZE;
    }

    /** Chunks that so many entries need. */
    public static int chunksFor(final int entries) {
        return (entries + ENTRIES_PER_CHUNK - 1) / ENTRIES_PER_CHUNK;
    }

    /**
     * Takes linked chunks, all or none. Any thread.
     *
     * @param count 1 or more
     * @return the first, or {@link #NONE}
     */
    public int take(final int count) {
        int last = NONE;
        for (int i = 0; i < count; i++) {
            final int chunk = free.take();
            if (chunk == NONE) {
                giveBack(last);
                return NONE;
            }
            UnsafeApi.putInt(at(chunk) + NEXT, last);
            last = chunk;
        }
        return last;
    }

    /** Gives back a chunk and all that are linked behind it. {@link #NONE}: nothing. */
    public void giveBack(final int chunk) {
        for (int here = chunk; here != NONE;) {
            final int following = next(here);
            free.giveBack(here);
            here = following;
        }
    }

    /** The chunk behind that one. By its owner. */
    public int next(final int chunk) {
        return UnsafeApi.getInt(at(chunk) + NEXT);
    }

    /** The address of an entry of a chunk. */
    public long entry(final int chunk, final int index) {
        return at(chunk) + HEADER + (long) index * Entry.SIZE;
    }

    private long at(final int chunk) {
        return first + (long) chunk * CHUNK_SIZE;
    }
}
