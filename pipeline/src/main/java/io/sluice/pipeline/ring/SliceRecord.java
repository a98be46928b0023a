package io.sluice.pipeline.ring;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * One slice on its way to a queue pair: a flyweight over 64 bytes, one cache line, of the ring's buffer. Made once for
 * each place of the ring and never moved.
 *
 * <pre>
 *   0        8        16       20      24      28      32       40        44 .. 64
 *   +--------+--------+--------+-------+-------+-------+--------+---------+----------+
 *   | local  | remote | length | lkey  | rkey  | opcode| wr_id  | post    | padding  |
 *   | address| address| u32    |       |       |       |        | handler |          |
 *   +--------+--------+--------+-------+-------+-------+--------+---------+----------+
 * </pre>
 *
 * {@code localAddress} is local for READ and WRITE alike. The wr_id carries lane, transfer slot and generation, see
 * {@link WrId}. Written between claim and publish, read by the post handlers: each looks who it is for, and reads on if
 * it is its own.
 */
public final class SliceRecord {
    /** Bytes of a record. */
    public static final int SIZE = 64;

    static final int LOCAL_ADDRESS = 0;
    static final int REMOTE_ADDRESS = LOCAL_ADDRESS + Long.BYTES;
    static final int LENGTH = REMOTE_ADDRESS + Long.BYTES;
    static final int LKEY = LENGTH + Integer.BYTES;
    static final int RKEY = LKEY + Integer.BYTES;
    static final int OPCODE = RKEY + Integer.BYTES;
    static final int WR_ID = OPCODE + Integer.BYTES;
    static final int HANDLER = WR_ID + Long.BYTES;

    private final UnsafeBuffer buffer;
    private final int offset;

    /**
     * @param buffer that holds it
     * @param offset of its first byte
     */
    public SliceRecord(final UnsafeBuffer buffer, final int offset) {
        this.buffer = buffer;
        this.offset = offset;
    }

    public void put(final long localAddress, final long remoteAddress, final int length, final int lkey,
            final int rkey, final int opcode, final long wrId, final int handler) {
        buffer.putLong(offset + LOCAL_ADDRESS, localAddress);
        buffer.putLong(offset + REMOTE_ADDRESS, remoteAddress);
        buffer.putInt(offset + LENGTH, length);
        buffer.putInt(offset + LKEY, lkey);
        buffer.putInt(offset + RKEY, rkey);
        buffer.putInt(offset + OPCODE, opcode);
        buffer.putLong(offset + WR_ID, wrId);
        buffer.putInt(offset + HANDLER, handler);
    }

    public long localAddress() {
        return buffer.getLong(offset + LOCAL_ADDRESS);
    }

    public long remoteAddress() {
        return buffer.getLong(offset + REMOTE_ADDRESS);
    }

    public int length() {
        return buffer.getInt(offset + LENGTH);
    }

    public int lkey() {
        return buffer.getInt(offset + LKEY);
    }

    public int rkey() {
        return buffer.getInt(offset + RKEY);
    }

    public int opcode() {
        return buffer.getInt(offset + OPCODE);
    }

    /** Number of the post handler that owns the lane. */
    public int handler() {
        return buffer.getInt(offset + HANDLER);
    }

    public long wrId() {
        return buffer.getLong(offset + WR_ID);
    }
}
