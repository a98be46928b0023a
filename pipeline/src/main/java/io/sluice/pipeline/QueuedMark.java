package io.sluice.pipeline;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Says that something is queued for the poll thread already, so that it is queued once however often it is asked.
 *
 * <p>No work is lost: a producer publishes its work, with a full fence, and then looks at the mark; the poll thread takes
 * the mark off, makes a full fence, and then looks for work. Either the producer finds it unmarked and queues it again, or
 * the poll thread finds the work.
 */
final class QueuedMark {
    /** Set by any thread, compare-and-set; cleared by the poll thread. */
    private final AtomicBoolean queued = new AtomicBoolean();

    /** True: the caller must queue it. After its work was published by a compare-and-set or a full fence. */
    boolean set() {
        return !queued.get() && queued.compareAndSet(false, true);
    }

    /** The poll thread, when it has taken it off the queue, before it looks for work. */
    void clear() {
        queued.set(false);
        VarHandle.fullFence();
    }
}
