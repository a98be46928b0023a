package io.sluice.pipeline.control;

import io.sluice.pipeline.control.HandshakeException.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;

/**
 * Takes the sockets that peers dial, each on a thread of its own. Who has not proven himself, or not said what he has,
 * is limited in number and time, so that silent sockets keep nobody out.
 */
public final class Listener implements Closeable {
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /** What becomes of sockets. Each is called on a thread of its own, may block, and throws to have it closed. */
    public interface Guests {
        /** Bounds the time of a socket; who ends the engine aborts it. */
        Attempt attempt();

        /** Somebody is there, has proven himself and said what he has. The attempt owns the socket. */
        void greeted(Greeted peer, Hello hello, SocketChannel socket, Attempt attempt)
                throws IOException, HandshakeException;

        /** A data socket, unproven. The attempt owns the socket. */
        void data(Message.DataOpening opening, SocketChannel socket, Attempt attempt)
                throws IOException, HandshakeException;

        Identity self();

        byte[] secret();
    }

    private final ServerSocketChannel server;
    private final Executor threads;
    private final Guests guests;
    private final Logger log;
    private final String name;
    private final Unproven unproven = new Unproven();
    /** Not one of the {@code threads}, which are interrupted in the end: an accept that is interrupted loses its socket. */
    private final Thread acceptor;

    /**
     * @param server  bound
     * @param threads run what is to be done for sockets
     * @param guests  what becomes of sockets
     * @param log     one line for each socket that comes to nothing
     * @param name    for the names of threads
     */
    public Listener(final ServerSocketChannel server, final Executor threads, final Guests guests, final Logger log,
            final String name) {
        this.server = server;
        this.threads = threads;
        this.guests = guests;
        this.log = log;
        this.name = name;
        acceptor = Thread.ofVirtual().name(name + " listener").unstarted(this::acceptAll);
    }

    /** Starts to accept. Once. */
    public void start() {
        acceptor.start();
    }

    private void acceptAll() {
        boolean failing = false; // one line for a fault, however long it lasts
        while (server.isOpen()) {
            try {
                unproven.awaitRoom();
                final SocketChannel socket = server.accept();
                failing = false;
                take(socket);
            } catch (final ClosedChannelException | InterruptedException e) { // the engine takes no more
                return;
            } catch (final IOException | RuntimeException e) { // no descriptors, say: the listener must outlive it
                if (!failing && server.isOpen()) {
                    log.warn("the listener cannot take sockets: {}", e.toString());
                }
                failing = true;
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    private void take(final SocketChannel socket) throws IOException {
        final Attempt attempt;
        try {
            attempt = guests.attempt();
        } catch (final RuntimeException e) { // the engine is closing: the guest must not wait for ever
            socket.close();
            throw e;
        }
        attempt.own(socket);
        unproven.add(attempt);
        try {
            threads.execute(() -> {
                Thread.currentThread().setName(name + " handshake");
                serve(socket, attempt);
            });
        } catch (final RuntimeException e) {
            unproven.remove(attempt);
            attempt.close();
            throw e;
        }
    }

    private void serve(final SocketChannel socket, final Attempt attempt) {
        String from = "a peer";
        try {
            from = String.valueOf(socket.getRemoteAddress());
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            final FrameReader in = new FrameReader(socket);
            switch (Handshake.first(socket, in)) {
                case final Message.Opening opening -> {
                    final Greeted peer = Handshake.answer(socket, in, opening, guests.self(), guests.secret());
                    final Hello hello = peer.expect(Hello.class);
                    unproven.remove(attempt); // from here on the engine's room for queue pairs is the limit
                    guests.greeted(peer, hello, socket, attempt);
                }
                case final Message.DataOpening opening -> guests.data(opening, socket, attempt);
                default -> throw new MalformedException("out of place");
            }
        } catch (final HandshakeException | IOException | RuntimeException e) {
            final Kind why = attempt.why();
            if (why != Kind.CLOSED) {
                log.warn("socket from {} closed: {}", from, why == null ? e.getMessage() : describe(why));
            }
            attempt.close();
        } finally {
            unproven.remove(attempt);
        }
    }

    private static String describe(final Kind why) {
        return why == Kind.TIMED_OUT
                ? "the handshake was not done in time"
                : "it had proven nothing for a while, and others wait";
    }

    /** Accepts no more; idempotent. */
    @Override
    public void close() throws IOException {
        try {
            server.close();
        } finally {
            unproven.close();
        }
    }

    /**
     * Waits, after {@link #close}, until no socket is being taken any more.
     *
     * @return false if the time is over
     */
    public boolean join(final Duration patience) throws InterruptedException {
        return acceptor.join(patience);
    }
}
