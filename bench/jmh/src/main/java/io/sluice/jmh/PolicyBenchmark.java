package io.sluice.jmh;

import io.sluice.policies.ContiguousRuns;
import io.sluice.policies.SlicePolicy;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** The rules: lengths to slices, block lists to runs. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class PolicyBenchmark {
    private static final int BLOCKS = 1_024;

    /** Bytes of an entry. */
    @Param({ "4096", "1048576" })
    private long length;
    /** Blocks that follow each other on both sides. */
    @Param({ "1", "16" })
    private int run;

    private final SlicePolicy policy = SlicePolicy.blocks(SlicePolicy.MAX_MESSAGE_LENGTH);
    private final int[] sources = new int[BLOCKS];
    private final int[] destinations = new int[BLOCKS];

    @Setup
    public void fill() {
        for (int i = 0; i < BLOCKS; i++) {
            sources[i] = i;
            destinations[i] = i + i / run;
        }
    }

    @Benchmark
    public long cutAnEntry() {
        long slices = 0;
        for (long left = length; left > 0; slices++) {
            left -= policy.nextLength(left);
        }
        return slices;
    }

    @Benchmark
    public int mergeRunsOf1024Blocks(final Blackhole hole) {
        return ContiguousRuns.forEachBlockRun(sources, destinations, (source, destination, count) -> {
            hole.consume(source);
            hole.consume(destination);
            hole.consume(count);
        });
    }
}
