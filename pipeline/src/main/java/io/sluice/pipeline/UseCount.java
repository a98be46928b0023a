package io.sluice.pipeline;

import com.lmax.disruptor.Sequence;
import java.lang.invoke.VarHandle;

/**
 * Counts the transfers that use a region, so that it is not taken away under them. Begun by submitters, ended by the
 * poll thread: two counters, each on its own cache line, so that neither side waits for the other's line.
 */
final class UseCount {
    /** Submitters: atomic add. */
    private final Sequence begun = new Sequence(0);
    /** Written by the poll thread alone, with release. */
    private final Sequence ended = new Sequence(0);
    /** Written by whoever closes; read after {@code begun} was raised. */
    private volatile boolean closed;

    /** False: closed, nothing was begun. */
    boolean begin() {
        begun.incrementAndGet(); // a full fence: either we see closed, or the closer sees us
        if (!closed) {
            return true;
        }
        begun.addAndGet(-1);
        return false;
    }

    /** Takes back a begin that came to nothing. By the submitter that made it. */
    void undo() {
        begun.addAndGet(-1);
    }

    /** The poll thread alone. */
    void end() {
        ended.set(ended.get() + 1);
    }

    /** Lets nothing begin from now on. */
    void close() {
        closed = true;
        VarHandle.fullFence();
    }

    /** Lets begin again. */
    void open() {
        closed = false;
    }

    boolean isClosed() {
        return closed;
    }

    long inUse() {
        final long endedNow = ended.get(); // first: so the difference is never too small
        return begun.get() - endedNow;
    }
}
