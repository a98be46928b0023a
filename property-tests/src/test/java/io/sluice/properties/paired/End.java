package io.sluice.properties.paired;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.pairing.Frame;
import io.sluice.pipeline.pairing.Outgoing;
import io.sluice.pipeline.pairing.Pairing;
import io.sluice.pipeline.pairing.Pieces;
import io.sluice.pipeline.pairing.RequestTable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;

/** One end, and what of its frames is under way. */
final class End {
    /** A frame carries at most this much: so that a few frames make a large send. */
    static final int MOST_PAYLOAD = Pairing.MOST_INLINE;

    final Arena arena = Arena.ofAuto();
    final RequestTable table;
    final Pairing pairing;
    private final Outgoing outgoing = new Outgoing(arena.allocate(MOST_PAYLOAD), MOST_PAYLOAD);
    private final ArrayDeque<byte[]> underWay = new ArrayDeque<>();

    End(final int pairWindow, final int slots) {
        table = new RequestTable(slots);
        pairing = new Pairing(table, pairWindow, () -> Cause.NONE, cause -> {});
    }

    /** Takes its next frame out. */
    boolean sendOne() {
        if (!pairing.next(outgoing)) {
            return false;
        }
        final Frame frame = outgoing.frame();
        final byte[] bytes = new byte[Frame.HEADER_BYTES + frame.payloadBytes()];
        frame.put(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
        if (frame.payloadBytes() > 0) {
            MemorySegment.copy(outgoing.payload(), outgoing.payloadOffset(), MemorySegment.ofArray(bytes),
                    Frame.HEADER_BYTES, frame.payloadBytes());
        }
        underWay.add(bytes);
        return true;
    }

    /** Hands the oldest frame under way to the other end. */
    boolean deliverOne(final End to) {
        final byte[] bytes = underWay.poll();
        if (bytes == null) {
            return false;
        }
        final Frame frame = new Frame();
        final int[] taken = { Frame.HEADER_BYTES };
        try {
            frame.get(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
            to.pairing.received(frame, (target, offset, count) -> {
                MemorySegment.copy(MemorySegment.ofArray(bytes), taken[0], target, offset, count);
                taken[0] += count;
            });
        } catch (final IOException e) {
            throw new AssertionError("the other end refused " + frame, e);
        }
        return true;
    }

    /** Pieces of those lengths, of fresh memory in which every byte is {@code fill}. */
    Pieces pieces(final int fill, final int... lengths) {
        final Pieces pieces = new Pieces();
        for (final int length : lengths) {
            final MemorySegment memory = arena.allocate(length + 2L).fill((byte) fill);
            pieces.add(memory, 1, length, 0);
        }
        return pieces;
    }
}
