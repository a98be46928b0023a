package io.sluice.pipeline.ring;

import org.agrona.UnsafeApi;

/**
 * One slice on its way to a queue pair: a flyweight over 48 bytes of the ring's memory, named by its address. See
 * {@link SliceRing#at}.
 *
 * <pre>
 *   0        8        16       20      24       32      36      40        44 .. 48
 *   +--------+--------+--------+-------+--------+-------+-------+---------+----------+
 *   | local  | remote | length | lkey  | wr_id  | rkey  | opcode| post    | padding  |
 *   | address| address| u32    |       |        |       |       | handler |          |
 *   +--------+--------+--------+-------+--------+-------+-------+---------+----------+
 * </pre>
 *
 * Records are packed, not one a cache line: the bytes that go from core to core are most of what a slice costs there.
 *
 * <p>{@code localAddress} is local for READ and WRITE alike. The wr_id carries lane, transfer slot and generation, see
 * {@link WrId}. Written between claim and publish, read by the post handlers: each looks who it is for, and reads on if
 * it is its own.
 */
public final class SliceRecord {
    /** Bytes of a record. */
    public static final int SIZE = 48;

    static final int LOCAL_ADDRESS = 0;
    static final int REMOTE_ADDRESS = LOCAL_ADDRESS + Long.BYTES;
    static final int LENGTH = REMOTE_ADDRESS + Long.BYTES;
    static final int LKEY = LENGTH + Integer.BYTES;
    static final int WR_ID = LKEY + Integer.BYTES;
    static final int RKEY = WR_ID + Long.BYTES;
    static final int OPCODE = RKEY + Integer.BYTES;
    static final int HANDLER = OPCODE + Integer.BYTES;

    private SliceRecord() {}

    public static void put(final long record, final long localAddress, final long remoteAddress, final int length,
            final int lkey, final int rkey, final int opcode, final long wrId, final int handler) {
        UnsafeApi.putLong(record + LOCAL_ADDRESS, localAddress);
        UnsafeApi.putLong(record + REMOTE_ADDRESS, remoteAddress);
        UnsafeApi.putInt(record + LENGTH, length);
        UnsafeApi.putInt(record + LKEY, lkey);
        UnsafeApi.putLong(record + WR_ID, wrId);
        UnsafeApi.putInt(record + RKEY, rkey);
        UnsafeApi.putInt(record + OPCODE, opcode);
        UnsafeApi.putInt(record + HANDLER, handler);
    }

    public static long localAddress(final long record) {
        return UnsafeApi.getLong(record + LOCAL_ADDRESS);
    }

    public static long remoteAddress(final long record) {
        return UnsafeApi.getLong(record + REMOTE_ADDRESS);
    }

    public static int length(final long record) {
        return UnsafeApi.getInt(record + LENGTH);
    }

    public static int lkey(final long record) {
        return UnsafeApi.getInt(record + LKEY);
    }

    public static int rkey(final long record) {
        return UnsafeApi.getInt(record + RKEY);
    }

    public static int opcode(final long record) {
        return UnsafeApi.getInt(record + OPCODE);
    }

    /** Number of the post handler that owns the lane. */
    public static int handler(final long record) {
        return UnsafeApi.getInt(record + HANDLER);
    }

    public static long wrId(final long record) {
        return UnsafeApi.getLong(record + WR_ID);
    }
}
