package io.sluice.pipeline.control;

import io.sluice.pipeline.control.HandshakeException.Kind;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Locale;

/**
 * A control socket whose ends know who the other is, and have proven it where there is a secret; all that follows is
 * sealed. One thread at a time.
 */
public final class Greeted {
    private final SocketChannel socket;
    private final FrameReader in;
    private final FrameWriter out;
    private final Identity peer;
    /** Null where there is no secret. */
    private final byte[] sessionKey;

    Greeted(final SocketChannel socket, final FrameReader in, final FrameWriter out, final Identity peer,
            final byte[] sessionKey) {
        this.socket = socket;
        this.in = in;
        this.out = out;
        this.peer = peer;
        this.sessionKey = sessionKey;
    }

    public Identity peer() {
        return peer;
    }

    /** The key that data sockets of that session prove. */
    public byte[] dataKey(final Message.Session session) {
        return sessionKey == null ? session.token() : sessionKey;
    }

    /** A session of the answering end, with a fresh token. */
    public static Message.Session newSession() {
        return new Message.Session(Proofs.randomLong(), Proofs.random(Message.TOKEN_BYTES));
    }

    public void send(final Message message) throws IOException {
        out.append(message);
        out.flush();
    }

    /** Tells the peer that it goes no further. The caller closes the socket. */
    public void refuse(final HandshakeException why) {
        refuse(socket, out, why);
    }

    static void refuse(final SocketChannel socket, final FrameWriter out, final HandshakeException why) {
        try {
            out.append(new Message.Refusal(why.kind(), plain(why.getMessage())));
            out.flush();
            socket.shutdownOutput();
        } catch (final IOException _) { // it is gone, and need not be told
        }
    }

    private static String plain(final String text) {
        final String ascii = text.replaceAll("[^ -~]", "?");
        return ascii.substring(0, Math.min(ascii.length(), Codec.MOST_TEXT));
    }

    /** The next message, which must be of that type. */
    public <T extends Message> T expect(final Class<T> type) throws IOException, HandshakeException {
        return expect(in, type);
    }

    static <T extends Message> T expect(final FrameReader in, final Class<T> type)
            throws IOException, HandshakeException {
        final Message message = in.read();
        if (message == null) {
            throw new HandshakeException(Kind.LOST, "it closed the socket where "
                    + type.getSimpleName().toLowerCase(Locale.ROOT) + " was due");
        }
        if (message instanceof Message.Refusal(final Kind kind, final String text)) {
            throw new HandshakeException(kind, "it refuses: " + text);
        }
        if (!type.isInstance(message)) {
            throw new HandshakeException(Kind.NOT_A_PEER, "it sent " + message.getClass().getSimpleName() + " where "
                    + type.getSimpleName() + " was due");
        }
        return type.cast(message);
    }

    SocketChannel socket() {
        return socket;
    }

    FrameReader reader() {
        return in;
    }

    FrameWriter writer() {
        return out;
    }
}
