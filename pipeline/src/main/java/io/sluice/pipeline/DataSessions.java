package io.sluice.pipeline;

import io.sluice.pipeline.control.Attempt;
import io.sluice.pipeline.control.DataOpenings;
import io.sluice.pipeline.control.HandshakeException;
import io.sluice.pipeline.control.HandshakeException.Kind;
import io.sluice.pipeline.control.Message;
import io.sluice.pipeline.seam.EngineSeam;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The sockets that come to the answering end with the proof of a session: those that its handshake waits for, and
 * further ones of a connection. Any thread.
 */
final class DataSessions {
    private final ConcurrentHashMap<Long, Session> sessions = new ConcurrentHashMap<>();
    /** Links that a peer dialled, as long as they live: further sockets come for them. */
    private final ConcurrentHashMap<Long, Link> links = new ConcurrentHashMap<>();
    private volatile EngineSeam.SocketHandler handler;

    /** One handshake's. */
    final class Session implements AutoCloseable {
        private final Message.Session announced;
        private final byte[] key;
        private final Attempt attempt;
        /** Under its monitor. */
        private final SocketChannel[] sockets;
        private final CountDownLatch missing;

        private Session(final Message.Session announced, final byte[] key, final int lanes, final Attempt attempt) {
            this.announced = announced;
            this.key = key;
            this.attempt = attempt;
            sockets = new SocketChannel[lanes];
            missing = new CountDownLatch(lanes);
        }

        /** Waits for all of them; the attempt owns them. */
        SocketChannel[] await() throws InterruptedException, HandshakeException {
            if (!missing.await(attempt.leftNs(), TimeUnit.NANOSECONDS)) {
                throw new HandshakeException(Kind.TIMED_OUT,
                        missing.getCount() + " of " + sockets.length + " data sockets did not come");
            }
            synchronized (sockets) {
                return sockets.clone();
            }
        }

        private void take(final Message.DataOpening opening, final SocketChannel socket, final Attempt from)
                throws HandshakeException {
            if (!DataOpenings.isProven(opening, key)) {
                throw new HandshakeException(Kind.SECRET, "a data socket without the session's proof");
            }
            synchronized (sockets) {
                if (opening.index() >= sockets.length || sockets[opening.index()] != null) {
                    throw new HandshakeException(Kind.NOT_A_PEER,
                            "a data socket for lane " + opening.index() + ", which needs none");
                }
                sockets[opening.index()] = socket;
            }
            from.release(socket);
            attempt.own(socket);
            missing.countDown();
        }

        @Override
        public void close() {
            sessions.remove(announced.number());
        }
    }

    Session expect(final Message.Session announced, final byte[] key, final int lanes, final Attempt attempt) {
        final Session session = new Session(announced, key, lanes, attempt);
        sessions.put(announced.number(), session);
        return session;
    }

    /** From here on further sockets of it are taken, until it closes. */
    void serve(final Link link) {
        if (link.session().isDialled()) {
            return;
        }
        final long number = link.session().number();
        links.put(number, link);
        link.closed().thenRun(() -> links.remove(number));
    }

    void onSocket(final EngineSeam.SocketHandler newHandler) {
        handler = newHandler;
    }

    /** A data socket that {@code from} owns: its session's attempt, or the handler, owns it then. */
    void arrived(final Message.DataOpening opening, final SocketChannel socket, final Attempt from)
            throws HandshakeException {
        final Link link = links.get(opening.session());
        if (link != null && handler != null) { // the handshake may not be off the other list yet
            final int index = link.session().accept(opening);
            from.release(socket);
            from.close();
            link.opened().join(); // the peer found it open before it opened the socket: so it is a matter of moments
            handler.opened(link.connection(), index, socket);
            return;
        }
        final Session session = sessions.get(opening.session());
        if (session == null) {
            throw new HandshakeException(Kind.SECRET, "a data socket of no session that waits for one");
        }
        session.take(opening, socket, from);
    }
}
