package io.sluice.verbs;

import io.sluice.verbs.spi.VerbsProvider;
import io.sluice.verbs.spi.VerbsProvider.CompletionQueueGrant;

/**
 * Where completions of queue pairs appear. Any number of queue pairs may share it. Safe for use by any number of
 * threads; polling is meant for one.
 */
public final class CompletionQueue implements AutoCloseable {
    private final VerbsContext context;
    private final VerbsProvider provider;
    private final long handle;
    private final int depth;
    private final LiveChildren users;
    private final boolean notifies;

    CompletionQueue(final VerbsContext context, final CompletionQueueGrant grant, final boolean notifies) {
        this.notifies = notifies;
        this.context = context;
        this.provider = context.provider();
        this.handle = grant.handle();
        this.depth = grant.depth();
        users = new LiveChildren("completion queue of " + depth + " entries");
    }

    /** {@return the completions it holds at most, as granted; one more is an overrun, which breaks it} */
    public int depth() {
        return depth;
    }

    /**
     * Takes completions, oldest first. Never blocks, allocates nothing.
     *
     * @param completions filled from index 0, at most to its capacity; its size is set
     * @return how many were taken, or a negative number when the queue overran: completions are lost, and the queue
     *         pairs that use it are in the error state
     * @throws IllegalStateException if the queue is closed
     */
    public int poll(final WorkCompletions completions) {
        if (users.isClosed()) {
            throw new IllegalStateException("poll of a closed completion queue");
        }
        final int count = provider.pollCq(handle, completions.capacity(), completions.address());
        completions.size(Math.max(0, count));
        return count;
    }

    /**
     * Asks to be told of the next completion: it runs the {@code onCompletion} that the queue was created with, once.
     * Completions that are there already do not, so poll once more before sleeping; it may also run without a
     * completion. Never blocks.
     *
     * @return false where completions may come only if the queue is polled: do not sleep
     * @throws IllegalStateException if the queue is closed, or was created without {@code onCompletion}
     */
    public boolean requestNotify() {
        if (users.isClosed()) {
            throw new IllegalStateException("notification of a closed completion queue asked for");
        }
        if (!notifies) {
            throw new IllegalStateException("the completion queue was created without onCompletion");
        }
        return provider.requestNotify(handle);
    }

    /**
     * Closes the queue. Idempotent. No thread may be polling.
     *
     * @throws VerbsException (EBUSY) while queue pairs use it
     */
    @Override
    public void close() {
        if (users.close()) {
            try {
                provider.destroyCq(handle);
            } catch (final RuntimeException e) {
                users.reopen();
                throw e;
            }
            context.childClosed();
        }
    }

    VerbsContext context() {
        return context;
    }

    /** {@return the number by which asynchronous events name this queue} */
    public long handle() {
        return handle;
    }

    void attach() {
        users.add();
    }

    void detach() {
        users.remove();
    }
}
