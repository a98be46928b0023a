package io.sluice.verbs;

import io.sluice.verbs.PortAttributes.LinkLayer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which of a port's GIDs a connection starts from. On Ethernet: RoCE v2, a routable IPv4 address first, then a global
 * IPv6 address, the lowest index of its kind; link-local, loopback and empty entries are never chosen, but may be named.
 * On InfiniBand: none, as peers are found by LID, unless one is named.
 */
public final class GidSelection {
    private GidSelection() {}

    /**
     * {@return the GID, or null: the connection has none, and goes by LID}
     *
     * @param port      such as {@code port 1 of mlx5_0}, for messages
     * @param linkLayer what the port is wired to
     * @param table     the port's GIDs, empty entries left out
     * @param named     index of the GID to take, or negative: choose
     * @throws IllegalArgumentException if the entry named is empty, or not in the table; the message has the table
     * @throws VerbsException           (EADDRNOTAVAIL) if there is nothing to choose; the message has the table
     */
    public static GidEntry select(final String port, final LinkLayer linkLayer, final List<GidEntry> table,
            final int named) {
        if (named >= 0) {
            return table.stream().filter(entry -> entry.index() == named).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "GID " + named + " of " + port + " is empty; " + describe(table)));
        }
        if (linkLayer == LinkLayer.INFINIBAND) {
            return null;
        }
        return first(table, true).or(() -> first(table, false))
                .orElseThrow(() -> new VerbsException(Errno.EADDRNOTAVAIL, port + " has no GID to choose: wanted is "
                        + "RoCE v2 with an IPv4 or a global IPv6 address. Give its network interface an address, or "
                        + "name a GID by its index; " + describe(table)));
    }

    private static Optional<GidEntry> first(final List<GidEntry> table, final boolean ipv4) {
        return table.stream().filter(entry -> entry.type() == GidType.ROCE_V2)
                .filter(entry -> ipv4 ? isRoutableIpv4(entry.gid()) : isGlobalIpv6(entry.gid())).findFirst();
    }

    /** Not this network (0/8), loopback (127/8), link-local (169.254/16), multicast or beyond (224/3). */
    private static boolean isRoutableIpv4(final Gid gid) {
        final int address = (int) gid.low();
        final int first = address >>> 24;
        return gid.isIpv4Mapped() && first != 0 && first != 127 && address >>> 16 != 0xa9fe && first < 224;
    }

    /** Not a mapped IPv4 address, not zero or loopback, not link-local, not multicast (ff00::/8). */
    private static boolean isGlobalIpv6(final Gid gid) {
        return !gid.isIpv4Mapped() && !gid.isZero() && !gid.isLoopback() && !gid.isLinkLocal()
                && gid.high() >>> 56 != 0xff;
    }

    private static String describe(final List<GidEntry> table) {
        return table.isEmpty()
                ? "the table is empty"
                : "the table: " + table.stream().map(GidEntry::toString).collect(Collectors.joining(", "));
    }
}
