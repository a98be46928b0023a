package io.sluice.verbs.layout;

/** {@code struct ibv_cq} of rdma-core's {@code infiniband/verbs.h} on 64-bit machines: its size, and the number that its maker gave it. */
public final class Cq {
    public static final Field CQ_CONTEXT = Field.u64(16);
    public static final Field CQE = Field.u32(28);

    private Cq() {}
}
