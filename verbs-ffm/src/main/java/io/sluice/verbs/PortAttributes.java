package io.sluice.verbs;

/**
 * State and limits of a port, from {@code struct ibv_port_attr}.
 *
 * @param state          whether the port can carry traffic
 * @param maxMtu         bytes
 * @param activeMtu      bytes
 * @param gidTableLength entries of the GID table
 * @param maxMessageSize largest message in bytes
 * @param lid            local identifier, 0 on Ethernet
 * @param linkLayer      what the port is wired to
 */
public record PortAttributes(PortState state, int maxMtu, int activeMtu, int gidTableLength, long maxMessageSize,
        int lid, LinkLayer linkLayer) {

    /** {@return whether the port can carry traffic} */
    public boolean active() {
        return state == PortState.ACTIVE;
    }

    /** What a port is wired to. */
    public enum LinkLayer {
        /** InfiniBand: peers are found by LID. */
        INFINIBAND,
        /** Ethernet: peers are found by GID. */
        ETHERNET
    }
}
