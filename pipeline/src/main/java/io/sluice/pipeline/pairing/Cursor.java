package io.sluice.pipeline.pairing;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** A place in {@link Pieces}; moves forward only. Never stands on an empty or finished piece, but at the end. */
final class Cursor {
    private final Pieces pieces;
    private int piece;
    private long done;

    Cursor(final Pieces pieces) {
        this.pieces = pieces;
    }

    void toStart() {
        piece = 0;
        done = 0;
        skipFinished();
    }

    boolean isAtEnd() {
        return piece == pieces.size();
    }

    /** Bytes from here to the end of the piece. */
    long contiguous() {
        return pieces.length(piece) - done;
    }

    MemorySegment memory() {
        return pieces.memory(piece);
    }

    long offset() {
        return pieces.offset(piece) + done;
    }

    long remoteOffset() {
        return pieces.remoteOffset(piece) + done;
    }

    /** At most {@link #contiguous()}. */
    void advance(final long bytes) {
        done += bytes;
        skipFinished();
    }

    /** Copies from here into {@code target}, which has room for {@code most}; returns how many bytes. */
    int gather(final MemorySegment target, final int most) {
        int copied = 0;
        while (copied < most && !isAtEnd()) {
            final int bytes = (int) Math.min(contiguous(), most - copied);
            MemorySegment.copy(memory(), offset(), target, copied, bytes);
            advance(bytes);
            copied += bytes;
        }
        return copied;
    }

    /** Copies from the start of {@code source} until all is full. */
    void fill(final MemorySegment source) {
        long taken = 0;
        while (!isAtEnd()) {
            final long bytes = contiguous();
            MemorySegment.copy(source, taken, memory(), offset(), bytes);
            taken += bytes;
            advance(bytes);
        }
    }

    /** Fills from here on with that many bytes of a payload; no more than there is room for. */
    void scatter(final Payload payload, final int bytes) throws IOException {
        int left = bytes;
        while (left > 0) {
            final int step = (int) Math.min(contiguous(), left);
            payload.into(memory(), offset(), step);
            advance(step);
            left -= step;
        }
    }

    private void skipFinished() {
        while (piece < pieces.size() && done == pieces.length(piece)) {
            piece++;
            done = 0;
        }
    }
}
