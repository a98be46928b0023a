package io.sluice.bench.figures;

import java.io.IOException;
import java.util.List;

/** The soft device over loopback TCP to another process, beside bare sockets that move as much memory. */
final class Tcp {
    /** As many as an engine has lanes to a peer. */
    private static final int SOCKETS = 4;
    private static final int SLICES = 128;
    private static final int SMALL = 8;
    /** Transfers at once: the next is there when one has settled, as a stream's next byte is. */
    private static final int FLIGHTS = 2;

    private Tcp() {}

    /** Transfers of 128 slices. */
    static List<Reading> writes(final FarProcess far, final int slice, final long timeNs) {
        try (TcpWrites writes = new TcpWrites(far.engine(), (long) SLICES * slice, slice, FLIGHTS)) {
            final double rate = writes.rate(timeNs);
            return List.of(Reading.higher(Names.tcpWrites(slice), "GB/s", rate),
                    Reading.higher(Names.tcpSlices(slice), "k slices/s", rate * 1e6 / slice));
        }
    }

    static List<Reading> bare(final FarProcess far, final int block, final long timeNs) throws InterruptedException {
        return List.of(Reading.higher(Names.bareSockets(block), "GB/s",
                BareSockets.rate(far.sockets(), SOCKETS, block, (long) FLIGHTS * SLICES * block, timeNs)));
    }

    /** A small write from submit to settled. */
    static List<Reading> roundTrip(final FarProcess far, final long timeNs) {
        try (TcpWrites writes = new TcpWrites(far.engine(), SMALL, 4096, 1)) {
            return List.of(Reading.lower(Names.TCP_ROUND_TRIP, "ns", writes.latency(timeNs)));
        }
    }

    static List<Reading> ping(final FarProcess far, final long timeNs) throws IOException {
        return List.of(Reading.lower(Names.BARE_PING, "ns", BareSockets.ping(far.sockets(), SMALL, timeNs)));
    }
}
