package io.sluice.pipeline.transfer;

import org.agrona.MutableDirectBuffer;

/**
 * One contiguous piece of a transfer, as it is copied at submit.
 *
 * <pre>
 *   0        8        16       24     28     32       36       40     44     48
 *   +--------+--------+--------+------+------+--------+--------+------+------+
 *   | local  | remote | length | lkey | rkey | local  | remote | run  | pad  |
 *   | address| address|        |      |      | region | region |      |      |
 *   +--------+--------+--------+------+------+--------+--------+------+------+
 * </pre>
 *
 * Entries that follow each other with the same two regions are a run. Its first entry names the regions, of which the run
 * holds one use each, and says how many entries the run has; in the others these fields mean nothing.
 */
public final class Entry {
    /** Bytes of an entry. */
    public static final int SIZE = 48;

    private static final int LOCAL_ADDRESS = 0;
    private static final int REMOTE_ADDRESS = LOCAL_ADDRESS + Long.BYTES;
    private static final int LENGTH = REMOTE_ADDRESS + Long.BYTES;
    private static final int LKEY = LENGTH + Long.BYTES;
    private static final int RKEY = LKEY + Integer.BYTES;
    private static final int LOCAL_REGION = RKEY + Integer.BYTES;
    private static final int REMOTE_REGION = LOCAL_REGION + Integer.BYTES;
    private static final int RUN = REMOTE_REGION + Integer.BYTES;

    private Entry() {}

    public static void put(final MutableDirectBuffer buffer, final int offset, final long localAddress,
            final long remoteAddress, final long length, final int lkey, final int rkey) {
        buffer.putLong(offset + LOCAL_ADDRESS, localAddress);
        buffer.putLong(offset + REMOTE_ADDRESS, remoteAddress);
        buffer.putLong(offset + LENGTH, length);
        buffer.putInt(offset + LKEY, lkey);
        buffer.putInt(offset + RKEY, rkey);
    }

    /** Of the first entry of a run. */
    public static void uses(final MutableDirectBuffer buffer, final int offset, final int localRegion,
            final int remoteRegion, final int run) {
        buffer.putInt(offset + LOCAL_REGION, localRegion);
        buffer.putInt(offset + REMOTE_REGION, remoteRegion);
        buffer.putInt(offset + RUN, run);
    }

    /** Of the first entry of a run: how many entries it has. */
    public static int run(final MutableDirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + RUN);
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
