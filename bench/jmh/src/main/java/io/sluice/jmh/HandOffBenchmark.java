package io.sluice.jmh;

import io.sluice.pipeline.ring.SliceReader;
import io.sluice.pipeline.ring.SliceRecord;
import io.sluice.pipeline.ring.SliceRing;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * The ring across threads: {@code records} counts what was handed over. On one ring, or on one for each producer, all
 * read by one thread.
 */
@State(Scope.Group)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class HandOffBenchmark {
    private static final int SIZE = 8_192;
    private static final int RINGS = 2;

    /** Records of a claim. */
    @Param({ "1", "16", "64" })
    private int claim;
    @Param({ "false", "true" })
    private boolean ringEach;

    private final SliceRing[] rings = new SliceRing[RINGS];
    private final SliceReader[] readers = new SliceReader[RINGS];

    /** A producer's own. */
    @State(Scope.Thread)
    @AuxCounters
    public static class Handed {
        public long records;
        private int ring;

        @Setup(Level.Trial)
        public void choose(final ThreadParams thread) {
            ring = thread.getSubgroupThreadIndex();
        }
    }

    @Setup
    public void make() {
        for (int i = 0; i < RINGS; i++) {
            rings[i] = new SliceRing(SIZE);
            readers[i] = rings[i].newReader();
        }
    }

    @Benchmark
    @Group("oneProducer")
    @GroupThreads(1)
    public void produceAlone(final Handed handed) {
        produce(handed);
    }

    @Benchmark
    @Group("oneProducer")
    @GroupThreads(1)
    public long consumeOfOne() {
        return consume();
    }

    @Benchmark
    @Group("twoProducers")
    @GroupThreads(2)
    public void produceBoth(final Handed handed) {
        produce(handed);
    }

    @Benchmark
    @Group("twoProducers")
    @GroupThreads(1)
    public long consumeOfTwo() {
        return consume();
    }

    private void produce(final Handed handed) {
        final SliceRing ring = rings[ringEach ? handed.ring : 0];
        final long high = ring.tryClaim(claim);
        if (high < 0) {
            Thread.yield(); // there may be more threads than cores
            return;
        }
        final long low = high - claim + 1;
        for (long sequence = low; sequence <= high; sequence++) {
            SliceRecord.put(ring.at(sequence), sequence, -sequence, 4096, 1, 2, 0, sequence, 0);
        }
        ring.publish(low, high);
        handed.records += claim;
    }

    private long consume() {
        final long sum = Reading.drain(rings[0], readers[0], 0);
        return ringEach ? sum + Reading.drain(rings[1], readers[1], 0) : sum;
    }
}
