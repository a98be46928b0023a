package io.sluice.verbs.layout;

/** {@code struct ibv_context} of rdma-core's {@code infiniband/verbs.h} on 64-bit machines: the functions behind the calls that the header has inline. */
public final class IbvContext {
    public static final Field POLL_CQ = Field.u64(96);
    public static final Field REQ_NOTIFY_CQ = Field.u64(104);
    public static final Field POST_SEND = Field.u64(208);
    public static final Field POST_RECV = Field.u64(216);
    public static final Field ASYNC_FD = Field.u32(268);

    private IbvContext() {}
}
