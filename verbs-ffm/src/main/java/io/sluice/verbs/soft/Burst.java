package io.sluice.verbs.soft;

import io.sluice.verbs.WcStatus;
import io.sluice.verbs.soft.wire.Frame;
import io.sluice.verbs.soft.wire.Opening;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;

/**
 * The burst that a socket is being sent: headers in front, then payloads. It is filled, and then written in as many
 * calls as the socket needs; what is to be sent next waits. Small payloads are copied behind the headers, so that a
 * burst of them is one write; larger ones are written from where they are. Under the requester's lock.
 *
 * <pre>
 *   0         headersFrom         HEADERS              stagedTo
 *   +---------+-------------------+--------------------+---------
 *   | unused  | frame headers     | small payloads     |
 *   +---------+-------------------+--------------------+---------
 * </pre>
 */
final class Burst {
    /** {@link #add}: the frame is in. */
    static final int ADDED = WcStatus.SUCCESS;
    /** {@link #add}: there is no room; write first. */
    static final int FULL = -1;
    /** {@link #write}: all is written, and the burst is empty. */
    static final int WRITTEN = WcStatus.SUCCESS;
    /** {@link #write}: the socket takes no more now. */
    static final int BLOCKED = -1;

    private static final int HEADERS = Frame.MAX_BURST * Frame.SIZE;
    /** Up to here a copy costs less than a system call of its own. */
    private static final int STAGED_MOST = 8 << 10;
    /** Holds the largest inline data that a device can be configured for. */
    private static final int STAGING_BYTES = HEADERS + (64 << 10);
    /** Enough to make the system calls cheap, little enough for acknowledgements to find their gap. */
    private static final int MOST_BYTES = 1 << 20;

