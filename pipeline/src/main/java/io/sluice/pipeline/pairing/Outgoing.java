package io.sluice.pipeline.pairing;

import java.lang.foreign.MemorySegment;

/**
 * A frame on its way out: header, and where its payload lies. Filled by {@link Pairing#next}; the wire has let go of the
 * payload when it asks for the next frame. Belongs to the wire's one sending thread.
 */
public final class Outgoing {
    /** Pieces below this are gathered: one frame for many costs less than a header for each. */
    static final int LEAST_DIRECT = 16 << 10;

    private final Frame frame = new Frame();
    private final int mostPayload;
    private MemorySegment scratch;
    private MemorySegment payload;
    private long payloadOffset;

    /**
     * @param scratch     where small pieces are gathered; holds {@code mostPayload}
     * @param mostPayload bytes of a frame's payload, at least {@link Pairing#MOST_INLINE}
     */
    public Outgoing(final MemorySegment scratch, final int mostPayload) {
        this.scratch = scratch;
        this.mostPayload = mostPayload;
    }

    /** Where small pieces are gathered from now on. */
    public void scratch(final MemorySegment memory) {
        scratch = memory;
    }

    public Frame frame() {
        return frame;
    }

    /** Where the payload of {@code frame().payloadBytes()} lies. */
    public MemorySegment payload() {
        return payload;
    }

    public long payloadOffset() {
        return payloadOffset;
    }

    public MemorySegment scratch() {
        return scratch;
    }

    void payloadInScratch(final int bytes) {
        payload = scratch;
        payloadOffset = 0;
        frame.payloadBytes(bytes);
    }

    /** Takes the next piece, or part of it, as it lies; or gathers small ones. Moves the cursor. */
    void takeFrom(final Cursor cursor) {
        final long contiguous = cursor.contiguous();
        if (contiguous < LEAST_DIRECT) {
            payloadInScratch(cursor.gather(scratch, mostPayload));
        } else {
            takeContiguous(cursor);
        }
    }

    /** Takes from one piece only. */
    void takeContiguous(final Cursor cursor) {
        final int bytes = (int) Math.min(cursor.contiguous(), mostPayload);
        payload = cursor.memory();
        payloadOffset = cursor.offset();
        frame.payloadBytes(bytes);
        cursor.advance(bytes);
    }
}
