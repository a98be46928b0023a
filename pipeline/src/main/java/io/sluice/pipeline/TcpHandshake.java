package io.sluice.pipeline;

import io.sluice.pipeline.control.Attempt;
import io.sluice.pipeline.control.ControlSocket;
import io.sluice.pipeline.control.Greeted;
import io.sluice.pipeline.control.HandshakeException;
import io.sluice.pipeline.control.HandshakeException.Kind;
import io.sluice.pipeline.control.Hello;
import io.sluice.pipeline.control.LinkMessage;
import io.sluice.pipeline.control.MalformedException;
import io.sluice.verbs.soft.SoftDevice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/** What both ends of a handshake over TCP have in common: how it ends, well or not. */
final class TcpHandshake {
    /** Control messages that may wait for a peer that does not read, beside the notifications it takes. */
    private static final int MOST_QUEUED = 65_536;

    private final EngineCore core;
    private final ControlPlane plane;
    private final Attempt attempt;

    TcpHandshake(final EngineCore core, final ControlPlane plane, final Attempt attempt) {
        this.core = core;
        this.plane = plane;
        this.attempt = attempt;
    }

    /** How many data sockets a connection has, which the dialling end opens: one a lane on the soft device. */
    int dataSockets(final Hello own, final Hello peer) {
        return core.device().device().kind().equals(SoftDevice.KIND)
                ? Math.min(own.lanes().size(), peer.lanes().size())
                : 0;
    }

    /**
     * The end of a handshake: queue pairs are connected, regions told, the channel in service. The link opens when the
     * peer is ready too; until then the attempt owns the channel.
     *
     * @param socket     of {@code peer}; the attempt owns it, and the data sockets
     * @param session    what further sockets prove
     * @param whenOpened run on the poll thread when it is open, or has failed before
     */
    Link conclude(final LinkBuilder builder, final SocketChannel socket, final Greeted peer, final Hello own,
            final Hello theirs, final SocketChannel[] dataSockets, final LinkSession session,
            final Consumer<Link> whenOpened) {
        final Link link = builder.connect(peer.peer(), own, theirs, (lane, queuePair) -> {
            if (dataSockets.length > 0) {
                SoftPath.attach(core.device().device(), queuePair, dataSockets[lane]);
                attempt.release(dataSockets[lane]);
            }
        });
        final EngineConfig config = core.config();
        final PeerEnd end = new PeerEnd(core, link, attempt);
        final ControlSocket channel = new ControlSocket(peer, end, plane.threads(),
                new ControlSocket.Limits(config.heartbeatNs(), theirs.heartbeatNs(),
                        config.closeTimeoutNs() + config.controlTimeoutNs(), MOST_QUEUED + theirs.notifications()),
                plane.name() + " " + peer.peer().agentName());
        end.socket(channel);
        attempt.release(socket);
        link.opened().thenRun(() -> whenOpened.accept(link));
        link.session(session);
        builder.equip(link, theirs, channel);
        plane.sessions().serve(link);
        plane.add(channel);
        core.regions().introduce(channel::send);
        channel.send(new LinkMessage.Ready());
        attempt.own(channel);
        channel.start();
        return link;
    }

    /** In the words of a handshake. */
    HandshakeException explain(final Exception e, final long timeoutNs) {
        final Kind why = attempt.why();
        if (why == Kind.TIMED_OUT) {
            return new HandshakeException(Kind.TIMED_OUT, "the handshake was not done in " + timeoutNs + " ns", e);
        }
        if (why == Kind.CLOSED || core.isClosing()) {
            return new HandshakeException(Kind.CLOSED, "the engine is closed", e);
        }
        return switch (e) {
            case final HandshakeException known -> known;
            case final InterruptedException _ -> interrupted(e);
            case final ClosedByInterruptException _ -> interrupted(e);
            case final MalformedException _ -> new HandshakeException(Kind.NOT_A_PEER, e.getMessage(), e);
            case final UncheckedIOException io -> new HandshakeException(Kind.LOST, io.getCause().getMessage(), e);
            case final IOException _ -> new HandshakeException(Kind.LOST, "the socket broke: " + e.getMessage(), e);
            default -> new HandshakeException(Kind.REFUSED, String.valueOf(e.getMessage()), e);
        };
    }

    private static HandshakeException interrupted(final Exception e) {
        Thread.currentThread().interrupt();
        return new HandshakeException(Kind.CLOSED, "interrupted", e);
    }
}
