package io.sluice.verbs;

import java.util.Objects;

/**
 * What a queue pair must know to become ready to receive: where its peer is, and how it answers it.
 *
 * @param port             local port, from 1
 * @param destQpNumber     the peer's queue pair number, 24 bits
 * @param receivePsn       first packet sequence number of the peer, 24 bits
 * @param pathMtu          bytes: 256, 512, 1024, 2048 or 4096
 * @param destLid          the peer's local identifier, 0 on Ethernet
 * @param destGid          the peer's GID; {@link Gid#ZERO} for none
 * @param sourceGidIndex   index of the own GID to send from
 * @param trafficClass     0 to 255
 * @param maxDestRdAtomic  READs of the peer answered at once, 0 to 255
 * @param minRnrTimer      code 0 to 31 of the time a sender waits when no receive was posted (InfiniBand specification,
 *                         table 45; see {@link RnrTimer})
 */
public record RtrAttributes(int port, int destQpNumber, int receivePsn, int pathMtu, int destLid, Gid destGid,
        int sourceGidIndex, int trafficClass, int maxDestRdAtomic, int minRnrTimer) {
    /** Checks the ranges. */
    public RtrAttributes {
        Checks.range("port", port, 1, 255);
        Checks.range("destQpNumber", destQpNumber, 0, 0xff_ffff);
        Checks.range("receivePsn", receivePsn, 0, 0xff_ffff);
        if (Integer.bitCount(pathMtu) != 1 || pathMtu < 256 || pathMtu > 4096) {
            throw new IllegalArgumentException("pathMtu " + pathMtu + " is not 256, 512, 1024, 2048 or 4096");
        }
        Checks.range("destLid", destLid, 0, 0xffff);
        Objects.requireNonNull(destGid, "destGid");
        Checks.range("sourceGidIndex", sourceGidIndex, 0, 255);
        Checks.range("trafficClass", trafficClass, 0, 255);
        Checks.range("maxDestRdAtomic", maxDestRdAtomic, 0, 255);
        Checks.range("minRnrTimer", minRnrTimer, 0, 31);
    }
}
