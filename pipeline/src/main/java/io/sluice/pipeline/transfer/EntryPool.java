package io.sluice.pipeline.transfer;

import com.lmax.disruptor.Sequence;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Memory for the entries of vectored transfers: chunks of 64 entries, linked where a transfer needs more than one.
 *
 * <p>Taken by submitters, given back by the poll thread: a stack, compare-and-set, tagged against ABA. The links of
 * chunks that are in use are written by their owner only.
 *
 * <pre>
 *   chunk:  | next (int) | padding | Entry 0 | Entry 1 | ... | Entry 63 |
 * </pre>
 */
public final class EntryPool {
    /** Entries of a chunk. */
    public static final int ENTRIES_PER_CHUNK = 64;
    /** No chunk. */
    public static final int NONE = -1;

    private static final int HEADER = 64;
    /** A multiple of the cache line. */
    private static final int CHUNK_SIZE = HEADER + ENTRIES_PER_CHUNK * Entry.SIZE;
    /** A buffer is addressed by int; more memory than that is more than one buffer. */
    private static final int BUFFER_SHIFT = 16;
    private static final int CHUNKS_PER_BUFFER = 1 << BUFFER_SHIFT;

    private final UnsafeBuffer[] buffers;
    private final int chunks;
    /** Free chunks, a stack: tag in the high half, chunk + 1 in the low. Any thread, compare-and-set. */
    private final Sequence freeHead = new Sequence(0);
    /** Chunks from here up were never used. Any thread, compare-and-set. */
    private final Sequence highWater = new Sequence(0);
    /** Chunks taken so far, counted before they are returned; any thread, atomic add. */
    private final Sequence taken = new Sequence(0);
    /** Chunks returned so far; any thread, atomic add. Read first: so the difference is never too small. */
    private final Sequence returned = new Sequence(0);

    /** @param bytes about what it occupies; at least one chunk */
    public EntryPool(final long bytes) {
        chunks = Math.clamp(bytes / CHUNK_SIZE, 1, Integer.MAX_VALUE);
        buffers = new UnsafeBuffer[(chunks + CHUNKS_PER_BUFFER - 1) / CHUNKS_PER_BUFFER];
        for (int i = 0; i < buffers.length; i++) {
            final int here = Math.min(CHUNKS_PER_BUFFER, chunks - i * CHUNKS_PER_BUFFER);
            buffers[i] = new UnsafeBuffer(ByteBuffer.allocateDirect(here * CHUNK_SIZE));
        }
    }

    public int chunks() {
        return chunks;
    }

    /** Chunks nobody holds; never too many of them. */
    public int freeChunks() {
        final long returnedNow = returned.get();
        return (int) Math.max(0, chunks - (taken.get() - returnedNow));
    }

    public long bytes() {
        return (long) chunks * CHUNK_SIZE;
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
        int first = NONE;
        for (int i = 0; i < count; i++) {
            final int chunk = pop();
            if (chunk == NONE) {
                giveBack(first);
                return NONE;
            }
            taken.addAndGet(1);
            next(chunk, first);
            first = chunk;
        }
        return first;
    }

    /** Gives back a chunk and all that are linked behind it. {@link #NONE}: nothing. */
    public void giveBack(final int first) {
        for (int chunk = first; chunk != NONE;) {
            final int following = next(chunk);
            push(chunk);
            returned.addAndGet(1);
            chunk = following;
        }
    }

    public int next(final int chunk) {
        return buffer(chunk).getInt(offset(chunk));
    }

    private void next(final int chunk, final int following) {
        buffer(chunk).putInt(offset(chunk), following);
    }

    /** The buffer in which a chunk lies. */
    public UnsafeBuffer buffer(final int chunk) {
        return buffers[chunk >> BUFFER_SHIFT];
    }

    /** Where an entry of a chunk lies in that buffer. */
    public int entry(final int chunk, final int index) {
        return offset(chunk) + HEADER + index * Entry.SIZE;
    }

    private static int offset(final int chunk) {
        return (chunk & CHUNKS_PER_BUFFER - 1) * CHUNK_SIZE;
    }

    private int pop() {
        for (;;) {
            final long head = freeHead.get();
            final int chunk = (int) head - 1;
            if (chunk == NONE) {
                final long fresh = highWater.get();
                if (fresh == chunks) {
                    return NONE;
                }
                if (highWater.compareAndSet(fresh, fresh + 1)) {
                    return (int) fresh;
                }
            } else {
                final int following = buffer(chunk).getIntVolatile(offset(chunk));
                if (freeHead.compareAndSet(head, retag(head) | following + 1 & 0xffff_ffffL)) {
                    return chunk;
                }
            }
        }
    }

    private void push(final int chunk) {
        long head;
        do {
            head = freeHead.get();
            buffer(chunk).putIntVolatile(offset(chunk), (int) head - 1);
        } while (!freeHead.compareAndSet(head, retag(head) | chunk + 1));
    }

    private static long retag(final long head) {
        return (head >>> 32) + 1 << 32;
    }
}
