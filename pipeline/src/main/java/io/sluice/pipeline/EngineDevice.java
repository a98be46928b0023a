package io.sluice.pipeline;

import io.sluice.verbs.CompletionQueue;
import io.sluice.verbs.DeviceAttributes;
import io.sluice.verbs.Gid;
import io.sluice.verbs.PortAttributes;
import io.sluice.verbs.ProtectionDomain;
import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.VerbsDevice;
import io.sluice.verbs.soft.SoftDevice;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The opened device of an engine: context, protection domain, and the one completion queue that all lanes share. */
final class EngineDevice {
    private static final Logger LOG = LoggerFactory.getLogger(TransferEngine.class);

    private final VerbsDevice device;
    private final VerbsContext context;
    private final PortAttributes port;
    private final EngineConfig config;
    private ProtectionDomain domain;
    private CompletionQueue completionQueue;
    /** Set once, before the poll thread asks to be told of a completion; run by threads of the device. */
    private volatile Runnable onCompletion = () -> {};

    private EngineDevice(final VerbsDevice device, final VerbsContext context, final EngineConfig asked) {
        this.device = device;
        this.context = context;
        final DeviceAttributes attributes = context.attributes();
        port = context.port(asked.ibPortOn(attributes));
        config = asked.clampedTo(attributes, port);
    }

    /** Opens; nothing stays open if it throws. */
    static EngineDevice open(final EngineConfig asked) {
        final VerbsDevice device = find(asked);
        final VerbsContext context = device.open();
        EngineDevice opened = null;
        try {
            opened = new EngineDevice(device, context, asked);
            opened.domain = context.allocateProtectionDomain();
            opened.completionQueue = context.createCompletionQueue(opened.config.sharedCqDepth(),
                    opened::completed);
            return opened;
        } catch (final RuntimeException e) {
            if (opened != null && opened.domain != null) {
                opened.domain.close();
            }
            context.close();
            throw e;
        }
    }

    private static VerbsDevice find(final EngineConfig config) {
        if (config.device() != null) {
            return config.device();
        }
        if (config.deviceName().equals("soft")) {
            return SoftDevice.shared();
        }
        if (config.deviceName().equals("auto")) {
            LOG.info("device auto: there is no RDMA device, taking the soft device");
            return SoftDevice.shared();
        }
        throw new IllegalArgumentException(
                "device " + config.deviceName() + " does not exist; devices here: soft");
    }

    VerbsDevice device() {
        return device;
    }

    VerbsContext context() {
        return context;
    }

    PortAttributes port() {
        return port;
    }

    /** The configuration, limited to the device. */
    EngineConfig config() {
        return config;
    }

    ProtectionDomain domain() {
        return domain;
    }

    CompletionQueue completionQueue() {
        return completionQueue;
    }

    private void completed() {
        onCompletion.run();
    }

    /** What to run when a completion comes that the poll thread asked to be told of. */
    void onCompletion(final Runnable wake) {
        onCompletion = wake;
    }

    int gidIndex() {
        return Math.max(0, config.gidIndex());
    }

    Gid gid() {
        return context.gid(config.ibPort(), gidIndex());
    }

    /** Regions and queue pairs are gone. */
    void close() {
        completionQueue.close();
        domain.close();
        context.close();
    }
}
