package io.sluice.pipeline.control;

import io.sluice.pipeline.control.HandshakeException.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Bounds the time of a handshake: what it owns is closed when the time is over, when somebody aborts it, or when it ends
 * without having released it; and so whoever blocks on it goes on. Safe for use by any number of threads.
 */
public final class Attempt implements AutoCloseable {
    private final CountDownLatch over = new CountDownLatch(1);
    private final List<Closeable> owned = new ArrayList<>();
    private final long endNs;
    private final Consumer<Attempt> whenOver;
    /** Why it was aborted, null: it was not. Under the monitor. */
    private Kind why;

    /**
     * @param threads   runs one task that waits
     * @param timeoutNs how long it may take
     * @param whenOver  told that it is over, however it ended
     */
    public Attempt(final Executor threads, final long timeoutNs, final Consumer<Attempt> whenOver) {
        this.whenOver = whenOver;
        endNs = System.nanoTime() + timeoutNs;
        threads.execute(() -> expire(timeoutNs));
    }

    private void expire(final long timeoutNs) {
        Thread.currentThread().setName(Thread.currentThread().getName() + " deadline");
        try {
            if (!over.await(timeoutNs, TimeUnit.NANOSECONDS)) {
                abort(Kind.TIMED_OUT);
            }
        } catch (final InterruptedException _) { // the engine is closed
            abort(Kind.CLOSED);
        }
    }

    /** ns that are left, 0 if none. */
    public long leftNs() {
        return Math.max(0, endNs - System.nanoTime());
    }

    /** Takes something over; an attempt that is over closes it at once. */
    public <C extends Closeable> C own(final C thing) {
        synchronized (this) {
            if (why == null && !isOver()) {
                owned.add(thing);
                return thing;
            }
        }
        close(thing);
        return thing;
    }

    /** The thing belongs to somebody else now. */
    public synchronized void release(final Closeable thing) {
        owned.remove(thing);
    }

    /** Ends it from outside: the first reason stays. */
    public void abort(final Kind reason) {
        final List<Closeable> closing;
        synchronized (this) {
            if (why != null || isOver()) {
                return;
            }
            why = reason;
            closing = List.copyOf(owned);
            owned.clear();
        }
        over.countDown();
        whenOver.accept(this);
        closing.forEach(Attempt::close);
    }

    /** Whether it has ended, however. */
    public boolean isOver() {
        return over.getCount() == 0;
    }

    /** Why it was aborted, null if it was not. */
    public synchronized Kind why() {
        return why;
    }

    /** It is over; what it still owns is closed. Idempotent. */
    @Override
    public void close() {
        final List<Closeable> closing;
        synchronized (this) {
            over.countDown();
            closing = List.copyOf(owned);
            owned.clear();
        }
        whenOver.accept(this);
        closing.forEach(Attempt::close);
    }

    private static void close(final Closeable thing) {
        try {
            thing.close();
        } catch (final IOException _) { // it is of no more use, whatever it says
        }
    }
}
