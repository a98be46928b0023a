package io.sluice.pipeline.ring;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The ring: many publish, every post handler sees every record and takes those of its lanes.
 *
 * <p>Claims never block. Every handler gates the ring, so one that is descheduled fills it however many credits are
 * free; a claim that is refused is treated by the caller like missing credit. The records live in one direct buffer.
 */
public final class SliceRing {
    private static final int LEAST = 8_192;
    private static final int MOST = 65_536;

    private final RingBuffer<SliceRecord> ring;

    /** Makes a ring; {@code size} is a power of two. */
    public SliceRing(final int size) {
        final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect((size + 1) * SliceRecord.SIZE));
        final int aligned = (int) (-buffer.addressOffset() & SliceRecord.SIZE - 1);
        final int[] next = { aligned };
        ring = RingBuffer.createMultiProducer(() -> {
            final SliceRecord record = new SliceRecord(buffer, next[0]);
            next[0] += SliceRecord.SIZE;
            return record;
        }, size, new BusySpinWaitStrategy()); // nobody waits on the ring: handlers poll it
    }

    /** A power of two, at least twice the credits of the completion queue, within 8,192 and 65,536. */
    public static int sizeFor(final int cqCredits) {
        final long wanted = 2L * cqCredits;
        return wanted >= MOST ? MOST : Math.max(LEAST, Integer.highestOneBit((int) wanted - 1) << 1);
    }

    public int size() {
        return ring.getBufferSize();
    }

    /** A new reader, which gates the ring from now on. Before the first publish. */
    public EventPoller<SliceRecord> newPoller() {
        final EventPoller<SliceRecord> poller = ring.newPoller();
        ring.addGatingSequences(poller.getSequence());
        return poller;
    }

    /**
     * Claims places without waiting.
     *
     * @param count 1 to the size of the ring
     * @return the highest sequence claimed, or a negative number where the ring is too full
     */
    public long tryClaim(final int count) {
        try {
            return ring.tryNext(count);
        } catch (final InsufficientCapacityException full) { // one shared instance, without a stack trace
            return -1;
        }
    }

    public SliceRecord at(final long sequence) {
        return ring.get(sequence);
    }

    /** Hands the records to the handlers: everything written before happens before they see them. */
    public void publish(final long low, final long high) {
        ring.publish(low, high);
    }

    /** Whether there is something behind what that reader has seen. Claimed counts: it is published at once. */
    public boolean isBehind(final EventPoller<SliceRecord> poller) {
        return poller.getSequence().get() < ring.getCursor();
    }

    /** The highest sequence claimed so far. */
    public long cursor() {
        return ring.getCursor();
    }

    /** Records not yet seen by all handlers. */
    public long backlog() {
        return ring.getBufferSize() - ring.remainingCapacity();
    }
}
