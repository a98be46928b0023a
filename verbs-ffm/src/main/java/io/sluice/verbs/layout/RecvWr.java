package io.sluice.verbs.layout;

/**
 * {@code struct ibv_recv_wr} of rdma-core's {@code infiniband/verbs.h} on 64-bit machines.
 *
 * <pre>
 *   0        8        16       24       28     32
 *   +--------+--------+--------+--------+------+
 *   | wr_id  | next   | sg_list| num_sge| pad  |
 *   +--------+--------+--------+--------+------+
 * </pre>
 */
public final class RecvWr {
    public static final int WR_ID = 0;
    public static final int NEXT = WR_ID + Long.BYTES;
    public static final int SG_LIST = NEXT + Long.BYTES;
    public static final int NUM_SGE = SG_LIST + Long.BYTES;
    public static final int SIZE = 32;

    private RecvWr() {}
}
