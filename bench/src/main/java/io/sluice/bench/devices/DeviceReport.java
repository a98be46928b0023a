package io.sluice.bench.devices;

import io.sluice.verbs.DeviceAttributes;
import io.sluice.verbs.GidEntry;
import io.sluice.verbs.GidSelection;
import io.sluice.verbs.PortAttributes;
import io.sluice.verbs.PortAttributes.LinkLayer;
import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.VerbsDevice;
import io.sluice.verbs.VerbsException;
import io.sluice.verbs.rdma.RdmaDevice;
import java.io.PrintWriter;
import java.util.List;

/** Prints one device: limits, ports, GIDs. */
final class DeviceReport {
    private final PrintWriter out;

    DeviceReport(final PrintWriter out) {
        this.out = out;
    }

    /** @return whether an engine could use a port of it as it is */
    boolean print(final VerbsDevice device) {
        try (VerbsContext context = device.open()) {
            out.printf("%n%s (%s%s)%n", device.name(), device.kind(), numaNode(device));
            printLimits(context.attributes());
            boolean usable = false;
            for (int port = 1; port <= context.attributes().physicalPortCount(); port++) {
                usable |= printPort(context, port);
            }
            return usable;
        }
    }

    private static String numaNode(final VerbsDevice device) {
        return device instanceof RdmaDevice rdma
                ? ", NUMA node " + (rdma.numaNode() < 0 ? "not known" : rdma.numaNode())
                : "";
    }

    private void printLimits(final DeviceAttributes limits) {
        out.printf(
                "  limits  %,d queue pairs of %,d work requests with %d SGEs; %,d completion queues of %,d entries%n",
                limits.maxQp(), limits.maxQpWr(), limits.maxSge(), limits.maxCq(), limits.maxCqe());
        out.printf("          %,d memory regions of %s; READs at once %d out, %d in; inline %d bytes%n", limits.maxMr(),
                bytes(limits.maxMrSize()), limits.maxQpInitRdAtom(), limits.maxQpRdAtom(), limits.maxInlineData());
    }

    private boolean printPort(final VerbsContext context, final int number) {
        final PortAttributes port = context.port(number);
        final List<GidEntry> table = context.gidTable(number);
        out.printf("  port %d  %s, %s, MTU %d of %d, messages up to %s%s%n", number, port.state(), port.linkLayer(),
                port.activeMtu(), port.maxMtu(), bytes(port.maxMessageSize()),
                port.linkLayer() == LinkLayer.INFINIBAND ? ", LID " + port.lid() : "");
        GidEntry chosen = null;
        boolean reachable = true;
        try {
            chosen = GidSelection.select("port " + number, port.linkLayer(), table, -1);
        } catch (final VerbsException e) {
            reachable = false;
        }
        for (final GidEntry entry : table) {
            out.printf("    GID %-3d %s %s%s%n", entry.index(), entry.gid(), entry.type(),
                    entry.equals(chosen) ? ", taken unless gidIndex names another" : "");
        }
        return port.active() && reachable;
    }

    /** @param bytes unsigned */
    private static String bytes(final long bytes) {
        if (bytes < 0 || bytes == Long.MAX_VALUE) {
            return "any size";
        }
        return bytes >= 1 << 20 && bytes % (1 << 20) == 0
                ? String.format("%,d MiB", bytes >> 20)
                : String.format("%,d bytes", bytes);
    }
}
