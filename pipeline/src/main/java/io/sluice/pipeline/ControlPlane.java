package io.sluice.pipeline;

import io.sluice.pipeline.control.Attempt;
import io.sluice.pipeline.control.ControlSocket;
import io.sluice.pipeline.control.HandshakeException.Kind;
import io.sluice.pipeline.control.Listener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * What an engine has of TCP: the listener, handshakes under way, the control sockets of its connections, and the threads
 * of all these, which are virtual. Any thread; nothing here blocks the poll thread.
 */
final class ControlPlane {
    /** Sockets that wait to be accepted: many peers may start at once, each with a few. */
    private static final int BACKLOG = 1_024;

    private final EngineCore core;
    private final String name;
    private final ExecutorService threads;
    private final DataSessions sessions = new DataSessions();
    private final Set<Attempt> attempts = ConcurrentHashMap.newKeySet();
    /** Those of {@code attempts} that peers have begun. */
    private final Set<Attempt> guests = ConcurrentHashMap.newKeySet();
    private final Set<ControlSocket> channels = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closing = new CountDownLatch(1);
    // Under the monitor.
    private boolean beats;
    private Listener listener;
    private volatile Metadata metadata;

    ControlPlane(final EngineCore core) {
        this.core = core;
        name = "sluice-" + core.config().agentName() + "-control";
        threads = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(name).factory());
    }

    ExecutorService threads() {
        return threads;
    }

    String name() {
        return name;
    }

    DataSessions sessions() {
        return sessions;
    }

    /** Binds and starts to accept, once; later calls answer the same. */
    Metadata listen() {
        final EngineConfig config = core.config();
        final InetSocketAddress address; // found outside the monitor: a name service may take its time
        try {
            address = new InetSocketAddress(InetAddress.getByName(config.bindAddress()), config.listenPort());
        } catch (final UnknownHostException e) {
            throw cannotListen(e);
        }
        synchronized (this) {
            if (closing.getCount() == 0 || !core.admission().isAccepting()) {
                throw new IllegalStateException("the engine is closed, or accepts no more connections");
            }
            if (metadata == null) {
                metadata = bind(address, config.advertisedHost() == null
                        ? config.bindAddress()
                        : config.advertisedHost());
            }
            return metadata;
        }
    }

    private Metadata bind(final InetSocketAddress address, final String host) {
        ServerSocketChannel server = null;
        try {
            server = ServerSocketChannel.open();
            server.bind(address, BACKLOG);
            final Metadata bound = new Metadata(host, ((InetSocketAddress) server.getLocalAddress()).getPort(), 0);
            final Listener starting = new Listener(server, threads, new Answerer(core, this), core.log(), name);
            starting.start();
            listener = starting;
            return bound;
        } catch (final IOException e) {
            closeQuietly(server);
            throw cannotListen(e);
        } catch (final RuntimeException | Error e) {
            closeQuietly(server);
            throw e;
        }
    }

    private UncheckedIOException cannotListen(final IOException e) {
        return new UncheckedIOException("cannot listen on " + core.config().bindAddress() + " port "
                + core.config().listenPort() + ": " + e.getMessage(), e);
    }

    private static void closeQuietly(final AutoCloseable thing) {
        try {
            if (thing != null) {
                thing.close();
            }
        } catch (final Exception _) { // it is of no more use
        }
    }

    /** Null before {@link #listen}. */
    Metadata metadata() {
        return metadata;
    }

    /** Accepts no more; handshakes that peers have begun end. */
    synchronized void stopListening() {
        if (listener != null) {
            closeQuietly(listener);
        }
        guests.forEach(guest -> guest.abort(Kind.CLOSED));
    }

    /** Bounds a handshake that a peer has begun: it ends also when no more are accepted. */
    Attempt guest(final long timeoutNs) {
        final Attempt guest = attempt(timeoutNs);
        guests.add(guest);
        if (!core.admission().isAccepting()) { // looked at after it is known: who stops sees it, or this sees the stop
            guest.abort(Kind.CLOSED);
        }
        if (guest.isOver()) {
            guests.remove(guest);
        }
        return guest;
    }

    /** Bounds a handshake; it ends with the engine. */
    Attempt attempt(final long timeoutNs) {
        final Attempt attempt = new Attempt(threads, timeoutNs, over -> {
            attempts.remove(over);
            guests.remove(over);
        });
        attempts.add(attempt);
        if (closing.getCount() == 0) {
            attempt.abort(Kind.CLOSED);
        }
        if (attempt.isOver()) { // maybe before it was added
            attempts.remove(attempt);
        }
        return attempt;
    }

    void add(final ControlSocket channel) {
        channels.add(channel);
        synchronized (this) {
            if (!beats) {
                beats = true;
                threads.execute(this::beat);
            }
        }
    }

    void remove(final ControlSocket channel) {
        channels.remove(channel);
        if (closing.getCount() == 0) {
            core.wakePoll(); // which waits for the last of them
        }
    }

    private void beat() {
        Thread.currentThread().setName(name + " heart");
        try {
            while (!threads.isShutdown()) {
                channels.forEach(ControlSocket::beat);
                TimeUnit.NANOSECONDS.sleep(core.config().heartbeatNs());
            }
        } catch (final InterruptedException _) { // the engine is closed
        }
    }

    /** The engine ends: no listener, no handshake; connections go on until they have ended. Never blocks. */
    void beginClose() {
        closing.countDown();
        stopListening();
        attempts.forEach(attempt -> attempt.abort(Kind.CLOSED));
    }

    /** Whether all control sockets are closed. */
    boolean isIdle() {
        return channels.isEmpty();
    }

    /** All is closed: the threads end. Never blocks. */
    void end() {
        beginClose();
        threads.shutdownNow();
    }

    private boolean hasStoppedListening(final long patienceNs) throws InterruptedException {
        final Listener ending;
        synchronized (this) {
            ending = listener;
        }
        return ending == null || ending.join(Duration.ofNanos(patienceNs));
    }

    /** Waits until the threads have ended. */
    void join() {
        boolean interrupted = false;
        for (;;) {
            try {
                final long patienceNs = core.config().closeTimeoutNs();
                if (hasStoppedListening(patienceNs)
                        && threads.awaitTermination(patienceNs, TimeUnit.NANOSECONDS)) {
                    break;
                }
                core.log().warn("threads of the control plane go on after the engine is closed");
                break;
            } catch (final InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
