package io.sluice.verbs.soft;

/**
 * How far the requests of a socket's queue pair have got, counted from the oldest that has not ended. Under the
 * requester's lock.
 *
 * <pre>
 *   0               written            encoded            begun                 all
 *   | to the socket | in the burst     | faults are asked | not looked at yet   |
 * </pre>
 */
final class SendCursor {
    private int begun;
    private int encoded;
    /** Bytes that are in bursts of the request after those encoded as a whole. */
    private long encodedBytes;
    private int written;
    /** Counts how often requests were taken back: a frame of before does not count as written. */
    private int epoch;
    /** Nothing more can be sent: the request after those encoded was sent in part and has failed on this side. */
    private boolean broken;

    /** Requests that the fault plan has been asked about: those encoded, or one more. */
    int begun() {
        return begun;
    }

    void begin() {
        begun++;
    }

    /** Requests that were put into bursts as a whole. */
    int encoded() {
        return encoded;
    }

    /** Bytes of the next one that were. */
    long encodedBytes() {
        return encodedBytes;
    }

    void encode(final int length, final boolean last) {
        encodedBytes += length;
        if (last) {
            encodedBytes = 0;
            encoded++;
        }
    }

    /** Requests whose last byte the socket has taken. */
    int written() {
        return written;
    }

    /** What a frame carries to be known by when it is written. */
    int tag(final boolean last) {
        return epoch << 1 | (last ? 1 : 0);
    }

    void frameWritten(final int tag) {
        if (!broken && tag == tag(true)) {
            written++;
        }
    }

    /** A request that was sent, at least in part, has failed on this side. */
    void breakOffAt(final int index) {
        broken = true;
        encoded = index;
        written = Math.min(written, index);
    }

    boolean isBroken() {
        return broken;
    }

    /** The oldest request has ended. */
    void headEnded() {
        begun--;
        encoded = Math.max(0, encoded - 1);
        written = Math.max(0, written - 1);
    }

    /** All requests are to be sent again; what the fault plan said of them stays. */
    void takeBack() {
        epoch++;
        encoded = 0;
        encodedBytes = 0;
        written = 0;
    }

    /** There are no requests any more. */
    void clear() {
        takeBack();
        begun = 0;
    }
}
