package io.sluice.pipeline.discovery;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a {@link PeerListener} what changes in a {@link PeerDirectory}, from a thread of its own, until it is closed.
 *
 * <p>It reads everything, compares with what it told, and tells the difference. So whatever happens in between (a lost
 * connection, a history that was compacted, a place that was emptied), the listener ends at the present state; changes
 * that follow each other fast may be told as one. Thread-safe.
 */
public final class PeerWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeerWatch.class);

    private final PeerDirectory directory;
    private final PeerListener listener;
    private final PeerStore.Reader reader;
    /** A permit: there may be something new. Released by the store's threads and by close, taken by the watch's thread. */
    private final Semaphore changes = new Semaphore(0);
    /** Held during each call of the listener: after close has had it, none begins. */
    private final ReentrantLock telling = new ReentrantLock();
    private volatile boolean closed;
    /** What the listener was told; the watch's thread only. */
    private final Map<String, String> told = new TreeMap<>();
    private boolean failing;

    PeerWatch(final PeerDirectory directory, final PeerListener listener) {
        this.directory = directory;
        this.listener = listener;
        reader = directory.store().reader(changes::release);
    }

    void start() {
        Thread.ofVirtual().name("sluice-watch").start(this::watchUntilClosed);
    }

    private void watchUntilClosed() {
        final long intervalNs = directory.store().readInterval().toNanos();
        while (!closed) {
            try {
                final PeerStore.Contents all = reader.read();
                tellDifference(directory.checked(all));
                directory.forgetIgnored(all);
                if (failing) {
                    LOG.info("peers in {} are watched again", directory.store().place());
                }
                failing = false;
            } catch (final IOException | RuntimeException e) {
                if (!failing && !closed) {
                    LOG.warn("peers could not be read, what is known stays, tried again until it works: {}",
                            e.toString());
                }
                failing = true;
            }
            try {
                changes.tryAcquire(intervalNs, TimeUnit.NANOSECONDS);
            } catch (final InterruptedException _) {
                // Nobody has this thread to interrupt it: a stray one costs one read.
                continue;
            }
            changes.drainPermits();
        }
    }

    private void tellDifference(final Map<String, String> present) {
        for (final String name : told.keySet().toArray(String[]::new)) {
            if (!present.containsKey(name)) {
                told.remove(name);
                tell(() -> listener.gone(name));
            }
        }
        new TreeMap<>(present).forEach((name, metadata) -> {
            if (!metadata.equals(told.put(name, metadata))) {
                tell(() -> listener.present(name, metadata));
            }
        });
    }

    private void tell(final Runnable call) {
        telling.lock();
        try {
            if (!closed) {
                call.run();
            }
        } catch (final RuntimeException e) {
            LOG.error("a listener of peers threw; its watch goes on", e);
        } finally {
            telling.unlock();
        }
    }

    /**
     * Ends it. No call of the listener begins after this has returned; a call under way on another thread is waited for,
     * so do not hold what the listener waits for. May be called from the listener. Idempotent.
     */
    @Override
    public void close() {
        closed = true;
        reader.close();
        changes.release();
        telling.lock();
        telling.unlock();
        directory.forget(this);
    }
}
