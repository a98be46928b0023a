package io.sluice.verbs.layout;

/** {@code struct ibv_gid_entry} of rdma-core's {@code infiniband/verbs.h} on 64-bit machines: a GID and its type. */
public final class GidEntryLayout {
    /** 16 bytes, big-endian. */
    public static final int GID = 0;
    public static final Field GID_TYPE = Field.u32(24);
    public static final int SIZE = 32;

    private GidEntryLayout() {}
}
