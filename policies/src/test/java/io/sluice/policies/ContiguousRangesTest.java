package io.sluice.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContiguousRangesTest {
    @Test
    void anEmptyListHasNoRuns() {
        assertThat(runs()).isEmpty();
    }

    @Test
    void rangesThatTouchOnBothSidesAreOneRun() {
        assertThat(runs(0, 100, 4, 4, 104, 8, 12, 112, 1)).containsExactly("0 64 d");
    }

    @Test
    void aGapAtTheSourceAloneBreaksARun() {
        assertThat(runs(0, 100, 4, 5, 104, 8)).containsExactly("0 64 4", "5 68 8");
    }

    @Test
    void aGapAtTheDestinationAloneBreaksARun() {
        assertThat(runs(0, 100, 4, 4, 103, 8)).containsExactly("0 64 4", "4 67 8");
    }

    @Test
    void overlappingAndDescendingRangesAreNotJoined() {
        assertThat(runs(0, 100, 4, 2, 102, 4)).containsExactly("0 64 4", "2 66 4");
        assertThat(runs(4, 104, 4, 0, 100, 4)).containsExactly("4 68 4", "0 64 4");
    }

    @Test
    void anEmptyRangeIsLeftOutWhereverItPoints() {
        assertThat(runs(9, 9, 0)).isEmpty();
        assertThat(runs(9, 9, 0, 0, 100, 4)).containsExactly("0 64 4");
        assertThat(runs(0, 100, 4, 9, 9, 0)).containsExactly("0 64 4");
    }

    @Test
    void anEmptyRangeDoesNotPartItsNeighbours() {
        assertThat(runs(0, 100, 4, 77, 9, 0, 4, 104, 4)).containsExactly("0 64 8");
        assertThat(runs(0, 100, 4, 4, 104, 0, 5, 105, 4)).containsExactly("0 64 4", "5 69 4");
    }

    @Test
    void addressesAreUnsigned() {
        assertThat(runs(Long.MAX_VALUE, 0, 1, Long.MIN_VALUE, 1, 1)).containsExactly("7fffffffffffffff 0 2");
    }

    @Test
    void aRangeMayEndAtTheEndOfTheAddressSpaceButNotGoOnAtZero() {
        assertThat(runs(-4, 100, 4, 0, 104, 4)).containsExactly("fffffffffffffffc 64 4", "0 68 4");
        assertThat(runs(100, -4, 4, 104, 0, 4)).containsExactly("64 fffffffffffffffc 4", "68 0 4");
    }

    @Test
    void aRunIsNeverLongerThanTheLongestLength() {
        assertThat(runs(0, 1, Long.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE, 1))
                .containsExactly("0 1 7fffffffffffffff", "7fffffffffffffff 8000000000000000 1");
        assertThat(runs(0, 1, Long.MAX_VALUE - 1, Long.MAX_VALUE - 1, Long.MAX_VALUE, 1))
                .containsExactly("0 1 7fffffffffffffff");
    }

    @Test
    void aRangeBeyondTheEndOfTheAddressSpaceIsRefusedNamingItsPlace() {
        refused("source address 0xfffffffffffffffc + length 5 of range 1 is beyond the end of the address space (2^64)",
                0, 100, 4, -4, 104, 5);
        refused("destination address 0xffffffffffffffff + length 2 of range 0 is beyond the end of the address space"
                + " (2^64)", 0, -1, 2);
    }

    @Test
    void aNegativeLengthIsRefused() {
        refused("length -1 of range 1 is negative; lengths are 0..2^63-1 bytes", 0, 100, 4, 4, 104, -1);
    }

    @Test
    void listsOfUnequalLengthAreRefusedNamingAll() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContiguousRuns.forEachRange(new long[3], new long[2], new long[3], NO_RUN))
                .withMessage("3 sources, 2 destinations and 3 lengths; the lists must be equally long");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContiguousRuns.forEachRange(new long[3], new long[3], new long[4], NO_RUN));
    }

    @Test
    void aCountBeyondAnArrayIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContiguousRuns.forEachRange(new long[2], new long[2], new long[1], 2, NO_RUN))
                .withMessage("count 2 is outside 0..1, the length of the shortest array");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContiguousRuns.mergeRanges(new long[2], new long[2], new long[2], -1));
    }

    private static final RunConsumer NO_RUN = (source, destination, length) -> {
        throw new AssertionError("no run may be handed out");
    };

    private static void refused(final String message, final long... triples) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContiguousRuns.forEachRange(
                        column(triples, 0), column(triples, 1), column(triples, 2), NO_RUN))
                .withMessage(message);
        final long[] sources = column(triples, 0);
        final long[] destinations = column(triples, 1);
        final long[] lengths = column(triples, 2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContiguousRuns.mergeRanges(sources, destinations, lengths, lengths.length))
                .withMessage(message);
        assertThat(sources).isEqualTo(column(triples, 0));
        assertThat(destinations).isEqualTo(column(triples, 1));
        assertThat(lengths).isEqualTo(column(triples, 2));
    }

    /** The runs in hexadecimal by the walk, which merging in place has to agree with. */
    private static List<String> runs(final long... triples) {
        final List<String> runs = new ArrayList<>();
        final RunConsumer toRuns = (source, destination, length) -> runs.add(text(source, destination, length));
        assertThat(ContiguousRuns.forEachRange(column(triples, 0), column(triples, 1), column(triples, 2), toRuns))
                .isEqualTo(runs.size());

        final long[] sources = column(triples, 0);
        final long[] destinations = column(triples, 1);
        final long[] lengths = column(triples, 2);
        final int merged = ContiguousRuns.mergeRanges(sources, destinations, lengths, lengths.length);
        final List<String> mergedRuns = new ArrayList<>();
        for (int i = 0; i < merged; i++) {
            mergedRuns.add(text(sources[i], destinations[i], lengths[i]));
        }
        assertThat(mergedRuns).isEqualTo(runs);
        return runs;
    }

    private static String text(final long source, final long destination, final long length) {
        return Long.toHexString(source) + " " + Long.toHexString(destination) + " " + Long.toHexString(length);
    }

    private static long[] column(final long[] triples, final int column) {
        final long[] values = new long[triples.length / 3];
        for (int i = 0; i < values.length; i++) {
            values[i] = triples[3 * i + column];
        }
        return values;
    }
}
