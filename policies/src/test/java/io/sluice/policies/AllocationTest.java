package io.sluice.policies;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CALLS = 20_000;
    private static final int ROUNDS = 5;

    private long sum;

    @Test
    void cuttingAllocatesNothing() {
        final SlicePolicy blocks = SlicePolicy.blocks(SlicePolicy.MAX_MESSAGE_LENGTH);
        final SlicePolicy whole = SlicePolicy.whole(SlicePolicy.MAX_MESSAGE_LENGTH);
        assertThat(leastAllocated(i -> blocks.nextLength(i) + whole.nextLength(i) + blocks.sliceCount(i)
                + whole.sliceCount(i))).isZero();
    }

    @Test
    void walkingRunsAllocatesNothing() {
        final long[] sources = { 1, 2, 3, 7, 8, 1 };
        final long[] destinations = { 4, 5, 6, 7, 8, 9 };
        final long[] lengths = { 1, 1, 1, 1, 1, 1 };
        final RunConsumer consumer = (source, destination, length) -> sum += length;
        final RunConsumer inBytes = consumer.inBytes(4_096);
        assertThat(leastAllocated(i -> ContiguousRuns.forEachBlockRun(sources, destinations, inBytes)
                + ContiguousRuns.forEachRange(sources, destinations, lengths, consumer))).isZero();
    }

    @Test
    void choosingALaneAllocatesNothing() {
        final LaneCredits lanes = new LaneCredits() {
            @Override
            public int laneCount() {
                return 4;
            }

            @Override
            public int credit(final int lane) {
                return lane;
            }

            @Override
            public int outstanding(final int lane) {
                return 4 - lane;
            }
        };
        assertThat(leastAllocated(i -> LanePolicy.roundRobin().nextLane(lanes, i)
                + LanePolicy.leastOutstanding().nextLane(lanes, i))).isZero();
    }

    /** Bytes allocated by the best round: the first ones may hold linkage of the test's own lambdas. */
    private long leastAllocated(final IntToLongFunction call) {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            final long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                sum += call.applyAsLong(i);
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }
}
