package io.sluice.verbs.soft.wire;

import java.nio.ByteBuffer;

/** A frame header in a little-endian buffer, by the position of its first byte; laid out in the package's text. */
public final class Frame {
    private static final int TYPE = 0;
    private static final int FLAGS = TYPE + Byte.BYTES;
    private static final int CODE = FLAGS + Byte.BYTES;
    private static final int LENGTH = CODE + Short.BYTES;
    private static final int SEQUENCE = LENGTH + Integer.BYTES;
    private static final int KEY = SEQUENCE + Integer.BYTES;
    private static final int ADDRESS = KEY + Integer.BYTES;
    private static final int TOTAL = ADDRESS + Long.BYTES;
    private static final int IMMEDIATE = TOTAL + Integer.BYTES;
    public static final int SIZE = IMMEDIATE + Integer.BYTES;

    /** Most headers in front of their payloads. */
    public static final int MAX_BURST = 32;
    /** Most payload of one frame. */
    public static final int MAX_LENGTH = 1 << 20;

    public static final int START = 1;
    public static final int WRITE = 2;
    public static final int WRITE_IMM = 3;
    public static final int SEND = 4;
    public static final int SEND_IMM = 5;
    public static final int MORE = 6;
    public static final int READ = 7;
    public static final int READ_DATA = 8;
    public static final int ACK = 9;
    public static final int REFUSED = 10;
    public static final int NOT_READY = 11;

    private static final int FOLLOWED = 1;

    private Frame() {}

    /** Writes a header; the address and the total are 0 where the type has none. */
    public static void put(final ByteBuffer to, final int at, final int type, final int code, final int length,
            final int sequence, final int key, final long address, final int total, final int immediate) {
        to.putInt(at, type | code << Short.SIZE).putInt(at + LENGTH, length).putInt(at + SEQUENCE, sequence)
                .putInt(at + KEY, key).putLong(at + ADDRESS, address).putInt(at + TOTAL, total)
                .putInt(at + IMMEDIATE, immediate);
    }

    /** Marks a header as not the last of its burst. */
    public static void follow(final ByteBuffer to, final int at) {
        to.put(at + FLAGS, (byte) FOLLOWED);
    }

    public static boolean isFollowed(final ByteBuffer from, final int at) {
        return from.get(at + FLAGS) == FOLLOWED;
    }

    public static int type(final ByteBuffer from, final int at) {
        return from.get(at + TYPE);
    }

    public static int code(final ByteBuffer from, final int at) {
        return Short.toUnsignedInt(from.getShort(at + CODE));
    }

    public static int length(final ByteBuffer from, final int at) {
        return from.getInt(at + LENGTH);
    }

    public static int sequence(final ByteBuffer from, final int at) {
        return from.getInt(at + SEQUENCE);
    }

    public static int key(final ByteBuffer from, final int at) {
        return from.getInt(at + KEY);
    }

    public static long address(final ByteBuffer from, final int at) {
        return from.getLong(at + ADDRESS);
    }

    public static long total(final ByteBuffer from, final int at) {
        return Integer.toUnsignedLong(from.getInt(at + TOTAL));
    }

    public static int immediate(final ByteBuffer from, final int at) {
        return from.getInt(at + IMMEDIATE);
    }

    /** Payload of a frame that carries on where so many bytes are left of its message. */
    public static int lengthOf(final long left) {
        return (int) Math.min(left, MAX_LENGTH);
    }

    /**
     * Whether a header is one that this version can send, as far as the header alone tells: known type and flags,
     * nothing where nothing belongs, a length that fits its total.
     */
    public static boolean isWellFormed(final ByteBuffer from, final int at) {
        final int flags = from.get(at + FLAGS);
        if ((flags & ~FOLLOWED) != 0) {
            return false;
        }
        final int length = length(from, at);
        return switch (type(from, at)) {
            case WRITE -> code(from, at) == 0 && startsMessage(from, at) && immediate(from, at) == 0;
            case WRITE_IMM -> code(from, at) == 0 && startsMessage(from, at);
            case SEND -> code(from, at) == 0 && startsMessage(from, at) && isPlaceless(from, at)
                    && immediate(from, at) == 0;
            case SEND_IMM -> code(from, at) == 0 && startsMessage(from, at) && isPlaceless(from, at);
            case MORE -> code(from, at) == 0 && length > 0 && length <= MAX_LENGTH && isBare(from, at);
            case READ -> code(from, at) == 0 && length == 0 && immediate(from, at) == 0;
            case READ_DATA -> code(from, at) == 0 && length >= 0 && length <= MAX_LENGTH && isBare(from, at);
            case START, ACK -> code(from, at) == 0 && length == 0 && isBare(from, at);
            case REFUSED, NOT_READY -> length == 0 && isBare(from, at);
            default -> false;
        };
    }

    private static boolean startsMessage(final ByteBuffer from, final int at) {
        return length(from, at) == lengthOf(total(from, at));
    }

    private static boolean isPlaceless(final ByteBuffer from, final int at) {
        return key(from, at) == 0 && address(from, at) == 0;
    }

    private static boolean isBare(final ByteBuffer from, final int at) {
        return isPlaceless(from, at) && total(from, at) == 0 && immediate(from, at) == 0;
    }
}
