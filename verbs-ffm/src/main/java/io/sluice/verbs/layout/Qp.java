package io.sluice.verbs.layout;

/** {@code struct ibv_qp} of rdma-core's {@code infiniband/verbs.h} on 64-bit machines: its number. */
public final class Qp {
    public static final Field QP_NUM = Field.u32(52);

    private Qp() {}
}
