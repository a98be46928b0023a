package io.sluice.pipeline.ring;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.MultiProducerSequencer;
import com.lmax.disruptor.Sequence;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The ring: many publish, every post handler sees every record and takes those of its lanes.
 *
 * <p>Claims never block. Every handler gates the ring, so one that is descheduled fills it however many credits are
 * free; a claim that is refused is treated by the caller like missing credit. The Disruptor's sequencer says who may
 * write and read what; the records themselves lie in one off-heap buffer, found by their sequence alone.
 */
public final class SliceRing {
    private static final int LEAST = 8_192;
    private static final int MOST = 65_536;
    private static final int CACHE_LINE = 64;

    private final MultiProducerSequencer sequencer;
    /** Keeps the memory. */
    private final UnsafeBuffer buffer;
    private final long first;
    private final long mask;

    /** Makes a ring; {@code size} is a power of two. */
    public SliceRing(final int size) {
        // Nobody waits on the ring: handlers poll it.
        sequencer = new MultiProducerSequencer(size, new BusySpinWaitStrategy());
        buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(size * SliceRecord.SIZE + CACHE_LINE));
        first = buffer.addressOffset() + CACHE_LINE - 1 & -CACHE_LINE;
        mask = size - 1;
    }

    /** A power of two, at least twice the credits of the completion queue, within 8,192 and 65,536. */
    public static int sizeFor(final int cqCredits) {
        final long wanted = 2L * cqCredits;
        return wanted >= MOST ? MOST : Math.max(LEAST, Integer.highestOneBit((int) wanted - 1) << 1);
    }

    public int size() {
        return sequencer.getBufferSize();
    }

    /** A new reader, which gates the ring from now on. Before the first publish. */
    public SliceReader newReader() {
        final Sequence passed = new Sequence();
        sequencer.addGatingSequences(passed);
        return new SliceReader(sequencer, passed);
    }

    /**
     * Claims places without waiting.
     *
     * @param count 1 to the size of the ring
     * @return the highest sequence claimed, or a negative number where the ring is too full
     */
    public long tryClaim(final int count) {
        try {
            return sequencer.tryNext(count);
        } catch (final InsufficientCapacityException full) { // one shared instance, without a stack trace
            return -1;
        }
    }

    /** The address of a record; see {@link SliceRecord}. */
    public long at(final long sequence) {
        return first + (sequence & mask) * SliceRecord.SIZE;
    }

    /** Hands the records to the handlers: everything written before happens before they see them. */
    public void publish(final long low, final long high) {
        sequencer.publish(low, high);
    }

    /** The highest sequence claimed so far. */
    public long cursor() {
        return sequencer.getCursor();
    }

    /** Records not yet seen by all handlers. */
    public long backlog() {
        return sequencer.getBufferSize() - sequencer.remainingCapacity();
    }
}
