package io.sluice.properties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.policies.ContiguousRuns;
import io.sluice.policies.RunConsumer;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Whatever the block lists: their runs are the lists again, and none could be longer. */
class ContiguousBlocksProperties {
    record Pair(long source, long destination) {
        boolean precedes(final Pair next) {
            return source != Long.MAX_VALUE && next.source == source + 1 && destination != Long.MAX_VALUE
                    && next.destination == destination + 1;
        }
    }

    record Run(long source, long destination, long length) {}

    @Property
    void theConcatenationOfTheRunsIsTheList(@ForAll("pairs") final List<Pair> pairs) {
        final List<Pair> again = new ArrayList<>();
        for (final Run run : runs(pairs)) {
            for (long i = 0; i < run.length; i++) {
                again.add(new Pair(run.source + i, run.destination + i));
            }
        }
        assertThat(again).isEqualTo(pairs);
    }

    @Property
    void noRunCouldBeLonger(@ForAll("pairs") final List<Pair> pairs) {
        int end = 0;
        for (final Run run : runs(pairs)) {
            assertThat(run.length).isPositive();
            end += (int) run.length;
            assertThat(end == pairs.size() || !pairs.get(end - 1).precedes(pairs.get(end))).isTrue();
        }
        assertThat(end).isEqualTo(pairs.size());
    }

    @Property
    void everyWayToReadRunsGivesTheSame(@ForAll("pairs") final List<Pair> pairs) {
        final long[] sources = pairs.stream().mapToLong(Pair::source).toArray();
        final long[] destinations = pairs.stream().mapToLong(Pair::destination).toArray();
        final List<Run> walked = runs(pairs);
        final List<Run> looped = new ArrayList<>();
        for (int from = 0, end; from < sources.length; from = end) {
            end = ContiguousRuns.blockRunEnd(sources, destinations, from, sources.length);
            looped.add(new Run(sources[from], destinations[from], end - from));
        }
        final long[] lengths = new long[pairs.size()];
        final int count = ContiguousRuns.groupBlocks(sources, destinations, lengths, pairs.size());
        final List<Run> grouped = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            grouped.add(new Run(sources[i], destinations[i], lengths[i]));
        }
        assertThat(looped).isEqualTo(walked);
        assertThat(grouped).isEqualTo(walked);
    }

    @Property
    void intListsGiveTheRunsOfTheSameLongLists(@ForAll("intPairs") final List<Pair> pairs) {
        final int[] sources = pairs.stream().mapToInt(pair -> (int) pair.source).toArray();
        final int[] destinations = pairs.stream().mapToInt(pair -> (int) pair.destination).toArray();
        final List<Run> walked = new ArrayList<>();
        final int count = ContiguousRuns.forEachBlockRun(sources, destinations, into(walked));
        final int[] lengths = new int[pairs.size()];
        assertThat(ContiguousRuns.groupBlocks(sources, destinations, lengths, pairs.size())).isEqualTo(count);
        final List<Run> grouped = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            grouped.add(new Run(sources[i], destinations[i], lengths[i]));
        }
        assertThat(walked).isEqualTo(runs(pairs));
        assertThat(grouped).isEqualTo(walked);
    }

    @Property(tries = 50)
    void unequalListsAreAnError(@ForAll final long[] sources, @ForAll final long[] destinations) {
        if (sources.length != destinations.length) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ContiguousRuns.forEachBlockRun(sources, destinations, into(new ArrayList<>())))
                    .withMessageContaining(sources.length + " sources")
                    .withMessageContaining(destinations.length + " destinations");
        }
    }

    @Provide
    Arbitrary<List<Pair>> pairs() {
        return pairs(Arbitraries.oneOf(Arbitraries.longs().between(0, 20), Arbitraries.longs(),
                Arbitraries.of(Long.MAX_VALUE - 1, (long) Integer.MAX_VALUE - 1, 0xffff_ffffL)));
    }

    @Provide
    Arbitrary<List<Pair>> intPairs() {
        return pairs(Arbitraries.oneOf(Arbitraries.longs().between(0, 20),
                Arbitraries.of((long) Integer.MAX_VALUE - 1, (long) Integer.MIN_VALUE)))
                .map(pairs -> pairs.stream().map(pair -> new Pair((int) pair.source, (int) pair.destination)).toList());
    }

    /** Lists made of steps from pair to pair, most of them +1 on both sides: random numbers alone hardly make a run. */
    private static Arbitrary<List<Pair>> pairs(final Arbitrary<Long> starts) {
        final Arbitrary<Long> steps = Arbitraries.frequency(Tuple.of(6, 1L),
                Tuple.of(1, 0L), Tuple.of(1, -1L), Tuple.of(1, 2L));
        final Arbitrary<List<Pair>> stepLists = Combinators.combine(steps, steps).as(Pair::new).list().ofMaxSize(40);
        return Combinators.combine(starts, starts, stepLists).as((source, destination, list) -> {
            final List<Pair> pairs = new ArrayList<>();
            Pair at = new Pair(source, destination);
            for (final Pair step : list) {
                pairs.add(at);
                at = new Pair(at.source + step.source, at.destination + step.destination);
            }
            return pairs;
        }).withoutEdgeCases();
    }

    private static List<Run> runs(final List<Pair> pairs) {
        final List<Run> runs = new ArrayList<>();
        final int count = ContiguousRuns.forEachBlockRun(pairs.stream().mapToLong(Pair::source).toArray(),
                pairs.stream().mapToLong(Pair::destination).toArray(), into(runs));
        assertThat(count).isEqualTo(runs.size());
        return runs;
    }

    private static RunConsumer into(final List<Run> runs) {
        return (source, destination, length) -> runs.add(new Run(source, destination, length));
    }
}
