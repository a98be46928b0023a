package io.sluice.pipeline;

import io.sluice.pipeline.control.Attempt;
import io.sluice.pipeline.control.ControlEnd;
import io.sluice.pipeline.control.ControlSocket;
import io.sluice.pipeline.control.LinkMessage;
import java.util.concurrent.Semaphore;

/** Takes what a control socket brings to the poll thread, in order. Called by the socket's reader. */
final class PeerEnd implements ControlEnd {
    /** Messages that wait for the poll thread; a peer that sends more is held up. */
    private static final int MOST_WAITING = 1_024;

    private final EngineCore core;
    private final Link link;
    /** The handshake: over when the peer is ready. */
    private final Attempt attempt;
    private final Semaphore room = new Semaphore(MOST_WAITING);
    /** Set before the socket starts. */
    private ControlSocket socket;

    PeerEnd(final EngineCore core, final Link link, final Attempt attempt) {
        this.core = core;
        this.link = link;
        this.attempt = attempt;
    }

    void socket(final ControlSocket newSocket) {
        socket = newSocket;
    }

    @Override
    public void receive(final LinkMessage message) throws InterruptedException {
        if (message instanceof LinkMessage.Ready) {
            attempt.release(socket);
            attempt.close();
        }
        room.acquire();
        core.control().add(() -> {
            room.release();
            link.messages().receive(message);
        });
    }

    @Override
    public void ended(final Ending why, final String detail) {
        final int cause = switch (why) {
            case ORDERLY -> Cause.PEER_CLOSED;
            case LOST -> Cause.PEER_LOST;
            case UNREACHABLE -> Cause.PEER_UNREACHABLE;
            case PROTOCOL -> Cause.PROTOCOL;
        };
        core.control().add(() -> core.ends().channelEnded(link, cause, detail));
    }

    @Override
    public void closed() {
        core.controlPlane().remove(socket);
    }
}
