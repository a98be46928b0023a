package io.sluice.jmh;

import io.sluice.pipeline.ring.SliceReader;
import io.sluice.pipeline.ring.SliceRecord;
import io.sluice.pipeline.ring.SliceRing;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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

/** The ring on one thread: a claim, its records written, published, and read by every reader. ns a claim. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class RingBenchmark {
    private static final int SIZE = 8_192;

    /** Records of a claim. */
    @Param({ "1", "16", "64" })
    private int records;
    /** Post handlers: each sees every record. */
    @Param({ "1", "2" })
    private int readers;

    private SliceRing ring;
    private SliceReader[] reading;

    @Setup
    public void make() {
        ring = new SliceRing(SIZE);
        reading = IntStream.range(0, readers).mapToObj(i -> ring.newReader()).toArray(SliceReader[]::new);
    }

    @Benchmark
    public long handOver() {
        final long high = ring.tryClaim(records);
        final long low = high - records + 1;
        for (long sequence = low; sequence <= high; sequence++) {
            SliceRecord.put(ring.at(sequence), sequence, -sequence, 4096, 1, 2, 0, sequence, (int) sequence % readers);
        }
        ring.publish(low, high);
        long sum = 0;
        for (int i = 0; i < readers; i++) {
            sum += Reading.drain(ring, reading[i], i);
        }
        return sum;
    }
}
