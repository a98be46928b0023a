package io.sluice.pipeline;

import io.sluice.verbs.Gid;
import java.util.List;

/**
 * What one end tells the other in the handshake.
 *
 * @param agentName       of the engine
 * @param instance        of the engine: random, so a restarted peer is another peer
 * @param deviceKind      both ends must be of one kind
 * @param lanes           its queue pairs; both ends use the smaller count
 * @param mtu             largest path MTU, bytes
 * @param initiatorDepth  READs it may have outstanding on a queue pair
 * @param responderDepth  READs it answers at once on a queue pair
 * @param notifications   how many notifications it takes unread, 0 where it has no place for this connection
 */
record Hello(String agentName, long instance, String deviceKind, List<LaneAddress> lanes, int mtu, int initiatorDepth,
        int responderDepth, int notifications) {

    /**
     * One queue pair.
     *
     * @param qpNumber 24 bits
     * @param psn      its first packet sequence number, 24 bits
     * @param gid      of its port
     * @param lid      of its port
     */
    record LaneAddress(int qpNumber, int psn, Gid gid, int lid) {}
}
