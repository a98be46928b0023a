package io.sluice.verbs.layout;

/** {@code struct ibv_device} of rdma-core's {@code infiniband/verbs.h} on 64-bit machines: what names a device. */
public final class IbvDevice {
    /** Its name, such as {@code mlx5_0}: characters up to a zero. */
    public static final int NAME = 24;
    /** Its folder in sysfs: characters up to a zero. */
    public static final int IBDEV_PATH = 408;

    private IbvDevice() {}
}
