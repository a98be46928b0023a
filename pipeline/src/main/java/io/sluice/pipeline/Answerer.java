package io.sluice.pipeline;

import io.sluice.pipeline.control.Attempt;
import io.sluice.pipeline.control.Greeted;
import io.sluice.pipeline.control.HandshakeException;
import io.sluice.pipeline.control.HandshakeException.Kind;
import io.sluice.pipeline.control.Hello;
import io.sluice.pipeline.control.Identity;
import io.sluice.pipeline.control.Listener;
import io.sluice.pipeline.control.Message;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/** The answering end of handshakes over TCP. */
final class Answerer implements Listener.Guests {
    private final EngineCore core;
    private final ControlPlane plane;

    Answerer(final EngineCore core, final ControlPlane plane) {
        this.core = core;
        this.plane = plane;
    }

    @Override
    public Identity self() {
        return core.identity();
    }

    @Override
    public byte[] secret() {
        return core.config().secret();
    }

    @Override
    public Attempt attempt() {
        return plane.guest(core.config().connectTimeoutNs());
    }

    @Override
    public void data(final Message.DataOpening opening, final SocketChannel socket, final Attempt attempt)
            throws HandshakeException {
        plane.sessions().arrived(opening, socket, attempt);
        attempt.close();
    }

    @Override
    public void greeted(final Greeted peer, final Hello theirs, final SocketChannel socket, final Attempt attempt)
            throws HandshakeException {
        final TcpHandshake handshake = new TcpHandshake(core, plane, attempt);
        try {
            if (!core.admission().isAccepting()) {
                throw new HandshakeException(Kind.REFUSED,
                        "agent " + core.config().agentName() + " does not accept connections");
            }
            try (LinkBuilder builder = new LinkBuilder(core)) {
                connect(builder, handshake, peer, socket, theirs, attempt);
            }
        } catch (final IOException | InterruptedException | HandshakeException | RuntimeException e) {
            final HandshakeException why = handshake.explain(e, core.config().connectTimeoutNs());
            peer.refuse(why);
            throw why;
        }
    }

    private void connect(final LinkBuilder builder, final TcpHandshake handshake, final Greeted peer,
            final SocketChannel socket, final Hello theirs, final Attempt attempt)
            throws IOException, InterruptedException, HandshakeException {
        final Hello own = builder.hello();
        final Message.Session announced = Greeted.newSession();
        try (DataSessions.Session session = plane.sessions().expect(announced, peer.dataKey(announced),
                handshake.dataSockets(own, theirs), attempt)) {
            peer.send(own);
            peer.send(announced);
            handshake.conclude(builder, socket, peer, own, theirs, session.await(),
                    new LinkSession(announced, peer.dataKey(announced), null), link -> {
                        if (link.wasOpen()) {
                            core.admission().arrived(link);
                        }
                    });
        }
    }
}
