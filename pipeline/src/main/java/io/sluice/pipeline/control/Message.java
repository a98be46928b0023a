package io.sluice.pipeline.control;

/**
 * What engines tell each other over the control channel. Those of the handshake are here, those of a connection in
 * service are {@link LinkMessage}s. Arrays belong to the message: they are not copied, and not changed any more.
 */
public sealed interface Message permits Message.Opening, Message.Proof, Message.Session, Message.DataOpening,
        Message.Refusal, Message.Heartbeat, Hello, LinkMessage {
    /** Bytes of a nonce. */
    int NONCE_BYTES = 32;
    /** Bytes of a proof where there is a shared secret; else it is empty. */
    int PROOF_BYTES = 32;
    /** Bytes of a session's token. */
    int TOKEN_BYTES = 16;

    /**
     * The first of each end.
     *
     * @param nonce         32 random bytes
     * @param authenticated whether it has a shared secret
     * @param identity      who it is, unproven
     */
    record Opening(byte[] nonce, boolean authenticated, Identity identity) implements Message {}

    /**
     * That the sender has the secret.
     *
     * @param bytes 32, or none where there is no secret
     */
    record Proof(byte[] bytes) implements Message {}

    /**
     * From the answering end: what the dialling end's data sockets open with.
     *
     * @param number of the session
     * @param token  16 random bytes: the data sockets' key where there is no secret
     */
    record Session(long number, byte[] token) implements Message {}

    /**
     * The first and only message on a data socket; what follows is the device's.
     *
     * @param session number of the session that it belongs to
     * @param index   of the lane that it carries
     * @param nonce   32 random bytes
     * @param proof   32 bytes, by the session's key
     */
    record DataOpening(long session, int index, byte[] nonce, byte[] proof) implements Message {}

    /**
     * The sender goes no further.
     *
     * @param kind why
     * @param text in words, at most {@link Codec#MOST_TEXT} bytes
     */
    record Refusal(HandshakeException.Kind kind, String text) implements Message {}

    /** The sender lives. */
    record Heartbeat() implements Message {}
}
