package io.sluice.pipeline;

/** How far a link has come with its end. The poll thread alone. */
final class LinkEnding {
    private long[] handlerCycles;
    private long lastSequence = -1;
    private int destroyTries;
    private boolean peerFenced;
    private boolean channelEnded;

    /** The post handlers' cycles when its lanes had drained; null before. */
    long[] handlerCycles() {
        return handlerCycles;
    }

    void handlerCycles(final long[] cycles) {
        handlerCycles = cycles;
    }

    /** The last record of the ring that may be of its lanes; negative before it is known. */
    long lastSequence() {
        return lastSequence;
    }

    void lastSequence(final long sequence) {
        lastSequence = sequence;
    }

    /** How often it has been tried to destroy its queue pairs, with this one. */
    int tryDestroy() {
        return ++destroyTries;
    }

    /** The peer has destroyed its queue pairs, and said so. */
    void peerFenced() {
        peerFenced = true;
    }

    boolean isPeerFenced() {
        return peerFenced;
    }

    /** Nothing more comes from the peer. */
    void channelEnded() {
        channelEnded = true;
    }

    boolean hasChannelEnded() {
        return channelEnded;
    }
}
