package io.sluice.verbs.soft;

import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.WrOpcode;
import io.sluice.verbs.soft.wire.Frame;

/** The own READs that are with the peer, and the answer that is coming in. Under the requester's lock. */
final class WireReads {
    private final LocalChunk chunk = new LocalChunk();
    private int limit = 1;
    private int inFlight;
    /** Sequence of the last READ whose answer is here, or one before the first request. */
    private int answered;
    /** Sequence of the READ whose answer is coming in. */
    private int sequence;
    private long total;
    /** Bytes of it that are here. */
    private long bytes;

    void start(final int firstSequence) {
        answered = firstSequence - 1;
        sequence = answered;
    }

    void limit(final int atPeer) {
        limit = atPeer;
    }

    int inFlight() {
        return inFlight;
    }

    boolean atLimit(final RtsAttributes own) {
        return inFlight >= Math.min(limit, own.maxRdAtomic());
    }

    void sent() {
        inFlight++;
    }

    void ended() {
        inFlight--;
    }

    /** What was sent and not done is to be sent again. */
    void takeBack() {
        inFlight = 0;
    }

    boolean isAnswered(final int readSequence) {
        return readSequence - answered <= 0;
    }

    int sequence() {
        return sequence;
    }

    /**
     * Whether a frame of so many bytes may come now.
     *
     * @param sent how many of the held requests the peer can have seen
     */
    boolean begins(final int readSequence, final int length, final int headSequence, final int sent,
            final HeldRequests held) {
        final int index = readSequence - headSequence;
        if (index < 0 || index >= Math.min(sent, held.size()) || isAnswered(readSequence)) {
            return false;
        }
        if (readSequence != sequence) { // the next READ: all before it are answered
            if (!isAnswered(sequence)) {
                return false;
            }
            for (int i = Math.max(0, answered + 1 - headSequence); i < index; i++) {
                if (Request.opcode(held.get(i)) == WrOpcode.RDMA_READ) {
                    return false;
                }
            }
            if (Request.opcode(held.get(index)) != WrOpcode.RDMA_READ) {
                return false;
            }
            sequence = readSequence;
            total = Request.length(held.get(index));
            bytes = 0;
        }
        if (length != Frame.lengthOf(total - bytes)) {
            return false;
        }
        came(0); // an empty one is here already
        return true;
    }

    /** Opens the place of the bytes that come next; a value of {@link io.sluice.verbs.WcStatus}. */
    int open(final long wr, final int most, final SoftQueuePair queuePair) {
        return chunk.openAt(wr, bytes, most, queuePair);
    }

    LocalChunk chunk() {
        return chunk;
    }

    void came(final int length) {
        bytes += length;
        if (bytes == total) {
            answered = sequence;
        }
    }
}
