package io.sluice.pipeline.ring;

import com.lmax.disruptor.MultiProducerSequencer;
import com.lmax.disruptor.Sequence;

/**
 * One reader of the ring: what it has not passed is not written over. Used by one thread; {@link #hasPassed} and
 * {@link #isBehind} by any.
 */
public final class SliceReader {
    private final MultiProducerSequencer sequencer;
    /** Highest sequence passed. Written by the reading thread, with release; publishers read it before they claim. */
    private final Sequence passed;

    SliceReader(final MultiProducerSequencer sequencer, final Sequence passed) {
        this.sequencer = sequencer;
        this.passed = passed;
    }

    /** The first sequence that it has not passed. */
    public long next() {
        return passed.get() + 1;
    }

    /**
     * What has been published from {@link #next()} on without a gap: whoever sees a sequence here sees its record. What
     * was published in the lap before is not taken for it.
     *
     * @param limit most records
     * @return the highest sequence, {@code next() - 1} if there is none
     */
    public long available(final int limit) {
        final long next = next();
        return sequencer.getHighestPublishedSequence(next, next + limit - 1);
    }

    /** Lets everything up to that sequence be written over. */
    public void pass(final long sequence) {
        passed.set(sequence);
    }

    /** Whether it has passed everything up to that sequence. */
    public boolean hasPassed(final long sequence) {
        return passed.get() >= sequence;
    }

    /**
     * Whether the first record that it has not passed is published. By the reading thread; does not look how far the
     * ring is claimed, for that changes hands among the publishers.
     */
    public boolean hasNext() {
        return sequencer.isAvailable(next());
    }

    /** Whether there is something that it has not passed. Claimed counts: it is published at once. */
    public boolean isBehind() {
        return passed.get() < sequencer.getCursor();
    }
}
