package io.sluice.bench.figures;

import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.TransferState;
import io.sluice.pipeline.paired.Adaptor;
import io.sluice.pipeline.paired.IovList;
import io.sluice.pipeline.paired.PairedConfig;
import io.sluice.pipeline.paired.PairedConnection;
import io.sluice.pipeline.paired.PairedEngine;
import io.sluice.pipeline.paired.PairedOp;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** What the two roads between two agents cost: both agents in this process, over loopback TCP. */
final class PairedFigures implements AutoCloseable {
    private static final Executor THREADS = task -> Thread.ofVirtual().start(task);
    /** Of one request. */
    static final long MOST_BYTES = 64L << 20;
    /** Requests at once where a rate is measured, each from and to memory of its own. */
    private static final int FLIGHTS = 2;
    private static final long PATIENCE_NS = 30_000_000_000L;

    private final Arena arena = Arena.ofShared();
    private final PairedEngine a;
    private final PairedEngine b;
    private final PairedConnection toB;
    private final PairedConnection toA;
    private final MemorySegment near = arena.allocate(FLIGHTS * MOST_BYTES + 8, 4096);
    private final MemorySegment far = arena.allocate(FLIGHTS * MOST_BYTES + 8, 4096);
    private final IovList iovs = new IovList();

    PairedFigures(final Adaptor adaptor) {
        a = agent("a", adaptor);
        b = agent("b", adaptor);
        a.loadConnInfo("b", b.connInfo());
        b.loadConnInfo("a", a.connInfo());
        final CompletableFuture<PairedConnection> other = CompletableFuture.supplyAsync(() -> b.connect("a"), THREADS);
        toB = a.connect("b");
        toA = other.join();
        final CompletableFuture<Void> window = CompletableFuture.runAsync(() -> b.registerWindow(toA, far), THREADS);
        a.registerWindow(toB, near);
        window.join();
    }

    private static PairedEngine agent(final String name, final Adaptor adaptor) {
        return PairedEngine.create(PairedConfig.of(EngineConfig.builder().agentName(name)
                .device(SoftDevice.create(SoftDeviceConfig.builder().build())).build()).adaptors(adaptor));
    }

    /** 8 bytes there and 8 bytes back, on either road. */
    static List<Reading> roundTrips(final Adaptor adaptor, final long timeNs) {
        try (PairedFigures paired = new PairedFigures(adaptor)) {
            return List.of(
                    Reading.lower(Names.pairedRoundTrip("put and signal", adaptor), "ns",
                            paired.roundTrip(PairedOp.PUT, PairedOp.WAIT, timeNs)),
                    Reading.lower(Names.pairedRoundTrip("send and receive", adaptor), "ns",
                            paired.roundTrip(PairedOp.SEND, PairedOp.RECV, timeNs)));
        }
    }

    /** Puts, sends, and beside them the engine's writes, two at a time. */
    static List<Reading> rates(final Adaptor adaptor, final long bytes, final long timeNs) {
        try (PairedFigures paired = new PairedFigures(adaptor);
                FarEngine far = new FarEngine(FLIGHTS * bytes);
                TcpWrites writes = new TcpWrites(far.address(), bytes, 64 << 10, FLIGHTS)) {
            return List.of(
                    Reading.higher(Names.pairedRate("puts", bytes, adaptor), "GB/s",
                            paired.rate(PairedOp.PUT, PairedOp.WAIT, bytes, timeNs)),
                    Reading.higher(Names.pairedRate("writes", bytes, adaptor), "GB/s", writes.rate(timeNs)),
                    Reading.higher(Names.pairedRate("sends", bytes, adaptor), "GB/s",
                            paired.rate(PairedOp.SEND, PairedOp.RECV, bytes, timeNs)));
        }
    }

    /** 8 bytes there, 8 bytes back. */
    private double roundTrip(final PairedOp out, final PairedOp in, final long timeNs) {
        final Histogram histogram = new Histogram(3);
        final long begin = System.nanoTime();
        for (;;) {
            final long start = System.nanoTime();
            if (start - begin >= 2 * timeNs) {
                return histogram.getValueAtPercentile(50);
            }
            finish(a, b, there(out, in, 8, 0), false);
            finish(b, a, back(out, in, 8), false);
            if (start - begin >= timeNs) { // as long a warm-up
                histogram.recordValue(System.nanoTime() - start);
            }
        }
    }

    /** Gigabytes a second. */
    private double rate(final PairedOp out, final PairedOp in, final long bytes, final long timeNs) {
        final List<Move> moves = new ArrayList<>();
        for (int flight = 0; flight < FLIGHTS; flight++) {
            moves.add(there(out, in, bytes, flight));
        }
        around(moves, out, in, bytes, timeNs / 2); // for the compilers
        final long start = System.nanoTime();
        final long rounds = around(moves, out, in, bytes, timeNs);
        final long ns = System.nanoTime() - start;
        moves.forEach(move -> finish(a, b, move, true));
        return (double) rounds * FLIGHTS * bytes / ns;
    }

    /** Each move ends and begins anew, once at least; how often. */
    private long around(final List<Move> moves, final PairedOp out, final PairedOp in, final long bytes,
            final long timeNs) {
        final long start = System.nanoTime();
        long rounds = 0;
        do {
            for (int flight = 0; flight < FLIGHTS; flight++) {
                finish(a, b, moves.get(flight), true);
                moves.set(flight, there(out, in, bytes, flight));
            }
            rounds++;
        } while (System.nanoTime() - start < timeNs);
        return rounds;
    }

    /** The two requests of one move. */
    private record Move(long sent, long received) {}

    private Move there(final PairedOp out, final PairedOp in, final long bytes, final int flight) {
        final long offset = flight * bytes;
        final long received = b.submit(toA, in, range(far, offset, bytes));
        return new Move(a.submit(toB, out, range(near, offset, bytes)), received);
    }

    private Move back(final PairedOp out, final PairedOp in, final long bytes) {
        final long received = a.submit(toB, in, range(near, 0, bytes));
        return new Move(b.submit(toA, out, range(far, 0, bytes)), received);
    }

    private IovList range(final MemorySegment memory, final long offset, final long bytes) {
        iovs.clear();
        return iovs.add(memory, offset, bytes, offset);
    }

    /** With more than one under way there is time for a nap. */
    private static void finish(final PairedEngine from, final PairedEngine to, final Move move, final boolean naps) {
        finish(to, move.received, naps);
        finish(from, move.sent, naps);
    }

    private static void finish(final PairedEngine engine, final long request, final boolean naps) {
        final long end = System.nanoTime() + PATIENCE_NS;
        while (engine.poll(request) == TransferState.IN_PROGRESS && System.nanoTime() < end) {
            if (naps) {
                LockSupport.parkNanos(TcpWrites.NAP_NS);
            } else {
                Thread.yield();
            }
        }
        if (engine.poll(request) != TransferState.SUCCEEDED) {
            throw new IllegalStateException(engine.describe(request));
        }
        engine.release(request);
    }

    @Override
    public void close() {
        a.close();
        b.close();
        arena.close();
    }
}
