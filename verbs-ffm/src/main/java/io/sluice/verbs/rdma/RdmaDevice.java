package io.sluice.verbs.rdma;

import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.VerbsDevice;
import io.sluice.verbs.VerbsException;

/**
 * An RDMA device: InfiniBand, RoCE or Soft-RoCE. Safe for use by any number of threads; there is nothing to close. Each
 * open context has a thread of its own, which sleeps until the device reports an event.
 *
 * <p>Memory that is registered stays the device's until its region is closed. Unlike the soft device it does not see
 * that an arena was closed before: keep it open until then.
 */
public final class RdmaDevice implements VerbsDevice {
    /** The kind that this device answers. */
    public static final String KIND = "rdma";

    private final RdmaDevices devices;
    private final String name;
    private final Sysfs sysfs;

    RdmaDevice(final RdmaDevices devices, final String name, final Sysfs sysfs) {
        this.devices = devices;
        this.name = name;
        this.sysfs = sysfs;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String kind() {
        return KIND;
    }

    /** {@return the NUMA node it is attached to; -1: none, or the kernel does not say} */
    public int numaNode() {
        return sysfs.numaNode();
    }

    /** Binds the thread to the CPUs of the device's NUMA node, among those it may run on. */
    @Override
    public void settleThread() {
        ThreadAffinity.narrow(sysfs.localCpus());
    }

    /**
     * {@inheritDoc}
     *
     * @throws VerbsException if it is gone, or may not be opened; the message says what to do
     */
    @Override
    public VerbsContext open() {
        final RdmaContext context = RdmaContext.open(devices.lib(), devices.open(name), name, sysfs);
        try {
            return new VerbsContext(this, context);
        } catch (final RuntimeException e) {
            context.close();
            throw e;
        }
    }

    @Override
    public String toString() {
        return "RdmaDevice " + name;
    }
}
