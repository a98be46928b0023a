package io.sluice.verbs;

/** A device that can be opened. Safe for use by any number of threads. */
public interface VerbsDevice {

    /** {@return its name, such as {@code mlx5_0} or {@code soft}} */
    String name();

    /** {@return {@code soft} or {@code rdma}; queue pairs connect only within one kind} */
    String kind();

    /**
     * Opens the device; may be called more than once.
     *
     * @return a context that the caller closes
     * @throws VerbsException if the device cannot be opened
     */
    VerbsContext open();

    /**
     * Makes the calling thread one that works with this device: it may be bound to the CPUs near it, and stays so. For
     * threads whose whole work is the device. Does nothing where a device is equally near to all CPUs.
     */
    default void settleThread() {}
}
