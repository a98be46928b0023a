package io.sluice.jmh;

import io.sluice.verbs.VerbsDevice;
import io.sluice.verbs.rdma.RdmaDevices;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;

/** Devices by name. */
final class NullDevices {
    private NullDevices() {}

    /** @param name {@code soft} for a soft device in null mode, or a device of {@code libibverbs} */
    static VerbsDevice find(final String name) {
        return name.equals("soft")
                ? SoftDevice.create(SoftDeviceConfig.builder().nullMode(true).build())
                : RdmaDevices.load().find(name);
    }
}
