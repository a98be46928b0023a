package io.sluice.pipeline;

import io.sluice.pipeline.control.Attempt;
import io.sluice.pipeline.control.DataOpenings;
import io.sluice.pipeline.control.HandshakeException;
import io.sluice.pipeline.control.HandshakeException.Kind;
import io.sluice.pipeline.control.Message;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The handshakes of the answering end that wait for their data sockets, by session. Any thread. */
final class DataSessions {
    private final ConcurrentHashMap<Long, Session> sessions = new ConcurrentHashMap<>();

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

    /** A data socket that {@code from} owns: its session's attempt owns it then. */
    void arrived(final Message.DataOpening opening, final SocketChannel socket, final Attempt from)
            throws HandshakeException {
        final Session session = sessions.get(opening.session());
        if (session == null) {
            throw new HandshakeException(Kind.SECRET, "a data socket of no session that waits for one");
        }
        session.take(opening, socket, from);
    }
}
