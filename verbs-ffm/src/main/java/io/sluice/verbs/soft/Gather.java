package io.sluice.verbs.soft;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * What goes to a socket with one call: pieces of registered memory, each with a use of its region, and of the device's
 * own. One call for many pieces, since each call wakes the peer, and a peer that is woken for every 64 KiB does little
 * else. Under the requester's lock.
 */
final class Gather {
    private static final int MOST_PIECES = 64;
    private static final long NO_REGION = -1;

    private final ByteBuffer[] buffers = new ByteBuffer[MOST_PIECES];
    /** Of each piece, null where the memory is the device's. */
    private final SoftMemoryRegion[] regions = new SoftMemoryRegion[MOST_PIECES];
    private final long[] offsets = new long[MOST_PIECES];
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    boolean isFull() {
        return count == MOST_PIECES;
    }

    /** Adds what lies between position and limit; the buffer is no other piece. */
    void add(final ByteBuffer own) {
        add(own, null, NO_REGION);
    }

    /** Adds a piece of registered memory, with a use that is given back with it. */
    void add(final ByteBuffer view, final SoftMemoryRegion region, final long offset) {
        buffers[count] = view;
        regions[count] = region;
        offsets[count] = offset;
        count++;
    }

    /**
     * Writes, without waiting, what the socket takes.
     *
     * @return bytes; below 0 if the first piece cannot be read, as its memory was closed under its registration
     */
    long write(final SocketChannel channel) throws IOException {
        int pieces = count;
        while (pieces > 0) {
            try {
                return pieces == 1 ? channel.write(buffers[0]) : channel.write(buffers, 0, pieces);
            } catch (final IllegalStateException e) { // of one of them: nothing is written
                pieces = Math.min(pieces - 1, alive());
            }
        }
        return -1;
    }

    private int alive() {
        int alive = 0;
        while (alive < count && (regions[alive] == null || regions[alive].memory().scope().isAlive())) {
            alive++;
        }
        return alive;
    }

    /** Gives back the uses. */
    void clear() {
        for (int i = 0; i < count; i++) {
            if (regions[i] != null) {
                regions[i].views().giveBack(offsets[i], buffers[i]);
                regions[i].release();
                regions[i] = null;
            }
            buffers[i] = null;
        }
        count = 0;
    }
}
