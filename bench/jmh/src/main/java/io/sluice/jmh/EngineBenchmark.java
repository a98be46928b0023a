package io.sluice.jmh;

import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.EngineConfigBuilder;
import io.sluice.pipeline.EntryList;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.Op;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.ThreadingMode;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferState;
import io.sluice.verbs.VerbsDevice;
import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A whole transfer, from submit to settled and released, on a device that completes everything at once. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class EngineBenchmark {
    private static final int SLICE_BYTES = 4_096;

    /** As for {@link CallsBenchmark}. */
    @Param("soft")
    private String device;
    @Param({ "INVOKER", "SHARED" })
    private ThreadingMode mode;
    /** How the engine's threads wait: as it does by itself, busy, or backing off. */
    @Param({ "own", "busy", "backoff" })
    private String idle;
    @Param({ "1", "64" })
    private int slices;
    /** Work requests of a post to a completion. */
    @Param("1")
    private int signalInterval;

    private final Arena arena = Arena.ofShared();
    private TransferEngine near;
    private TransferEngine far;
    private Connection connection;
    private EntryList entries;
    private long settled;

    @Setup
    public void connect() {
        final VerbsDevice verbs = NullDevices.find(device);
        near = TransferEngine.create(waiting(EngineConfig.builder().device(verbs).threadingMode(mode)
                .signalInterval(signalInterval)).build());
        far = TransferEngine
                .create(EngineConfig.builder().device(verbs).threadingMode(ThreadingMode.SHARED).spinNs(0).build());
        final long bytes = (long) slices * SLICE_BYTES;
        final LocalRegion local = near.register(arena.allocate(bytes));
        final LocalRegion there = far.register(arena.allocate(bytes));
        connection = near.connect(far);
        final RemoteRegion remote = connection.resolve(far.descriptor(there, 0, bytes));
        entries = new EntryList();
        for (int i = 0; i < slices; i++) {
            entries.add(local, (long) i * SLICE_BYTES, SLICE_BYTES, remote, (long) i * SLICE_BYTES);
        }
        settled = move();
    }

    private EngineConfigBuilder waiting(final EngineConfigBuilder builder) {
        return switch (idle) {
            case "busy" -> builder.idleStrategy(BusySpinIdleStrategy::new);
            case "backoff" -> builder.idleStrategy(BackoffIdleStrategy::new);
            default -> builder;
        };
    }

    private long move() {
        final long id = near.submit(connection, Op.WRITE, entries, null);
        while (near.status(id) == TransferState.IN_PROGRESS) {
            if (mode == ThreadingMode.INVOKER) {
                near.doWork();
            } else {
                Thread.onSpinWait();
            }
        }
        return id;
    }

    @Benchmark
    public int transfer() {
        return near.release(move());
    }

    @Benchmark
    public int statusOfASettledTransfer() {
        return near.status(settled);
    }

    @TearDown
    public void close() {
        near.close();
        far.close();
        arena.close();
    }
}
