package io.sluice.verbs.layout;

/** {@code struct ibv_comp_channel} of rdma-core's {@code infiniband/verbs.h} on 64-bit machines: its file descriptor. */
public final class CompChannel {
    public static final Field FD = Field.u32(8);

    private CompChannel() {}
}
