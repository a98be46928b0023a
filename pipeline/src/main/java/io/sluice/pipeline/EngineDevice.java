package io.sluice.pipeline;

import io.sluice.verbs.CompletionQueue;
import io.sluice.verbs.DeviceAttributes;
import io.sluice.verbs.Errno;
import io.sluice.verbs.Gid;
import io.sluice.verbs.GidEntry;
import io.sluice.verbs.GidSelection;
import io.sluice.verbs.PortAttributes;
import io.sluice.verbs.ProtectionDomain;
import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.VerbsDevice;
import io.sluice.verbs.VerbsException;
import io.sluice.verbs.soft.SoftDevice;
import java.util.List;

/** The opened device of an engine: context, protection domain, and the one completion queue that all lanes share. */
final class EngineDevice {
    private final VerbsDevice device;
    private final VerbsContext context;
    private final PortAttributes port;
    private final EngineConfig config;
    /** Null: connections have no GID. */
    private final GidEntry gid;
    private ProtectionDomain domain;
    private CompletionQueue completionQueue;
    /** Set once, before the poll thread asks to be told of a completion; run by threads of the device. */
    private volatile Runnable onCompletion = () -> {};

    private EngineDevice(final VerbsDevice device, final VerbsContext context, final EngineConfig asked) {
        this.device = device;
        this.context = context;
        final DeviceAttributes attributes = context.attributes();
        final int number = asked.ibPortOn(attributes);
        port = context.port(number);
        final String where = "port " + number + " of " + device.name();
        if (!port.active()) {
            throw new VerbsException(Errno.ENETDOWN, where + " is " + port.state() + ", not ACTIVE: "
                    + "bring its link up, or name another port or device");
        }
        config = asked.clampedTo(attributes, port);
        gid = chooseGid(where, context, number, port, asked);
    }

    /** Opens what the setting {@code device} means here; nothing stays open if it throws. */
    static EngineDevice open(final EngineConfig asked) {
        return DeviceChoice.open(asked);
    }

    /** Opens; nothing stays open if it throws. */
    static EngineDevice on(final VerbsDevice device, final EngineConfig asked) {
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

    /** An entry of the port's GID table, or null: the port goes by LID. */
    private static GidEntry chooseGid(final String where, final VerbsContext context, final int number,
            final PortAttributes port, final EngineConfig asked) {
        final List<GidEntry> table = context.gidTable(number);
        return context.device().kind().equals(SoftDevice.KIND)
                ? table.getFirst() // the only one, and it names nothing
                : GidSelection.select(where, port.linkLayer(), table, asked.gidIndex());
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

    /** What connections start from; 0 where they have no GID. */
    int gidIndex() {
        return gid == null ? 0 : gid.index();
    }

    /** What peers reach this port by; {@link Gid#ZERO}: by its LID alone. */
    Gid gid() {
        return gid == null ? Gid.ZERO : gid.gid();
    }

    /** Regions and queue pairs are gone. */
    void close() {
        completionQueue.close();
        domain.close();
        context.close();
    }
}
