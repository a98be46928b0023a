package io.sluice.pipeline.transfer;

import org.agrona.MutableDirectBuffer;

/**
 * One contiguous piece of a transfer, as it is copied at submit.
 *
 * <pre>
 *   0        8        16       24     28     32            36            40
 *   +--------+--------+--------+------+------+-------------+-------------+
 *   | local  | remote | length | lkey | rkey | local region| remote      |
 *   | address| address|        |      |      | or -1       | region or -1|
 *   +--------+--------+--------+------+------+-------------+-------------+
 * </pre>
 *
 * A region number means that this entry holds a use of that region; -1 that the entry before holds it for both.
 */
public final class Entry {
    /** Bytes of an entry. */
    public static final int SIZE = 40;
    /** No use held. */
    public static final int NO_REGION = -1;

    private static final int LOCAL_ADDRESS = 0;
    private static final int REMOTE_ADDRESS = LOCAL_ADDRESS + Long.BYTES;
    private static final int LENGTH = REMOTE_ADDRESS + Long.BYTES;
    private static final int LKEY = LENGTH + Long.BYTES;
    private static final int RKEY = LKEY + Integer.BYTES;
    private static final int LOCAL_REGION = RKEY + Integer.BYTES;
    private static final int REMOTE_REGION = LOCAL_REGION + Integer.BYTES;

    private Entry() {}

    public static void put(final MutableDirectBuffer buffer, final int offset, final long localAddress,
            final long remoteAddress, final long length, final int lkey, final int rkey) {
        buffer.putLong(offset + LOCAL_ADDRESS, localAddress);
        buffer.putLong(offset + REMOTE_ADDRESS, remoteAddress);
        buffer.putLong(offset + LENGTH, length);
        buffer.putInt(offset + LKEY, lkey);
        buffer.putInt(offset + RKEY, rkey);
    }

    public static void uses(final MutableDirectBuffer buffer, final int offset, final int localRegion,
            final int remoteRegion) {
        buffer.putInt(offset + LOCAL_REGION, localRegion);
        buffer.putInt(offset + REMOTE_REGION, remoteRegion);
    }

    public static long localAddress(final MutableDirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + LOCAL_ADDRESS);
    }

    public static long remoteAddress(final MutableDirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + REMOTE_ADDRESS);
    }

    public static long length(final MutableDirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + LENGTH);
    }

    public static int lkey(final MutableDirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + LKEY);
    }

    public static int rkey(final MutableDirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + RKEY);
    }

    public static int localRegion(final MutableDirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + LOCAL_REGION);
    }

    public static int remoteRegion(final MutableDirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + REMOTE_REGION);
    }
}
