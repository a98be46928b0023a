package io.sluice.pipeline;

import io.sluice.verbs.VerbsException;
import io.sluice.verbs.rdma.RdmaDevice;
import io.sluice.verbs.rdma.RdmaDevices;
import io.sluice.verbs.soft.SoftDevice;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the setting {@code device} means on this host. */
final class DeviceChoice {
    private static final Logger LOG = LoggerFactory.getLogger(TransferEngine.class);
    private static final String SOFT = "soft";
    private static final String AUTO = "auto";

    private DeviceChoice() {}

    static EngineDevice open(final EngineConfig asked) {
        if (asked.device() != null) {
            return EngineDevice.on(asked.device(), asked);
        }
        return switch (asked.deviceName()) {
            case SOFT -> EngineDevice.on(SoftDevice.shared(), asked);
            case AUTO -> auto(asked);
            default -> EngineDevice.on(named(asked.deviceName()), asked);
        };
    }

    /** The first RDMA device that can be used, else soft. */
    private static EngineDevice auto(final EngineConfig asked) {
        final List<String> reasons = new ArrayList<>();
        try {
            for (final RdmaDevice device : RdmaDevices.load().list()) {
                try {
                    final EngineDevice opened = EngineDevice.on(device, asked);
                    LOG.info("device auto: taking {}", device.name());
                    return opened;
                } catch (final VerbsException e) {
                    reasons.add(e.getMessage());
                }
            }
            if (reasons.isEmpty()) {
                reasons.add(RdmaDevices.NO_DEVICE);
            }
        } catch (final VerbsException e) {
            reasons.add(e.getMessage());
        }
        LOG.info("device auto: taking the soft device: {}", String.join("; ", reasons));
        return EngineDevice.on(SoftDevice.shared(), asked);
    }

    private static RdmaDevice named(final String name) {
        final List<String> here = new ArrayList<>(List.of(SOFT));
        String missing = "";
        try {
            for (final RdmaDevice device : RdmaDevices.load().list()) {
                if (device.name().equals(name)) {
                    return device;
                }
                here.add(device.name());
            }
        } catch (final VerbsException e) {
            missing = "; RDMA devices cannot be listed: " + e.getMessage();
        }
        throw new IllegalArgumentException(
                "device " + name + " does not exist; devices here: " + String.join(", ", here) + missing);
    }
}
