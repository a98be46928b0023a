package io.sluice.pipeline.transfer;

import org.agrona.UnsafeApi;

/**
 * One contiguous piece of a transfer, as it is copied at submit: a flyweight, named by its address.
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
 * holds one use each, and says how many entries the run has; in the others these fields mean nothing, nor do they where the
 * slot of the transfer names the regions.
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

    public static void put(final long entry, final long localAddress,
            final long remoteAddress, final long length, final int lkey, final int rkey) {
        UnsafeApi.putLong(entry + LOCAL_ADDRESS, localAddress);
        UnsafeApi.putLong(entry + REMOTE_ADDRESS, remoteAddress);
        UnsafeApi.putLong(entry + LENGTH, length);
        UnsafeApi.putInt(entry + LKEY, lkey);
        UnsafeApi.putInt(entry + RKEY, rkey);
    }

    /** Of the first entry of a run. */
    public static void uses(final long entry, final int localRegion,
            final int remoteRegion, final int run) {
        UnsafeApi.putInt(entry + LOCAL_REGION, localRegion);
        UnsafeApi.putInt(entry + REMOTE_REGION, remoteRegion);
        UnsafeApi.putInt(entry + RUN, run);
    }

    /** Of the first entry of a run: how many entries it has. */
    public static int run(final long entry) {
        return UnsafeApi.getInt(entry + RUN);
    }

    public static long localAddress(final long entry) {
        return UnsafeApi.getLong(entry + LOCAL_ADDRESS);
    }

    public static long remoteAddress(final long entry) {
        return UnsafeApi.getLong(entry + REMOTE_ADDRESS);
    }

    public static long length(final long entry) {
        return UnsafeApi.getLong(entry + LENGTH);
    }

    public static int lkey(final long entry) {
        return UnsafeApi.getInt(entry + LKEY);
    }

    public static int rkey(final long entry) {
        return UnsafeApi.getInt(entry + RKEY);
    }

    public static int localRegion(final long entry) {
        return UnsafeApi.getInt(entry + LOCAL_REGION);
    }

    public static int remoteRegion(final long entry) {
        return UnsafeApi.getInt(entry + REMOTE_REGION);
    }
}
