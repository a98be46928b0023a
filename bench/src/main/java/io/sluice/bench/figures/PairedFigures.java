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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.HdrHistogram.Histogram;

/** What the two roads between two agents cost: both agents in this process, over loopback TCP. */
final class PairedFigures implements AutoCloseable {
    private static final Executor THREADS = task -> Thread.ofVirtual().start(task);
    static final long MOST_BYTES = 64L << 20;
    private static final long PATIENCE_NS = 30_000_000_000L;

    private final Arena arena = Arena.ofShared();
    private final PairedEngine a;
    private final PairedEngine b;
    private final PairedConnection toB;
    private final PairedConnection toA;
    private final MemorySegment near = arena.allocate(MOST_BYTES + 8, 4096);
    private final MemorySegment far = arena.allocate(MOST_BYTES + 8, 4096);
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

    /** Puts, sends, and beside them the engine's writes, one at a time. */
    static List<Reading> rates(final Adaptor adaptor, final long bytes, final long timeNs) {
        try (PairedFigures paired = new PairedFigures(adaptor);
                FarEngine far = new FarEngine(bytes);
                TcpWrites writes = new TcpWrites(far.address(), bytes, 64 << 10, 1)) {
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
            move(a, toB, near, b, toA, far, out, in, 8);
            move(b, toA, far, a, toB, near, out, in, 8);
            if (start - begin >= timeNs) { // as long a warm-up
                histogram.recordValue(System.nanoTime() - start);
            }
        }
    }

    /** Bytes a second, one request at a time. */
    private double rate(final PairedOp out, final PairedOp in, final long bytes, final long timeNs) {
        move(a, toB, near, b, toA, far, out, in, bytes);
        long moved = 0;
        final long start = System.nanoTime();
        while (moved == 0 || System.nanoTime() - start < timeNs) {
            move(a, toB, near, b, toA, far, out, in, bytes);
            moved += bytes;
        }
        return (double) moved / (System.nanoTime() - start);
    }

    private void move(final PairedEngine from, final PairedConnection over, final MemorySegment source,
            final PairedEngine to, final PairedConnection back, final MemorySegment target, final PairedOp out,
            final PairedOp in, final long bytes) {
        iovs.clear();
        final long received = to.submit(back, in, iovs.add(target, 0, bytes));
        iovs.clear();
        final long sent = from.submit(over, out, iovs.add(source, 0, bytes, 0));
        finish(to, received);
        finish(from, sent);
    }

    private static void finish(final PairedEngine engine, final long request) {
        final long end = System.nanoTime() + PATIENCE_NS;
        while (engine.poll(request) == TransferState.IN_PROGRESS && System.nanoTime() < end) {
            Thread.yield();
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
