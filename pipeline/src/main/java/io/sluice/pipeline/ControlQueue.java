package io.sluice.pipeline;

import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;

/**
 * Work for the poll thread that is not on the hot path: messages of peers, mostly. Any thread adds; the poll thread takes
 * in order. What one throws goes to the error handler and the next goes on.
 */
final class ControlQueue {
    private final ManyToOneConcurrentLinkedQueue<Runnable> queue = new ManyToOneConcurrentLinkedQueue<>();
    private final EngineCore core;

    ControlQueue(final EngineCore core) {
        this.core = core;
    }

    void add(final Runnable work) {
        queue.add(work);
        core.wakePoll();
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    int drain(final int limit) {
        int done = 0;
        for (; done < limit; done++) {
            final Runnable work = queue.poll();
            if (work == null) {
                break;
            }
            try {
                work.run();
            } catch (final Throwable e) {
                core.onError(e);
            }
        }
        return done;
    }
}
