package io.sluice.pipeline.discovery;

import java.io.IOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent's entry in a {@link PeerDirectory}, renewed by a thread of its own until it is closed. Thread-safe.
 *
 * <p>While the place cannot be reached, renewal is tried again and again; if the entry was lost meanwhile, it is published
 * again. Only a later publisher of the same name ends it.
 */
public final class PeerRegistration implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeerRegistration.class);
    /** Two renewals may fail before the lease is over. */
    private static final int RENEWALS_PER_LEASE = 3;

    /** How an entry stands. */
    public enum State {
        /** It was there when it was last looked at. */
        PUBLISHED,
        /** The last renewal failed; the next one is on its way. */
        UNREACHABLE,
        /** Another publisher took the name; this registration does nothing more. */
        SUPERSEDED,
        /** {@link PeerRegistration#close()} was called. */
        CLOSED
    }

    private final PeerDirectory directory;
    private final PeerStore.Entry entry;
    private final String agentName;
    private final String metadata;
    private final long renewEveryNs;
    /** Held while the entry is used, so that a renewal cannot bring back what was just removed. */
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition closing = lock.newCondition();
    /** Written under the lock. */
    private volatile State state = State.PUBLISHED;

    PeerRegistration(final PeerDirectory directory, final PeerStore.Entry entry, final String agentName,
            final String metadata) {
        this.directory = directory;
        this.entry = entry;
        this.agentName = agentName;
        this.metadata = metadata;
        renewEveryNs = directory.store().lease().toNanos() / RENEWALS_PER_LEASE;
    }

    void start() {
        Thread.ofVirtual().name("sluice-publish-" + agentName).start(this::renewUntilOver);
    }

    /** {@return the name that was published} */
    public String agentName() {
        return agentName;
    }

    /** {@return the metadata that was published} */
    public String metadata() {
        return metadata;
    }

    /** {@return how the entry stands; SUPERSEDED and CLOSED are final} */
    public State state() {
        return state;
    }

    private void renewUntilOver() {
        lock.lock();
        try {
            while (pause()) {
                renew();
            }
        } finally {
            lock.unlock();
        }
    }

    /** @return false when it is over */
    private boolean pause() {
        long leftNs = renewEveryNs;
        while (leftNs > 0 && state != State.CLOSED) {
            try {
                leftNs = closing.awaitNanos(leftNs);
            } catch (final InterruptedException _) {
                // Nobody has this thread to interrupt it: a stray one changes nothing.
                continue;
            }
        }
        return state == State.PUBLISHED || state == State.UNREACHABLE;
    }

    private void renew() {
        try {
            final boolean mine = entry.renew();
            if (state == State.UNREACHABLE) {
                LOG.info("agent {} is in {} again", agentName, directory.store().place());
            }
            state = mine ? State.PUBLISHED : State.SUPERSEDED;
            if (!mine) {
                LOG.warn("agent {} is published in {} by another one now: this registration ends", agentName,
                        directory.store().place());
                directory.forget(this);
            }
        } catch (final IOException | RuntimeException e) {
            if (state == State.PUBLISHED) {
                LOG.warn("agent {} could not be renewed, tried again until it works: {}", agentName, e.toString());
            }
            state = State.UNREACHABLE;
        }
    }

    /**
     * Ends it, and removes the entry unless another publisher has the name. Waits for a renewal under way. If the place
     * cannot be reached, that is logged, and the entry goes when its lease is over. Idempotent.
     */
    @Override
    public void close() {
        lock.lock();
        try {
            final State before = state;
            if (before == State.CLOSED) {
                return;
            }
            state = State.CLOSED;
            closing.signalAll();
            if (before != State.SUPERSEDED) {
                entry.remove();
            }
        } catch (final IOException | RuntimeException e) {
            LOG.warn("agent {} could not be removed, it goes when its lease of {} is over: {}", agentName,
                    directory.store().lease(), e.toString());
        } finally {
            lock.unlock();
            directory.forget(this);
        }
    }
}
