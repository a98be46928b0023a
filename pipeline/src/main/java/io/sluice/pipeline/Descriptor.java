package io.sluice.pipeline;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Says to another process where memory is: address, length, key, and whose it is. 64 bytes, little-endian, the layout
 * of FlagCX's P2P descriptor:
 *
 * <pre>
 *   0         8       12     16      20     24      32 .. 64
 *   +---------+-------+------+-------+------+-------+--------+
 *   | addr    | size  | rkey | nmsgs | rid  | idx   | 0      |
 *   +---------+-------+------+-------+------+-------+--------+
 * </pre>
 *
 * The high 32 bits of a size over 4 GiB go into {@code nmsgs}; {@code idx} carries the instance id of the owner, 0 for
 * one that is not checked.
 *
 * @param address  first byte, in the owner's address space
 * @param length   bytes, 0 or more
 * @param rkey     key for remote access
 * @param regionId the owner's number of the region
 * @param instance id of the owning engine, 0 for unknown
 */
public record Descriptor(long address, long length, int rkey, int regionId, long instance) {
    /** Bytes of the encoded form. */
    public static final int SIZE = 64;

    private static final int ADDR = 0;
    private static final int LENGTH_LOW = ADDR + Long.BYTES;
    private static final int RKEY = LENGTH_LOW + Integer.BYTES;
    private static final int LENGTH_HIGH = RKEY + Integer.BYTES;
    private static final int RID = LENGTH_HIGH + Integer.BYTES;
    private static final int IDX = RID + Integer.BYTES;
    private static final int ZEROS = IDX + Long.BYTES;

    /** Checks the range. */
    public Descriptor {
        if (length < 0 || Long.compareUnsigned(address + length, address) < 0) {
            throw new IllegalArgumentException("range at 0x" + Long.toHexString(address) + " of " + length
                    + " bytes is negative or wraps around");
        }
    }

    /** {@return the 64 bytes} */
    public byte[] toBytes() {
        final ByteBuffer out = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(ADDR, address).putInt(LENGTH_LOW, (int) length).putInt(RKEY, rkey)
                .putInt(LENGTH_HIGH, (int) (length >>> 32)).putInt(RID, regionId).putLong(IDX, instance);
        return out.array();
    }

    /** {@return the 64 bytes as 128 hexadecimal digits} */
    public String toHex() {
        return HexFormat.of().formatHex(toBytes());
    }

    /**
     * {@return what they say}
     *
     * @param bytes 64 of them
     * @throws IllegalArgumentException on another length, a negative or wrapping range, or non-zero bytes at the end
     */
    public static Descriptor parse(final byte[] bytes) {
        Objects.requireNonNull(bytes, "bytes");
        if (bytes.length != SIZE) {
            throw new IllegalArgumentException("a descriptor has " + SIZE + " bytes, not " + bytes.length);
        }
        final ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = ZEROS; i < SIZE; i++) {
            if (bytes[i] != 0) {
                throw new IllegalArgumentException("byte " + i + " of a descriptor must be 0, it is " + bytes[i]);
            }
        }
        final long length = (long) in.getInt(LENGTH_HIGH) << 32 | Integer.toUnsignedLong(in.getInt(LENGTH_LOW));
        return new Descriptor(in.getLong(ADDR), length, in.getInt(RKEY), in.getInt(RID), in.getLong(IDX));
    }

    /**
     * {@return what they say}
     *
     * @param hex 128 hexadecimal digits
     * @throws IllegalArgumentException if they are not, or as {@link #parse(byte[])}
     */
    public static Descriptor parseHex(final String hex) {
        if (hex.length() != 2 * SIZE) {
            throw new IllegalArgumentException(
                    "a descriptor has " + 2 * SIZE + " hexadecimal digits, not " + hex.length());
        }
        return parse(HexFormat.of().parseHex(hex));
    }

    /**
     * Points it at a part of what it points at.
     *
     * @param offset first byte, from the start of this
     * @param bytes  0 or more
     * @return the part
     * @throws IndexOutOfBoundsException if it is not inside
     */
    public Descriptor retarget(final long offset, final long bytes) {
        if (offset < 0 || bytes < 0 || bytes > length || offset > length - bytes) {
            throw new IndexOutOfBoundsException(
                    "offset " + offset + " with " + bytes + " bytes is not inside " + length);
        }
        return new Descriptor(address + offset, bytes, rkey, regionId, instance);
    }
}
