package io.sluice.verbs.layout;

/** {@code struct ibv_async_event} of rdma-core's {@code infiniband/verbs.h} on 64-bit machines: what happened, and to whom. */
public final class AsyncEventLayout {
    /** Address of the queue pair or completion queue, by type. */
    public static final Field ELEMENT = Field.u64(0);
    public static final Field PORT_NUM = Field.u32(0);
    public static final Field EVENT_TYPE = Field.u32(8);
    public static final int SIZE = 16;

    private AsyncEventLayout() {}
}
