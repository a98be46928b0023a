package io.sluice.verbs.layout;

/** {@code struct ibv_mr} of rdma-core's {@code infiniband/verbs.h} on 64-bit machines: its keys. */
public final class Mr {
    public static final Field LKEY = Field.u32(36);
    public static final Field RKEY = Field.u32(40);

    private Mr() {}
}
