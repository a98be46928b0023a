package io.sluice.verbs.layout;

/**
 * {@code struct ibv_send_wr} of rdma-core's {@code infiniband/verbs.h} on 64-bit machines.
 *
 * <pre>
 *   0        8        16       24    28     32     36     40          48    52          128
 *   +--------+--------+--------+-----+------+------+------+-----------+-----+-- - - - ---+
 *   | wr_id  | next   | sg_list| num | op   | flags| imm  | rdma      | rkey| unused here |
 *   |        |        |        | sge | code |      | data | remote    |     |             |
 *   +--------+--------+--------+-----+------+------+------+-----------+-----+-- - - - ---+
 * </pre>
 */
public final class SendWr {
    public static final int WR_ID = 0;
    public static final int NEXT = WR_ID + Long.BYTES;
    public static final int SG_LIST = NEXT + Long.BYTES;
    public static final int NUM_SGE = SG_LIST + Long.BYTES;
    public static final int OPCODE = NUM_SGE + Integer.BYTES;
    public static final int SEND_FLAGS = OPCODE + Integer.BYTES;
    public static final int IMM_DATA = SEND_FLAGS + Integer.BYTES;
    public static final int REMOTE_ADDRESS = IMM_DATA + Integer.BYTES;
    public static final int RKEY = REMOTE_ADDRESS + Long.BYTES;
    public static final int SIZE = 128;

    private SendWr() {}
}
