package io.sluice.pipeline.control;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;

/** How data sockets open: with a proof that their session knows them. Nothing else is said on them before the data. */
public final class DataOpenings {
    private DataOpenings() {}

    /**
     * @param session number of the session
     * @param index   of the lane
     * @param key     of the session
     * @return an opening with a fresh nonce
     */
    public static Message.DataOpening proven(final long session, final int index, final byte[] key) {
        final byte[] nonce = Proofs.random(Message.NONCE_BYTES);
        return new Message.DataOpening(session, index, nonce, Proofs.ofDataSocket(key, session, index, nonce));
    }

    /** Sends it, behind the preamble. */
    public static void send(final SocketChannel socket, final Message.DataOpening opening) throws IOException {
        final FrameWriter out = new FrameWriter(socket);
        out.appendRaw(Preamble.bytes());
        out.append(opening);
        out.flush();
    }

    /** Whether who opened a data socket has the key. */
    public static boolean isProven(final Message.DataOpening opening, final byte[] key) {
        return MessageDigest.isEqual(opening.proof(),
                Proofs.ofDataSocket(key, opening.session(), opening.index(), opening.nonce()));
    }
}
