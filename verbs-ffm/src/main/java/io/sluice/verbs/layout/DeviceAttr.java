package io.sluice.verbs.layout;

/** {@code struct ibv_device_attr} of rdma-core's {@code infiniband/verbs.h} on 64-bit machines: limits. */
public final class DeviceAttr {
    public static final Field MAX_MR_SIZE = Field.u64(80);
    public static final Field MAX_QP = Field.u32(108);
    public static final Field MAX_QP_WR = Field.u32(112);
    public static final Field MAX_SGE = Field.u32(120);
    public static final Field MAX_CQ = Field.u32(128);
    public static final Field MAX_CQE = Field.u32(132);
    public static final Field MAX_MR = Field.u32(136);
    public static final Field MAX_QP_RD_ATOM = Field.u32(144);
    public static final Field MAX_QP_INIT_RD_ATOM = Field.u32(156);
    public static final Field PHYS_PORT_CNT = Field.u8(227);
    public static final int SIZE = 232;

    private DeviceAttr() {}
}
