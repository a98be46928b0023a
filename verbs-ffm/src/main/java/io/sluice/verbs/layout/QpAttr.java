package io.sluice.verbs.layout;

/** {@code struct ibv_qp_attr} of rdma-core's {@code infiniband/verbs.h} on 64-bit machines: what {@code ibv_modify_qp} changes, the path included. */
public final class QpAttr {
    public static final Field QP_STATE = Field.u32(0);
    public static final Field PATH_MTU = Field.u32(8);
    public static final Field RQ_PSN = Field.u32(20);
    public static final Field SQ_PSN = Field.u32(24);
    public static final Field DEST_QP_NUM = Field.u32(28);
    public static final Field QP_ACCESS_FLAGS = Field.u32(32);
    /** 16 bytes, big-endian. */
    public static final int DGID = 56;
    public static final Field SGID_INDEX = Field.u8(76);
    public static final Field HOP_LIMIT = Field.u8(77);
    public static final Field TRAFFIC_CLASS = Field.u8(78);
    public static final Field DLID = Field.u16(80);
    public static final Field IS_GLOBAL = Field.u8(85);
    public static final Field AH_PORT_NUM = Field.u8(86);
    public static final Field PKEY_INDEX = Field.u16(120);
    public static final Field MAX_RD_ATOMIC = Field.u8(126);
    public static final Field MAX_DEST_RD_ATOMIC = Field.u8(127);
    public static final Field MIN_RNR_TIMER = Field.u8(128);
    public static final Field PORT_NUM = Field.u8(129);
    public static final Field TIMEOUT = Field.u8(130);
    public static final Field RETRY_CNT = Field.u8(131);
    public static final Field RNR_RETRY = Field.u8(132);
    public static final int SIZE = 144;

    private QpAttr() {}
}