    private final Payloads payloads;
    private final ByteBuffer staging = ByteBuffer.allocateDirect(STAGING_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    /** One for each run of staged frames, as they go in one call. Made when first needed. */
    private final ByteBuffer[] stagedViews = new ByteBuffer[Frame.MAX_BURST];
    private final MemorySegment stagingMemory = MemorySegment.ofBuffer(staging);

    private final int[] types = new int[Frame.MAX_BURST];
    /** Handed back when the frame is written. */
    private final int[] tags = new int[Frame.MAX_BURST];
    private final long[] sources = new long[Frame.MAX_BURST];
    private final long[] offsets = new long[Frame.MAX_BURST];
    private final int[] lengths = new int[Frame.MAX_BURST];
    /** Payload of a frame that is not staged. */
    private final boolean[] direct = new boolean[Frame.MAX_BURST];
    /** Where the staged payloads up to and including that of a frame end. */
    private final int[] stagedEnds = new int[Frame.MAX_BURST];
    private int frames;
    private int bytes;
    private int stagedTo = HEADERS;

    /** Whether writing has begun; then nothing is added any more. */
    private boolean sealed;
    /** The first frame that is not written. */
    private int cursor;
    /** Bytes written of its payload, where it is not staged. */
    private int directWritten;
    /** First byte of the staging buffer that is not written. */
    private int stagedFrom;
    /** What the next call is to write. */
    private final Gather gather = new Gather();

    /**
     * Where payloads come from, and who hears when they are gone. A source is a number that means something to the
     * implementor.
     */
    interface Payloads {
        /** Copies a whole payload; a value of {@link WcStatus}. */
        int copy(int type, long source, long offset, int length, MemorySegment to, long toOffset);

        /** Whether a payload must be copied whatever its length. */
        boolean mustCopy(int type, long source);

        /**
         * Adds some of a payload: what lies together of it.
         *
         * @return bytes added, at most as many as given; below 0: minus a value of {@link WcStatus}
         */
        int gather(int type, long source, long offset, int most, Gather into);

        /**
         * The memory of a payload was found closed after it was gathered.
         *
         * @return SUCCESS: it is to be gathered again; or the {@link WcStatus} that it ends with
         */
        int lost(int type, long source);

        /** The socket has taken some of a payload. */
        void moved(int type);

        /** A frame is written, with its payload. */
        void written(int type, int tag);
    }

    Burst(final Payloads payloads) {
        this.payloads = payloads;
    }

    boolean isEmpty() {
        return frames == 0;
    }

    /** Begins a connection; the only content of its burst. */
    void open(final int ownNumber, final int destNumber, final int receivePsn, final int readsAtOnce) {
        Opening.put(staging, HEADERS, ownNumber, destNumber, receivePsn, readsAtOnce);
        stagedTo = HEADERS + Opening.SIZE;
        stagedEnds[0] = stagedTo;
        direct[0] = false;
        types[0] = 0;
        frames = 1;
        stagedFrom = HEADERS;
        sealed = true;
    }

    /** Adds a frame without a payload. */
    int add(final int type, final int code, final int sequence, final int tag) {
        return add(type, code, sequence, 0, 0, 0, 0, 0, 0, 0, tag);
    }

    /** Adds a frame; ADDED, FULL, or the {@link WcStatus} that reading its payload ended with. */
    int add(final int type, final int code, final int sequence, final int key, final long address, final int total,
            final int immediate, final int length, final long source, final long offset, final int tag) {
        if (sealed || frames == Frame.MAX_BURST || bytes > 0 && bytes + length > MOST_BYTES) {
            return FULL;
        }
        final boolean staged = length <= STAGED_MOST || payloads.mustCopy(type, source);
        if (staged && length > 0) {
            if (length > STAGING_BYTES - stagedTo) {
                return FULL;
            }
            final int status = payloads.copy(type, source, offset, length, stagingMemory, stagedTo);
            if (status != WcStatus.SUCCESS) {
                return status;
            }
            stagedTo += length;
        }
        Frame.put(staging, frames * Frame.SIZE, type, code, length, sequence, key, address, total, immediate);
        types[frames] = type;
        tags[frames] = tag;
        sources[frames] = source;
        offsets[frames] = offset;
        lengths[frames] = length;
        direct[frames] = !staged;
        stagedEnds[frames] = stagedTo;
        frames++;
        bytes += length;
        return ADDED;
    }

    private void seal() {
        sealed = true;
        for (int i = 0; i < frames - 1; i++) {
            Frame.follow(staging, i * Frame.SIZE);
        }
        final int size = frames * Frame.SIZE;
        stagedFrom = HEADERS - size;
        MemorySegment.copy(stagingMemory, 0, stagingMemory, stagedFrom, size);
    }

    /**
     * Writes what the socket takes.
     *
     * @return WRITTEN, BLOCKED, or the {@link WcStatus} that reading a payload ended with: then the stream is broken
     * @throws IOException if the connection has ended
     */
    int write(final SocketChannel channel) throws IOException {
        if (!sealed) {
            seal();
        }
        while (cursor < frames) {
            final int status = writeSome(channel);
            if (status != WRITTEN) {
                return status;
            }
        }
        clear();
        return WRITTEN;
    }

    /** As much as one call takes. */
    private int writeSome(final SocketChannel channel) throws IOException {
        try {
            final int status = gather();
            if (gather.isEmpty()) {
                return status; // of the payload that is next
            }
            final long count = gather.write(channel);
            if (count < 0) {
                return payloads.lost(types[cursor], sources[cursor]);
            }
            wrote(count);
            return count < gather.offered() ? BLOCKED : WRITTEN;
        } finally {
            gather.clear();
        }
    }

    /** From where writing stands. Returns the {@link WcStatus} of a payload that cannot be read, where it ends there. */
    private int gather() {
        int runs = 0;
        int staged = stagedFrom;
        int written = directWritten;
        for (int frame = cursor; frame < frames; frame++) {
            if (!direct[frame] && frame + 1 < frames) {
                continue; // all staged frames in a row are one piece
            }
            if (stagedEnds[frame] > staged) {
                if (gather.isFull()) {
                    return WcStatus.SUCCESS;
                }
                gather.add(stagedView(runs++).limit(stagedEnds[frame]).position(staged));
                staged = stagedEnds[frame];
            }
            while (direct[frame] && written < lengths[frame]) {
                if (gather.isFull()) {
                    return WcStatus.SUCCESS;
                }
                final int count = payloads.gather(types[frame], sources[frame], offsets[frame] + written,
                        lengths[frame] - written, gather);
                if (count < 0) {
                    return -count;
                }
                written += count;
            }
            written = 0;
        }
        return WcStatus.SUCCESS;
    }

    private ByteBuffer stagedView(final int run) {
        if (stagedViews[run] == null) {
            stagedViews[run] = staging.duplicate();
        }
        return stagedViews[run].clear();
    }

    private void wrote(final long bytes) {
        long left = bytes;
        while (cursor < frames) {
            final int staged = (int) Math.min(left, Math.max(0, stagedEnds[cursor] - stagedFrom));
            stagedFrom += staged;
            left -= staged;
            if (stagedFrom < stagedEnds[cursor]) {
                return;
            }
            if (direct[cursor]) {
                final int count = (int) Math.min(left, lengths[cursor] - directWritten);
                directWritten += count;
                left -= count;
                if (count > 0) {
                    payloads.moved(types[cursor]);
                }
                if (directWritten < lengths[cursor]) {
                    return;
                }
                directWritten = 0;
            }
            frameWritten();
        }
    }

    private void frameWritten() {
        final int frame = cursor++;
        payloads.written(types[frame], tags[frame]);
    }

    void clear() {
        frames = 0;
        bytes = 0;
        stagedTo = HEADERS;
        sealed = false;
        cursor = 0;
        directWritten = 0;
    }
}
