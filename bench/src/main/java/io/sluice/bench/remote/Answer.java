package io.sluice.bench.remote;

import io.sluice.bench.blocks.WrongByte;
import io.sluice.pipeline.Descriptor;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What a target answers, as a notification, big-endian.
 *
 * <pre>
 * number  i32    of the wish
 * kind    u8     DONE, MEMORY, WRONG or REFUSED, 0 to 3
 * MEMORY:  a descriptor, 64 bytes
 * WRONG:   hash i64, layer i32, offset i64, expected u8, found u8
 * REFUSED: why, UTF-8
 * </pre>
 *
 * @param number     of the wish
 * @param descriptor MEMORY: of what was opened; else null
 * @param wrong      WRONG: what a check found; else null
 * @param refused    REFUSED: why; else null
 */
record Answer(int number, Descriptor descriptor, WrongByte wrong, String refused) {
    private static final byte DONE = 0;
    private static final byte MEMORY = 1;
    private static final byte WRONG = 2;
    private static final byte REFUSED = 3;
    private static final int HEAD_BYTES = Integer.BYTES + 1;
    private static final int WRONG_BYTES = Long.BYTES + Integer.BYTES + Long.BYTES + 2;

    static Answer done(final int number) {
        return new Answer(number, null, null, null);
    }

    static Answer memory(final int number, final Descriptor descriptor) {
        return new Answer(number, descriptor, null, null);
    }

    /** @param wrong null for none */
    static Answer checked(final int number, final WrongByte wrong) {
        return new Answer(number, null, wrong, null);
    }

    static Answer refused(final int number, final String why) {
        return new Answer(number, null, null, why);
    }

    byte[] encode() {
        if (descriptor != null) {
            return head(MEMORY, Descriptor.SIZE).put(descriptor.toBytes()).array();
        }
        if (wrong != null) {
            return head(WRONG, WRONG_BYTES).putLong(wrong.hash()).putInt(wrong.layer()).putLong(wrong.offset())
                    .put(wrong.expected()).put(wrong.found()).array();
        }
        if (refused != null) {
            final byte[] why = refused.getBytes(StandardCharsets.UTF_8);
            return head(REFUSED, why.length).put(why).array();
        }
        return head(DONE, 0).array();
    }

    private ByteBuffer head(final byte kind, final int body) {
        return ByteBuffer.allocate(HEAD_BYTES + body).putInt(number).put(kind);
    }

    /** @throws IllegalArgumentException if this is no answer */
    static Answer decode(final byte[] bytes) {
        final ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            final int number = in.getInt();
            final byte kind = in.get();
            final Answer answer = switch (kind) {
                case DONE -> done(number);
                case MEMORY -> memory(number, Descriptor.parse(rest(in)));
                case WRONG -> checked(number,
                        new WrongByte(in.getLong(), in.getInt(), in.getLong(), in.get(), in.get()));
                case REFUSED -> refused(number, new String(rest(in), StandardCharsets.UTF_8));
                default -> throw new IllegalArgumentException("no answer has the kind " + kind);
            };
            if (in.hasRemaining()) {
                throw new IllegalArgumentException("an answer has " + in.remaining() + " bytes too many");
            }
            return answer;
        } catch (final BufferUnderflowException e) {
            throw new IllegalArgumentException("an answer of " + bytes.length + " bytes ends too soon", e);
        }
    }

    private static byte[] rest(final ByteBuffer in) {
        final byte[] rest = new byte[in.remaining()];
        in.get(rest);
        return rest;
    }
}
