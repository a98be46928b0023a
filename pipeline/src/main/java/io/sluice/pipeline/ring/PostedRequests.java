package io.sluice.pipeline.ring;

import com.lmax.disruptor.Sequence;
import java.nio.ByteBuffer;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The work requests of one lane that are posted and not settled, oldest first, where not each of them asks for a
 * completion of its own. A queue pair completes in order, so one completion stands for all requests before it; here is
 * written down which those are.
 *
 * <p>What is posted carries instead of its {@link WrId} its place in this queue:
 *
 * <pre>
 *   63            44 43            24  23    22              0
 *   +---------------+----------------+-------+----------------+
 *   | lane (20)     | life (20)      | drain | position (23)  |
 *   +---------------+----------------+-------+----------------+
 * </pre>
 *
 * The life tells lanes apart that had the same number one after the other. Drain marks a request that stands for no slice.
 *
 * <p>Two threads use it. The post handler of the lane writes entries, then {@code published} with release, then posts. The
 * poll thread, told of a completion by the device, reads {@code published} with acquire, then entries, then raises
 * {@code settled}: before the credit of those requests goes back, so the post handler never comes to an entry that has
 * not been read. Entries that the device refused are taken back: no completion names them.
 */
public final class PostedRequests {
    /** Most requests: positions wrap far beyond. */
    public static final int MOST = 1 << 20;

    private static final int LIFE_SHIFT = 24;
    private static final int LIFE_MASK = (1 << 20) - 1;
    private static final int DRAIN = 1 << 23;
    private static final int POSITION_MASK = DRAIN - 1;

    /** Keeps the memory. */
    private final UnsafeBuffer buffer;
    private final long first;
    private final long mask;
    private final long prefix;
    /** How many were ever posted. Written by the post handler alone, with release; read by the poll thread, with acquire. */
    private final Sequence published = new Sequence(0);
    /** How many were ever settled. The poll thread alone. */
    private final Sequence settled = new Sequence(0);
    /** Written by the post handler, at most once; read by the poll thread. */
    private volatile boolean openEnded;

    /**
     * An empty queue.
     *
     * @param lane  number of the lane
     * @param life  another one for each lane that had that number; its low 20 bits count
     * @param depth requests that may be posted and not settled, 1 to {@link #MOST}
     */
    public PostedRequests(final int lane, final long life, final int depth) {
        if (depth < 1 || depth > MOST) {
            throw new IllegalArgumentException("a send queue of " + depth + " work requests is not in 1.." + MOST);
        }
        final int size = Integer.highestOneBit(2 * depth - 1);
        buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(size * Long.BYTES));
        first = buffer.addressOffset();
        mask = size - 1;
        prefix = WrId.of(lane, 0, 0) | (life & LIFE_MASK) << LIFE_SHIFT;
    }

    // The post handler.

    /**
     * Writes down a request of the chain that is being filled.
     *
     * @param index in the chain
     * @param wrId  of its slice
     * @return what to post in place of the wr_id
     */
    public long put(final int index, final long wrId) {
        final long position = published.get() + index;
        UnsafeApi.putLong(at(position), wrId);
        return prefix | position & POSITION_MASK;
    }

    /** Right before the chain is posted. */
    public void publish(final int count) {
        published.set(published.get() + count);
    }

    /**
     * The device has refused the last requests of the chain just published.
     *
     * @param count   how many
     * @param andOpen the last of those that it did take asks for no completion
     */
    public void takeBack(final int count, final boolean andOpen) {
        published.set(published.get() - count);
        if (andOpen) {
            openEnded = true;
        }
    }

    /** The wr_id of the slice of a request that was put here and is not settled. */
    public long wrId(final long posted) {
        return UnsafeApi.getLong(at(posted));
    }

    // The poll thread.

    /** Whether requests may be posted for which no completion comes by itself. */
    public boolean isOpenEnded() {
        return openEnded;
    }

    /** Whether a completion's id is of this queue. */
    public boolean isOf(final long posted) {
        return (posted ^ prefix) >>> LIFE_SHIFT == 0;
    }

    /** Whether it is the id of {@link #drain()}. */
    public static boolean isDrain(final long posted) {
        return (posted & DRAIN) != 0;
    }

    /** Whether two ids differ in their positions alone. */
    public static boolean areAlike(final long posted, final long other) {
        return (posted ^ other) >>> LIFE_SHIFT - 1 == 0;
    }

    /** An id for a request that is posted behind all others, when no further ones will follow. */
    public long drain() {
        return prefix | DRAIN | published.get() - 1 & POSITION_MASK;
    }

    /** Requests that are posted and not settled. */
    public int size() {
        return (int) (published.get() - settled.get());
    }

    /**
     * How many requests that are not settled a completion stands for, its own among them.
     *
     * @param posted the completion's id, which is of this queue
     * @return 0 if all of them are settled, or it is an id that nothing was posted with
     */
    public int upTo(final long posted) {
        final long behind = posted - settled.get() + 1 & POSITION_MASK;
        return behind <= size() ? (int) behind : 0;
    }

    /** The wr_id of the oldest request's slice. */
    public long oldest() {
        return UnsafeApi.getLong(at(settled.get()));
    }

    /** How many of the {@code most} oldest requests, 1 or more of which there are, have one wr_id from the first on. */
    public int run(final int most) {
        final long from = settled.get();
        final long wrId = UnsafeApi.getLong(at(from));
        int count = 1;
        while (count < most && UnsafeApi.getLong(at(from + count)) == wrId) {
            count++;
        }
        return count;
    }

    /** Takes the oldest requests out. */
    public void remove(final int count) {
        settled.set(settled.get() + count);
    }

    private long at(final long position) {
        return first + (position & mask) * Long.BYTES;
    }
}
