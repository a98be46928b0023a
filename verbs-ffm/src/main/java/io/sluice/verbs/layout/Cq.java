package io.sluice.verbs.layout;

/** {@code struct ibv_cq} of rdma-core's {@code infiniband/verbs.h} on 64-bit machines: its size. */
public final class Cq {
    public static final Field CQE = Field.u32(28);

    private Cq() {}
}
