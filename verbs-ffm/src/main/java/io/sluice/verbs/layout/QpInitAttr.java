package io.sluice.verbs.layout;

/** {@code struct ibv_qp_init_attr} of rdma-core's {@code infiniband/verbs.h} on 64-bit machines: how a queue pair is made. */
public final class QpInitAttr {
    public static final Field SEND_CQ = Field.u64(8);
    public static final Field RECV_CQ = Field.u64(16);
    public static final Field MAX_SEND_WR = Field.u32(32);
    public static final Field MAX_RECV_WR = Field.u32(36);
    public static final Field MAX_SEND_SGE = Field.u32(40);
    public static final Field MAX_RECV_SGE = Field.u32(44);
    public static final Field MAX_INLINE_DATA = Field.u32(48);
    public static final Field QP_TYPE = Field.u32(52);
    public static final int SIZE = 64;
    /** {@code IBV_QPT_RC}. */
    public static final int QP_TYPE_RC = 2;

    private QpInitAttr() {}
}
