package io.sluice.verbs;

/** What a GID is for; the codes are those of {@code enum ibv_gid_type}. */
public enum GidType {
    /** InfiniBand. */
    INFINIBAND(0),
    /** RoCE over Ethernet frames: within one network segment. */
    ROCE_V1(1),
    /** RoCE over UDP: can be routed. */
    ROCE_V2(2);

    private final int code;

    GidType(final int code) {
        this.code = code;
    }

    /** {@return the value in {@code enum ibv_gid_type}} */
    public int code() {
        return code;
    }
}
