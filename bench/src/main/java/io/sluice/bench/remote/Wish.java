package io.sluice.bench.remote;

import io.sluice.bench.blocks.Geometry;
import io.sluice.bench.blocks.PlacedBlocks;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What an initiator asks of a target, as a notification, big-endian.
 *
 * <pre>
 * number  i32    the answer carries it
 * kind    u8     OPEN, FILL, SPOIL or CHECK, 0 to 3
 * OPEN:   layers i32, blockBytes i64, slots i32
 * others: (hash i64, slot i32) for each block
 * </pre>
 *
 * @param number   of the wish
 * @param kind     what to do
 * @param geometry OPEN: how the target's memory is to lie; else null
 * @param blocks   the others: which blocks; else null
 */
record Wish(int number, Kind kind, Geometry geometry, PlacedBlocks blocks) {
    /** What is asked for. */
    enum Kind {
        /** Memory, in place of what this initiator had: answered by its descriptor. */
        OPEN,
        /** Make blocks. */
        FILL,
        /** Make blocks wrong. */
        SPOIL,
        /** Check blocks. */
        CHECK
    }

    private static final int HEAD_BYTES = Integer.BYTES + 1;
    private static final int OPEN_BYTES = Integer.BYTES + Long.BYTES + Integer.BYTES;
    private static final int BLOCK_BYTES = Long.BYTES + Integer.BYTES;
    /** As many as a notification of 65,536 bytes holds. */
    static final int MOST_BLOCKS = (65_536 - HEAD_BYTES) / BLOCK_BYTES;

    static Wish open(final int number, final Geometry geometry) {
        return new Wish(number, Kind.OPEN, geometry, null);
    }

    /** @param blocks {@link #MOST_BLOCKS} at most */
    static Wish of(final int number, final Kind kind, final PlacedBlocks blocks) {
        return new Wish(number, kind, null, blocks);
    }

    byte[] encode() {
        final int body = kind == Kind.OPEN ? OPEN_BYTES : blocks.count() * BLOCK_BYTES;
        final ByteBuffer out = ByteBuffer.allocate(HEAD_BYTES + body).putInt(number).put((byte) kind.ordinal());
        if (kind == Kind.OPEN) {
            out.putInt(geometry.layers()).putLong(geometry.blockBytes()).putInt(geometry.slots());
        } else {
            for (int i = 0; i < blocks.count(); i++) {
                out.putLong(blocks.hashes()[i]).putInt(blocks.slots()[i]);
            }
        }
        return out.array();
    }

    /** @throws IllegalArgumentException if this is no wish; the message says why */
    static Wish decode(final byte[] bytes) {
        final ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            final int number = in.getInt();
            final int kind = in.get() & 0xff;
            if (kind >= Kind.values().length) {
                throw new IllegalArgumentException("no wish has the kind " + kind);
            }
            final Wish wish = Kind.values()[kind] == Kind.OPEN
                    ? open(number, new Geometry(in.getInt(), in.getLong(), in.getInt()))
                    : of(number, Kind.values()[kind], blocks(in));
            if (in.hasRemaining()) {
                throw new IllegalArgumentException("a wish of " + bytes.length + " bytes has " + in.remaining()
                        + " at its end that are no block");
            }
            return wish;
        } catch (final BufferUnderflowException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "a wish of " + bytes.length + " bytes ends too soon, or asks for more than there can be", e);
        }
    }

    private static PlacedBlocks blocks(final ByteBuffer in) {
        final int count = in.remaining() / BLOCK_BYTES;
        final long[] hashes = new long[count];
        final int[] slots = new int[count];
        for (int i = 0; i < count; i++) {
            hashes[i] = in.getLong();
            slots[i] = in.getInt();
        }
        return new PlacedBlocks(hashes, slots);
    }

    /** @return part of {@code blocks}, from {@code first}, as many as fit into a wish */
    static PlacedBlocks part(final PlacedBlocks blocks, final int first) {
        final int end = Math.min(blocks.count(), first + MOST_BLOCKS);
        return new PlacedBlocks(Arrays.copyOfRange(blocks.hashes(), first, end),
                Arrays.copyOfRange(blocks.slots(), first, end));
    }
}
