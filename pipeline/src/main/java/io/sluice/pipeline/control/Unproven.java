package io.sluice.pipeline.control;

import io.sluice.pipeline.control.HandshakeException.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * The sockets of a listener that have not proven who they are. So many at a time: peers that all dial at once wait in the
 * listener's backlog for a moment, and who has been silent for longer than that moment gives way.
 */
final class Unproven {
    static final int MOST = 64;
    static final long GRACE_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private record Guest(Attempt attempt, long sinceNs) {}

    /** In the order in which they came. Under this object's monitor. */
    private final Deque<Guest> guests = new ArrayDeque<>();

    private boolean closed;

    /** Waits until one more may come, or none any more; the oldest is turned out if its time is over. */
    void awaitRoom() throws InterruptedException {
        for (Attempt silent = turnOut(); silent != null; silent = turnOut()) {
            silent.abort(Kind.REFUSED);
        }
    }

    /** Null when there is room. */
    private synchronized Attempt turnOut() throws InterruptedException {
        while (guests.size() >= MOST && !closed) {
            final long leftNs = GRACE_NS - (System.nanoTime() - guests.element().sinceNs);
            if (leftNs <= 0) {
                return guests.remove().attempt;
            }
            TimeUnit.NANOSECONDS.timedWait(this, leftNs);
        }
        return null;
    }

    /** By the listener alone, after {@link #awaitRoom}; {@link #remove} must follow. */
    synchronized void add(final Attempt attempt) {
        guests.add(new Guest(attempt, System.nanoTime()));
    }

    /** Nobody need wait any more. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** It has proven itself, or is gone. */
    synchronized void remove(final Attempt attempt) {
        if (guests.removeIf(guest -> guest.attempt == attempt)) {
            notifyAll();
        }
    }
}
