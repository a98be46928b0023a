package io.sluice.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContiguousBlocksTest {
    @Test
    void anEmptyListHasNoRuns() {
        assertThat(runs(blocks(), blocks())).isEmpty();
    }

    @Test
    void oneBlockIsOneRun() {
        assertThat(runs(blocks(7), blocks(3))).containsExactly("7 3 1");
    }

    @Test
    void blocksThatStepByOneOnBothSidesAreOneRun() {
        assertThat(runs(blocks(4, 5, 6), blocks(0, 1, 2))).containsExactly("4 0 3");
    }

    @Test
    void aGapAtTheSourceAloneBreaksARun() {
        assertThat(runs(blocks(4, 5, 7), blocks(0, 1, 2))).containsExactly("4 0 2", "7 2 1");
    }

    @Test
    void aGapAtTheDestinationAloneBreaksARun() {
        assertThat(runs(blocks(4, 5, 6), blocks(0, 2, 3))).containsExactly("4 0 1", "5 2 2");
    }

    @Test
    void descendingBlocksAreRunsOfOne() {
        assertThat(runs(blocks(6, 5, 4), blocks(2, 1, 0))).containsExactly("6 2 1", "5 1 1", "4 0 1");
    }

    @Test
    void aRepeatedBlockBreaksARun() {
        assertThat(runs(blocks(4, 5, 5, 6), blocks(0, 1, 2, 3))).containsExactly("4 0 2", "5 2 2");
        assertThat(runs(blocks(4, 5, 6, 7), blocks(0, 1, 1, 2))).containsExactly("4 0 2", "6 1 2");
    }

    @Test
    void theOrderOfTheListIsKept() {
        assertThat(runs(blocks(8, 9, 1, 2), blocks(0, 1, 2, 3))).containsExactly("8 0 2", "1 2 2");
    }

    @Test
    void theLargestIndexHasNoSuccessor() {
        assertThat(runs(blocks(Integer.MAX_VALUE, Integer.MIN_VALUE), blocks(0, 1)))
                .containsExactly("2147483647 0 1", "-2147483648 1 1");
        final List<String> runs = new ArrayList<>();
        ContiguousRuns.forEachBlockRun(new long[]{ 0, 1 }, new long[]{ Long.MAX_VALUE, Long.MIN_VALUE }, into(runs));
        assertThat(runs).containsExactly("0 9223372036854775807 1", "1 -9223372036854775808 1");
    }

    @Test
    void longIndexesBeyondTheIntsFormRuns() {
        final List<String> runs = new ArrayList<>();
        ContiguousRuns.forEachBlockRun(
                new long[]{ 4294967295L, 4294967296L }, new long[]{ 2147483647L, 2147483648L }, into(runs));
        assertThat(runs).containsExactly("4294967295 2147483647 2");
    }

    @Test
    void onlyTheCountedPairsAreLookedAt() {
        final List<String> runs = new ArrayList<>();
        assertThat(ContiguousRuns.forEachBlockRun(blocks(1, 2, 3, 4), blocks(1, 2, 3), 2, into(runs))).isEqualTo(1);
        assertThat(runs).containsExactly("1 1 2");
    }

    @Test
    void listsOfUnequalLengthAreRefusedNamingBoth() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContiguousRuns.forEachBlockRun(blocks(1, 2, 3), blocks(1, 2), NO_RUN))
                .withMessage("3 sources and 2 destinations; the lists must be equally long");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContiguousRuns.forEachBlockRun(new long[0], new long[4], NO_RUN))
                .withMessage("0 sources and 4 destinations; the lists must be equally long");
    }

    @Test
    void aCountBeyondAnArrayIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContiguousRuns.forEachBlockRun(blocks(1, 2), blocks(1), 2, NO_RUN))
                .withMessage("count 2 is outside 0..1, the length of the shortest array");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContiguousRuns.forEachBlockRun(new long[2], new long[3], -1, NO_RUN));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContiguousRuns.groupBlocks(blocks(1, 2), blocks(1, 2), new int[1], 2));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContiguousRuns.groupBlocks(new long[3], new long[2], new long[3], 3));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContiguousRuns.blockRunEnd(blocks(1, 2), blocks(1), 0, 2));
    }

    @Test
    void aRunCannotBeginOutsideTheList() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContiguousRuns.blockRunEnd(blocks(1, 2), blocks(1, 2), 2, 2))
                .withMessage("from 2 is outside 0..1, the positions of a list of 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContiguousRuns.blockRunEnd(new long[1], new long[1], -1, 1));
    }

    private static final RunConsumer NO_RUN = (source, destination, length) -> {
        throw new AssertionError("no run may be handed out");
    };

    private static int[] blocks(final int... blocks) {
        return blocks;
    }

    private static RunConsumer into(final List<String> runs) {
        return (source, destination, length) -> runs.add(source + " " + destination + " " + length);
    }

    /** The runs of a list by the walk over ints, which every other way to read them has to agree with. */
    private static List<String> runs(final int[] sources, final int[] destinations) {
        final long[] longSources = Arrays.stream(sources).asLongStream().toArray();
        final long[] longDestinations = Arrays.stream(destinations).asLongStream().toArray();
        final List<String> runs = new ArrayList<>();
        final List<String> longRuns = new ArrayList<>();
        final List<String> loopRuns = new ArrayList<>();
        assertThat(ContiguousRuns.forEachBlockRun(sources, destinations, into(runs))).isEqualTo(runs.size());
        ContiguousRuns.forEachBlockRun(longSources, longDestinations, into(longRuns));
        for (int from = 0, end; from < sources.length; from = end) {
            end = ContiguousRuns.blockRunEnd(sources, destinations, from, sources.length);
            assertThat(ContiguousRuns.blockRunEnd(longSources, longDestinations, from, sources.length)).isEqualTo(end);
            into(loopRuns).accept(sources[from], destinations[from], end - from);
        }
        assertThat(grouped(sources, destinations)).isEqualTo(runs);
        assertThat(grouped(longSources, longDestinations)).isEqualTo(runs);
        assertThat(longRuns).isEqualTo(runs);
        assertThat(loopRuns).isEqualTo(runs);
        return runs;
    }

    private static List<String> grouped(final int[] sources, final int[] destinations) {
        final int[] lengths = new int[sources.length];
        final int[] runSources = sources.clone();
        final int[] runDestinations = destinations.clone();
        final List<String> runs = new ArrayList<>();
        final int count = ContiguousRuns.groupBlocks(runSources, runDestinations, lengths, sources.length);
        for (int i = 0; i < count; i++) {
            into(runs).accept(runSources[i], runDestinations[i], lengths[i]);
        }
        return runs;
    }

    private static List<String> grouped(final long[] sources, final long[] destinations) {
        final long[] lengths = new long[sources.length];
        final List<String> runs = new ArrayList<>();
        final long[] runSources = sources.clone();
        final long[] runDestinations = destinations.clone();
        final int count = ContiguousRuns.groupBlocks(runSources, runDestinations, lengths, sources.length);
        for (int i = 0; i < count; i++) {
            into(runs).accept(runSources[i], runDestinations[i], lengths[i]);
        }
        return runs;
    }
}
