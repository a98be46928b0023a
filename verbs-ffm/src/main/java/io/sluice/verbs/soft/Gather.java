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

    private final ByteBuffer[] buffers = new ByteBuffer[MOST_PIECES];
    /** Of each piece, null where the memory is the device's. */
    private final SoftMemoryRegion[] regions = new SoftMemoryRegion[MOST_PIECES];
    private final long[] offsets = new long[MOST_PIECES];
    private int count;
    /** Pieces of registered memory. */
    private int ofRegions;
    private long offered;

    boolean isEmpty() {
        return count == 0;
    }

    boolean isFull() {
        return count == MOST_PIECES;
    }

    /** Adds what lies between position and limit; the buffer is no other piece. */
    void add(final ByteBuffer own) {
        buffers[count++] = own;
    }

    /** Adds a piece of registered memory, with a use that is given back with it. */
    void add(final ByteBuffer view, final SoftMemoryRegion region, final long offset) {
        buffers[count] = view;
        regions[count] = region;
        offsets[count] = offset;
        count++;
        ofRegions++;
    }

    /**
     * Writes, without waiting, what the socket takes. A gathering call allocates 40 bytes for each buffer that belongs to
     * an arena, in the JDK, so that the memory cannot be freed under it; a single write does not. So a lone piece of
     * registered memory goes in a call of its own.
     *
     * @return bytes; below 0 if the first piece cannot be read, as its memory was closed under its registration
     */
    long write(final SocketChannel channel) throws IOException {
        for (int pieces = ofRegions > 1 ? count : 1; pieces > 0; pieces = Math.min(pieces - 1, alive())) {
            offered = 0;
            for (int i = 0; i < pieces; i++) {
                offered += buffers[i].remaining();
            }
            try {
                return pieces == 1 ? channel.write(buffers[0]) : channel.write(buffers, 0, pieces);
            } catch (final IllegalStateException e) {
                // one of them is closed, and nothing is written: those before it
            }
        }
        return -1;
    }

    /** Bytes that the last call offered the socket. */
    long offered() {
        return offered;
    }

    /** Pieces up to the first whose memory is closed. */
    private int alive() {
        int alive = 0;
        while (alive < count && (regions[alive] == null || regions[alive].memory().scope().isAlive())) {
            alive++;
        }
        return alive;
    }

    /** Gives back the uses. */
    void clear() {
        final int pieces = count;
        count = 0;
        ofRegions = 0;
        for (int i = 0; i < pieces; i++) {
            final SoftMemoryRegion region = regions[i];
            final ByteBuffer buffer = buffers[i];
            regions[i] = null;
            buffers[i] = null;
            if (region != null) {
                region.takeBack(buffer, offsets[i]);
            }
        }
    }
}
