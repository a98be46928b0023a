package io.sluice.pipeline;

import io.sluice.pipeline.control.Attempt;
import io.sluice.pipeline.control.Codec;
import io.sluice.pipeline.control.DataOpenings;
import io.sluice.pipeline.control.HandshakeException;
import io.sluice.pipeline.control.HandshakeException.Kind;
import io.sluice.pipeline.control.Message;
import io.sluice.pipeline.seam.EngineSeam;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.BitSet;

/**
 * What a connection keeps of its handshake: so further sockets can be opened with the same proof as its lanes' sockets.
 * Their indices lie above all lanes'. Any thread.
 */
final class LinkSession {
    private static final int FIRST_INDEX = Codec.MOST_LANES;

    private final Message.Session announced;
    private final byte[] key;
    /** Of the peer's listener; null at the answering end, which opens none. */
    private final InetSocketAddress peer;
    /** Indices that were opened. Under its monitor. */
    private final BitSet opened = new BitSet();

    LinkSession(final Message.Session announced, final byte[] key, final InetSocketAddress peer) {
        this.announced = announced;
        this.key = key;
        this.peer = peer;
    }

    /** This end dialled: it opens the sockets. */
    boolean isDialled() {
        return peer != null;
    }

    long number() {
        return announced.number();
    }

    SocketChannel open(final int index, final Attempt attempt) throws IOException, HandshakeException {
        if (peer == null) {
            throw new IllegalStateException("the end that was dialled opens no sockets");
        }
        final SocketChannel socket = Dialler.connect(peer, attempt);
        DataOpenings.send(socket, DataOpenings.proven(announced.number(), FIRST_INDEX + index, key));
        return socket;
    }

    /** The index of a socket that the peer opened. */
    int accept(final Message.DataOpening opening) throws HandshakeException {
        if (!DataOpenings.isProven(opening, key)) {
            throw new HandshakeException(Kind.SECRET, "a socket without the session's proof");
        }
        final int index = opening.index() - FIRST_INDEX;
        synchronized (opened) {
            if (index < 0 || index >= EngineSeam.MOST_SOCKETS || opened.get(index)) {
                throw new HandshakeException(Kind.NOT_A_PEER,
                        "a socket of index " + opening.index() + ", which is no further one");
            }
            opened.set(index);
        }
        return index;
    }
}
