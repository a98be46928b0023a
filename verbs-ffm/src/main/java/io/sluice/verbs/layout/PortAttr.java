package io.sluice.verbs.layout;

/** {@code struct ibv_port_attr} of rdma-core's {@code infiniband/verbs.h} on 64-bit machines: a port's state. */
public final class PortAttr {
    public static final Field STATE = Field.u32(0);
    public static final Field MAX_MTU = Field.u32(4);
    public static final Field ACTIVE_MTU = Field.u32(8);
    public static final Field GID_TBL_LEN = Field.u32(12);
    public static final Field MAX_MSG_SZ = Field.u32(20);
    public static final Field LID = Field.u16(34);
    public static final Field LINK_LAYER = Field.u8(46);
    public static final int SIZE = 52;
    /** {@code IBV_LINK_LAYER_ETHERNET}; all else is InfiniBand. */
    public static final int LINK_LAYER_ETHERNET = 2;

    private PortAttr() {}
}
