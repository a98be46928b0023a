package io.sluice.pipeline.discovery;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Agents publish their metadata under their name here, and look up or watch that of others.
 *
 * <p>What it promises:
 * <ul>
 * <li>A name has one entry at most. Who publishes it last has it; the registration before ends as
 * {@link PeerRegistration.State#SUPERSEDED}, after a third of a lease at the latest.
 * <li>A publisher that dies is gone for readers when its lease is over. One that lives stays, or comes back by itself,
 * whatever happens to the place meanwhile.
 * <li>A look-up answers the present, not a memory. An entry says that an agent was alive within the last lease, not that
 * it can be reached; connecting tells that.
 * <li>A watch tells each state that lasts at least once, and no state twice in a row.
 * </ul>
 *
 * <p>Entries are not secret and not signed: who may write to the place can send peers elsewhere. The engine's shared
 * secret is what tells a peer from an impostor.
 *
 * <p>Thread-safe. Has a virtual thread for each registration and each watch.
 */
public final class PeerDirectory implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeerDirectory.class);

    private final PeerStore store;
    /** Guards the fields below. */
    private final Object lock = new Object();
    /** Registrations and watches that are open. */
    private final Set<AutoCloseable> open = new HashSet<>();
    /** What was ignored and has been logged: the reason, by where it lies. */
    private final Map<String, String> ignored = new HashMap<>();
    private boolean closed;

    private PeerDirectory(final PeerStore store) {
        this.store = store;
    }

    /**
     * {@return a directory over a store}
     *
     * @param store belongs to it from now on and is closed by it
     */
    public static PeerDirectory over(final PeerStore store) {
        return new PeerDirectory(Objects.requireNonNull(store, "store"));
    }

    PeerStore store() {
        return store;
    }

    /**
     * Publishes an agent until the registration is closed; readers see it when this returns.
     *
     * @param agentName 1..255 bytes of UTF-8, no control characters, not blank
     * @param metadata  how peers reach it, see {@link io.sluice.pipeline.Metadata}
     * @return closed by the caller, or by {@link #close()}
     * @throws IOException              if the place cannot be reached or written; within the store's time-out, naming it
     * @throws IllegalArgumentException if name or metadata is none
     * @throws IllegalStateException    if this is closed
     */
    public PeerRegistration publish(final String agentName, final String metadata) throws IOException {
        PeerText.checkName(agentName);
        PeerText.checkMetadata(metadata);
        ensureOpen();
        final PeerStore.Entry entry = store.publish(agentName, metadata);
        final PeerRegistration registration = new PeerRegistration(this, entry, agentName, metadata);
        keep(registration);
        registration.start();
        return registration;
    }

    /**
     * Asks for one agent.
     *
     * @param agentName its name
     * @return its metadata, or empty if it is not there
     * @throws IOException              if the place cannot be reached or read; within the store's time-out, naming it
     * @throws IllegalArgumentException if it is no agent's name
     * @throws IllegalStateException    if this is closed
     */
    public Optional<String> lookup(final String agentName) throws IOException {
        PeerText.checkName(agentName);
        ensureOpen();
        return Optional.ofNullable(checked(store.read(agentName)).get(agentName));
    }

    /**
     * Tells a listener which agents there are and then every change, in a thread of its own, until the watch is closed.
     * While the place cannot be reached the listener hears nothing, and what it was told stays.
     *
     * @param listener told
     * @return at once; closed by the caller, or by {@link #close()}
     * @throws IllegalStateException if this is closed
     */
    public PeerWatch watch(final PeerListener listener) {
        Objects.requireNonNull(listener, "listener");
        ensureOpen();
        final PeerWatch watch = new PeerWatch(this, listener);
        keep(watch);
        watch.start();
        return watch;
    }

    /**
     * Closes all registrations and watches as their own close does, all at once, then the store. Takes as long as the store
     * needs for one removal, or for one renewal under way. Idempotent.
     */
    @Override
    public void close() {
        final List<AutoCloseable> left;
        synchronized (lock) {
            closed = true;
            left = new ArrayList<>(open);
        }
        // The executor's own close waits for all of them.
        try (var closers = Executors.newVirtualThreadPerTaskExecutor()) {
            left.forEach(each -> closers.execute(() -> closeQuietly(each)));
        }
        store.close();
    }

    void forget(final AutoCloseable registrationOrWatch) {
        synchronized (lock) {
            open.remove(registrationOrWatch);
        }
    }

    /** @return the peers of {@code contents}; what is no peer is logged when it is first seen, or seen to be another */
    Map<String, String> checked(final PeerStore.Contents contents) {
        final Map<String, String> valid = HashMap.newHashMap(contents.peers().size());
        final Map<String, String> refused = new HashMap<>(contents.ignored());
        contents.peers().forEach((name, metadata) -> {
            try {
                PeerText.checkName(name);
                PeerText.checkMetadata(metadata);
                valid.put(name, metadata);
            } catch (final IllegalArgumentException e) {
                refused.put(name, e.getMessage());
            }
        });
        synchronized (lock) {
            refused.forEach((where, why) -> {
                if (!why.equals(ignored.put(where, why))) {
                    LOG.warn("ignored in {}: {}: {}", store.place(), PeerText.shown(where), why);
                }
            });
        }
        return valid;
    }

    /** All was read, so what was not among the ignored is no more: it would be news. */
    void forgetIgnored(final PeerStore.Contents all) {
        synchronized (lock) {
            ignored.keySet()
                    .removeIf(where -> !all.ignored().containsKey(where) && !all.peers().containsKey(where));
        }
    }

    private void keep(final AutoCloseable registrationOrWatch) {
        synchronized (lock) {
            if (!closed) {
                open.add(registrationOrWatch);
                return;
            }
        }
        closeQuietly(registrationOrWatch);
        throw closedException();
    }

    private void ensureOpen() {
        synchronized (lock) {
            if (closed) {
                throw closedException();
            }
        }
    }

    private IllegalStateException closedException() {
        return new IllegalStateException("the directory of peers in " + store.place() + " is closed");
    }

    private static void closeQuietly(final AutoCloseable registrationOrWatch) {
        try {
            registrationOrWatch.close();
        } catch (final Exception e) {
            LOG.warn("while closing a directory of peers", e);
        }
    }
}
