package io.sluice.bench.figures;

import java.io.IOException;
import java.util.List;

/** The soft device over loopback TCP, both ends in this process, beside bare sockets. */
final class Tcp {
    /** As many as an engine has lanes to a peer. */
    private static final int SOCKETS = 4;
    private static final int SLICES = 128;
    private static final int SMALL = 8;

    private Tcp() {}

    /** Transfers of 128 slices. */
    static List<Reading> writes(final int slice, final long timeNs) {
        try (TcpWrites writes = new TcpWrites((long) SLICES * slice, slice)) {
            final double rate = writes.rate(timeNs);
            return List.of(Reading.higher(Names.tcpWrites(slice), "GB/s", rate),
                    Reading.higher(Names.tcpSlices(slice), "k slices/s", rate * 1e6 / slice));
        }
    }

    static List<Reading> bare(final int block, final long timeNs) throws IOException, InterruptedException {
        try (BareSockets sockets = new BareSockets(SOCKETS)) {
            return List.of(Reading.higher(Names.bareSockets(block), "GB/s", sockets.rate(block, timeNs)));
        }
    }

    /** A small write from submit to settled. */
    static List<Reading> roundTrip(final long timeNs) {
        try (TcpWrites writes = new TcpWrites(SMALL, 4096)) {
            return List.of(Reading.lower(Names.TCP_ROUND_TRIP, "ns", writes.latency(timeNs)));
        }
    }

    static List<Reading> ping(final long timeNs) throws IOException, InterruptedException {
        try (BareSockets sockets = new BareSockets(1)) {
            return List.of(Reading.lower(Names.BARE_PING, "ns", sockets.ping(SMALL, timeNs)));
        }
    }
}
