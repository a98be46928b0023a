package io.sluice.verbs;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the objects made from a parent, so that the parent refuses to close before them. Any thread.
 *
 * <p>The count is -1 once the parent is closed: a child that comes too late is refused, so that the last look and the
 * close are one step.
 */
final class LiveChildren {
    private static final int CLOSED = -1;

    private final String parent;
    private final AtomicInteger count = new AtomicInteger();

    LiveChildren(final String parent) {
        this.parent = parent;
    }

    /** Counts one more, before the child is made. */
    void add() {
        int current;
        do {
            current = count.get();
            if (current == CLOSED) {
                throw new IllegalStateException(parent + " is closed");
            }
        } while (!count.compareAndSet(current, current + 1));
    }

    void remove() {
        count.decrementAndGet();
    }

    /** After a close that the device refused: the parent is open as before. */
    void reopen() {
        count.set(0);
    }

    boolean isClosed() {
        return count.get() == CLOSED;
    }

    /** @return false if it was closed before */
    boolean close() {
        if (count.compareAndSet(0, CLOSED)) {
            return true;
        }
        final int current = count.get();
        if (current == CLOSED) {
            return false;
        }
        throw new VerbsException(Errno.EBUSY,
                parent + " cannot close: " + current + " objects made from it are still open");
    }
}
