package io.sluice.pipeline.control;

import io.sluice.pipeline.control.HandshakeException.Kind;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;

/**
 * The first part of a handshake: who is who, and whether both have the secret. Nothing of queue pairs or memory is said
 * before both proofs are there. Blocks; who calls it closes the socket when its time is over.
 */
public final class Handshake {
    private static final byte[] NO_PROOF = {};

    private Handshake() {}

    /**
     * The dialling end.
     *
     * @param socket connected
     * @param self   this engine
     * @param secret shared, null for none
     */
    public static Greeted dial(final SocketChannel socket, final Identity self, final byte[] secret)
            throws IOException, HandshakeException {
        final FrameWriter out = new FrameWriter(socket);
        final FrameReader in = new FrameReader(socket);
        final Message.Opening own = opening(self, secret);
        out.appendRaw(Preamble.bytes());
        out.append(own);
        out.flush();
        Preamble.take(in);
        final Message.Opening peer = Greeted.expect(in, Message.Opening.class);
        requireSame(self, secret, peer);
        final byte[] transcript = Proofs.transcript(own, peer);
        final byte[] proof = secret == null ? NO_PROOF : Proofs.ofDialler(secret, transcript);
        out.append(new Message.Proof(proof));
        out.flush();
        final Message.Proof theirs = Greeted.expect(in, Message.Proof.class);
        final byte[] due = secret == null ? NO_PROOF : Proofs.ofAnswerer(secret, transcript, proof);
        requireProof(due, theirs);
        final byte[] key = secret == null ? null : Proofs.sessionKey(secret, transcript);
        out.seal(FrameSeal.fromDialler(key));
        in.seal(FrameSeal.fromAnswerer(key));
        return new Greeted(socket, in, out, peer.identity(), key);
    }

    /**
     * What somebody who dialled wants: an {@link Message.Opening}, or a {@link Message.DataOpening}, after which not a
     * byte more was read.
     *
     * @param socket accepted
     */
    static Message first(final SocketChannel socket, final FrameReader in) throws IOException, HandshakeException {
        try {
            Preamble.take(in);
        } catch (final HandshakeException e) {
            if (e.kind() == Kind.VERSION) { // so that it can say the same to its user
                final FrameWriter out = new FrameWriter(socket);
                out.appendRaw(Preamble.bytes());
                out.flush();
            }
            throw e;
        }
        final Message first = Greeted.expect(in, Message.class);
        if (first instanceof Message.Opening || first instanceof Message.DataOpening) {
            return first;
        }
        throw new HandshakeException(Kind.NOT_A_PEER, "it opened with " + first.getClass().getSimpleName());
    }

    /**
     * The answering end, from the dialling end's opening on.
     *
     * @param socket accepted
     * @param in     behind the opening
     * @param peer   the opening
     * @param self   this engine
     * @param secret shared, null for none
     */
    static Greeted answer(final SocketChannel socket, final FrameReader in, final Message.Opening peer,
            final Identity self, final byte[] secret) throws IOException, HandshakeException {
        final FrameWriter out = new FrameWriter(socket);
        final Message.Opening own = opening(self, secret);
        out.appendRaw(Preamble.bytes());
        out.append(own);
        out.flush();
        try {
            requireSame(self, secret, peer);
            final byte[] transcript = Proofs.transcript(peer, own);
            final byte[] due = secret == null ? NO_PROOF : Proofs.ofDialler(secret, transcript);
            requireProof(due, Greeted.expect(in, Message.Proof.class));
            out.append(new Message.Proof(
                    secret == null ? NO_PROOF : Proofs.ofAnswerer(secret, transcript, due)));
            out.flush();
            final byte[] key = secret == null ? null : Proofs.sessionKey(secret, transcript);
            out.seal(FrameSeal.fromAnswerer(key));
            in.seal(FrameSeal.fromDialler(key));
            return new Greeted(socket, in, out, peer.identity(), key);
        } catch (final HandshakeException e) {
            Greeted.refuse(socket, out, e);
            throw e;
        }
    }

    private static Message.Opening opening(final Identity self, final byte[] secret) {
        return new Message.Opening(Proofs.random(Message.NONCE_BYTES), secret != null, self);
    }

    private static void requireSame(final Identity self, final byte[] secret, final Message.Opening peer)
            throws HandshakeException {
        if (peer.authenticated() != (secret != null)) {
            throw new HandshakeException(Kind.SECRET,
                    secret == null
                            ? "agent " + peer.identity().agentName() + " has a shared secret, agent "
                                    + self.agentName() + " has none"
                            : "agent " + self.agentName() + " has a shared secret, agent "
                                    + peer.identity().agentName() + " has none");
        }
        final String contradiction = self.contradiction(peer.identity());
        if (contradiction != null) {
            throw new HandshakeException(Kind.DEVICE_KIND, contradiction);
        }
    }

    private static void requireProof(final byte[] due, final Message.Proof proof) throws HandshakeException {
        if (!MessageDigest.isEqual(due, proof.bytes())) {
            throw new HandshakeException(Kind.SECRET, "the proof is wrong: the shared secrets differ");
        }
    }
}
