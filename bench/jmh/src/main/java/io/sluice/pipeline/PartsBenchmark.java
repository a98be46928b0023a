package io.sluice.pipeline;

import io.sluice.pipeline.transfer.Entry;
import io.sluice.pipeline.transfer.EntryPool;
import io.sluice.pipeline.transfer.TransferTable;
import io.sluice.pipeline.transfer.TransferWord;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The steps of a transfer of 64 entries, one by one, on one thread. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class PartsBenchmark {
    private static final int ENTRIES = 64;

    private TransferEngine engine;
    private TransferTable table;
    private EntryPool pool;
    private Link link;
    private SliceCutter cutter;
    private LaneChoice lanes;
    private CqCredits shared;
    private LinkCredits credits;
    private int slot;
    private int chunk;

    @Setup
    public void make() {
        engine = TransferEngine.create(EngineConfig.builder().threadingMode(ThreadingMode.INVOKER)
                .device(SoftDevice.create(SoftDeviceConfig.builder().nullMode(true).build())).build());
        link = engine.connect(engine).link();
        final EngineCore core = link.core();
        table = core.table();
        pool = core.pool();
        cutter = new SliceCutter(table, pool, core.ring(), ENTRIES);
        lanes = new LaneChoice(link.lanes(), ENTRIES);
        shared = new CqCredits(4_096);
        credits = new LinkCredits(shared, 4, 512, 256);
        slot = table.take();
        chunk = pool.take(1);
        table.prepare(slot, Op.WRITE.opcode(), ENTRIES, chunk, 0, 0);
        table.putWord(slot, TransferWord.of(TransferWord.generation(table.word(slot)), 0, TransferWord.ACTIVE));
        for (int i = 0; i < ENTRIES; i++) {
            Entry.put(pool.entry(chunk, i), 4_096L * i, 4_096L * i, 4_096, 1, 2);
        }
    }

    @Benchmark
    public int cut() {
        return cutter.cut(slot, link.core().blocks(), 1 << 30, ENTRIES, Long.MAX_VALUE);
    }

    @Benchmark
    public int cutAndWrite() {
        final int slices = cut();
        lanes.take(slices);
        cutter.write(slot, lanes, 0);
        lanes.untake();
        table.cursor(slot, 0, chunk, 0);
        return slices;
    }

    @Benchmark
    public int creditTakenAndGivenBack() {
        final int allowed = credits.allowance(ENTRIES, false);
        credits.take(allowed, false);
        credits.giveBack(allowed, false);
        return allowed;
    }

    @Benchmark
    public boolean slotTakenAndFreed() {
        final int taken = table.take();
        return table.free(taken, table.word(taken));
    }

    @Benchmark
    public int chunkTakenAndGivenBack() {
        final int taken = pool.take(1);
        pool.giveBack(taken);
        return taken;
    }

    @TearDown
    public void close() {
        table.free(slot, table.word(slot));
        pool.giveBack(chunk);
        engine.close();
    }
}
