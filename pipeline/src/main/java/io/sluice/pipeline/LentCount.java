package io.sluice.pipeline;

import com.lmax.disruptor.Sequence;

/**
 * How much of something is lent out: lent by submitters, given back by the poll thread, each side on its own cache line,
 * so that neither waits for the other's.
 */
final class LentCount {
    /** Submitters: atomic add. */
    private final Sequence lent = new Sequence(0);
    /** Written by the poll thread alone, with release. */
    private final Sequence back = new Sequence(0);

    void lend(final int more) {
        lent.addAndGet(more);
    }

    /** Takes back a lend that came to nothing. By the submitter that made it. */
    void undo(final int fewer) {
        lent.addAndGet(-fewer);
    }

    /** The poll thread alone. */
    void giveBack(final int fewer) {
        back.set(back.get() + fewer);
    }

    /** Never too small. */
    long get() {
        final long backNow = back.get(); // first
        return lent.get() - backNow;
    }
}
