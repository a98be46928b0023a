package io.sluice.pipeline.pairing;

/** What a put may name. */
final class PutRules {
    private PutRules() {}

    /**
     * @param peerDataBytes of the peer's window, without the signal word
     * @throws IllegalArgumentException naming the piece that breaks a rule
     */
    static void check(final Pieces pieces, final Window own, final long peerDataBytes) {
        for (int i = 0; i < pieces.size(); i++) {
            final long length = pieces.length(i);
            if (!own.contains(pieces.memory(i), pieces.offset(i), length)) {
                throw new IllegalArgumentException("piece " + i + " of " + length
                        + " bytes is not inside this end's window of " + own.dataBytes()
                        + " bytes before the signal word");
            }
            final long remote = pieces.remoteOffset(i);
            if (remote < 0 || length > peerDataBytes || remote > peerDataBytes - length) {
                throw new IllegalArgumentException("piece " + i + ": remote offset " + remote + " with " + length
                        + " bytes is not inside the peer's window of " + peerDataBytes
                        + " bytes before the signal word");
            }
        }
    }
}
