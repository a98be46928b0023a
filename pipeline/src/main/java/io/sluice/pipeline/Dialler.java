package io.sluice.pipeline;

import io.sluice.pipeline.control.Attempt;
import io.sluice.pipeline.control.DataOpenings;
import io.sluice.pipeline.control.Greeted;
import io.sluice.pipeline.control.Handshake;
import io.sluice.pipeline.control.HandshakeException;
import io.sluice.pipeline.control.HandshakeException.Kind;
import io.sluice.pipeline.control.Hello;
import io.sluice.pipeline.control.Message;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.RejectedExecutionException;

/** The dialling end of handshakes over TCP, on the caller's thread. */
final class Dialler {
    private final EngineCore core;
    private final ControlPlane plane;

    Dialler(final EngineCore core) {
        this.core = core;
        plane = core.controlPlane();
    }

    /** @return the link, which was open */
    Link dial(final Metadata to, final long timeoutNs) throws HandshakeException {
        try (Attempt attempt = attempt(timeoutNs)) {
            final TcpHandshake handshake = new TcpHandshake(core, plane, attempt);
            try {
                final SocketChannel socket = connect(to, attempt);
                final Greeted peer = Handshake.dial(socket, core.identity(), core.config().secret());
                return await(connect(handshake, peer, socket, attempt), attempt);
            } catch (final IOException | HandshakeException | RuntimeException e) {
                throw handshake.explain(e, timeoutNs);
            }
        }
    }

    private Attempt attempt(final long timeoutNs) throws HandshakeException {
        try {
            return plane.attempt(timeoutNs);
        } catch (final RejectedExecutionException e) { // its threads have ended
            throw new HandshakeException(Kind.CLOSED, "the engine is closed", e);
        }
    }

    private Link connect(final TcpHandshake handshake, final Greeted peer, final SocketChannel socket,
            final Attempt attempt) throws IOException, HandshakeException {
        try (LinkBuilder builder = new LinkBuilder(core)) {
            final Hello own = builder.hello();
            peer.send(own);
            final Hello theirs = peer.expect(Hello.class);
            final Message.Session session = peer.expect(Message.Session.class);
            final InetSocketAddress address = (InetSocketAddress) socket.getRemoteAddress();
            final SocketChannel[] sockets = new SocketChannel[handshake.dataSockets(own, theirs)];
            for (int i = 0; i < sockets.length; i++) {
                sockets[i] = connect(address, attempt);
                DataOpenings.send(sockets[i], DataOpenings.proven(session.number(), i, peer.dataKey(session)));
            }
            return handshake.conclude(builder, socket, peer, own, theirs, sockets,
                    new LinkSession(session, peer.dataKey(session), address), link -> {});
        } catch (final RuntimeException e) { // no room for queue pairs, say: the peer need not wait
            peer.refuse(handshake.explain(e, 0));
            throw e;
        }
    }

    private Link await(final Link link, final Attempt attempt) throws HandshakeException {
        if (!core.duties().await(link.opened(), attempt.leftNs())) {
            attempt.abort(Thread.currentThread().isInterrupted() ? Kind.CLOSED : Kind.TIMED_OUT);
            throw new HandshakeException(Thread.currentThread().isInterrupted() ? Kind.CLOSED : Kind.TIMED_OUT,
                    Thread.currentThread().isInterrupted() ? "interrupted" : "the peer was not ready in time");
        }
        if (!link.wasOpen()) {
            throw new HandshakeException(Kind.LOST, Cause.describe(link.cause()));
        }
        return link;
    }

    private static SocketChannel connect(final Metadata to, final Attempt attempt)
            throws IOException, HandshakeException {
        final InetAddress[] addresses;
        try {
            addresses = InetAddress.getAllByName(to.host());
        } catch (final UnknownHostException e) {
            throw new HandshakeException(Kind.UNREACHABLE, "the host is not known", e);
        }
        IOException last = null;
        for (final InetAddress address : addresses) {
            try {
                return connect(new InetSocketAddress(address, to.port()), attempt);
            } catch (final ClosedChannelException e) { // by the attempt, or an interrupt
                throw e;
            } catch (final IOException e) {
                last = e;
            }
        }
        throw new HandshakeException(Kind.UNREACHABLE, last.getMessage(), last);
    }

    static SocketChannel connect(final InetSocketAddress address, final Attempt attempt) throws IOException {
        final SocketChannel socket = attempt.own(SocketChannel.open());
        try {
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            socket.connect(address);
            return socket;
        } catch (final IOException e) {
            attempt.release(socket);
            socket.close();
            throw e;
        }
    }
}
