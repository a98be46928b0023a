package io.sluice.pipeline.control;

import io.sluice.verbs.Gid;
import java.util.List;

/**
 * What one end tells the other of its half of a connection, once each knows who the other is.
 *
 * @param lanes          its queue pairs; both ends use the smaller count
 * @param mtu            largest path MTU, bytes
 * @param initiatorDepth READs it may have outstanding on a queue pair
 * @param responderDepth READs it answers at once on a queue pair
 * @param notifications  how many notifications it takes unread, 0 where it has no place for this connection
 * @param heartbeatNs    time between two of its heartbeats
 */
public record Hello(List<LaneAddress> lanes, int mtu, int initiatorDepth, int responderDepth, int notifications,
        long heartbeatNs) implements Message {

    /**
     * One queue pair.
     *
     * @param qpNumber 24 bits
     * @param psn      its first packet sequence number, 24 bits
     * @param gid      of its port
     * @param lid      of its port, 16 bits
     */
    public record LaneAddress(int qpNumber, int psn, Gid gid, int lid) {}
}
