package io.sluice.properties.paired;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random programs. */
final class Programs {
    private static final Integer[] TOTALS = { 0, 1, 100, 8191, 8192, 8193, 16_384, 30_000, 70_000 };
    private static final int MOST_PUT = 16 << 10;

    private Programs() {}

    static Arbitrary<Program> random(final boolean withCut) {
        return Combinators.combine(Arbitraries.integers().between(1, 4), Arbitraries.of(true, false),
                command(withCut).list().ofMinSize(1).ofMaxSize(60)).as(Program::new);
    }

    private static Arbitrary<Command> command(final boolean withCut) {
        final Arbitrary<Integer> end = Arbitraries.integers().between(0, 1);
        final Arbitrary<int[]> lengths = Combinators
                .combine(Arbitraries.of(TOTALS), Arbitraries.doubles().between(0, 1).list().ofMaxSize(4))
                .as(Programs::cut);
        final Arbitrary<int[]> putLengths = Combinators
                .combine(Arbitraries.integers().between(0, MOST_PUT),
                        Arbitraries.doubles().between(0, 1).list().ofMaxSize(4))
                .as(Programs::cut);
        return Arbitraries.frequencyOf(
                Tuple.of(6, Combinators.combine(end, lengths).as(Command.Send::new)),
                Tuple.of(6, Combinators.combine(end, lengths).as(Command.Receive::new)),
                Tuple.of(5, Combinators.combine(end, putLengths).as(Command.Put::new)),
                Tuple.of(4, end.map(Command.Await::new)),
                Tuple.of(8, Combinators.combine(end, Arbitraries.integers().between(1, 12)).as(Command.Move::new)),
                Tuple.of(8, Combinators.combine(end, Arbitraries.integers().between(0, 1000)).as(Command.Write::new)),
                Tuple.of(withCut ? 1 : 0, end.map(Command.Cut::new)));
    }

    /** Splits a total at those places; a list without places may also be one of no pieces. */
    private static int[] cut(final int total, final List<Double> places) {
        if (total == 0 && places.isEmpty()) {
            return new int[0];
        }
        final int[] at = places.stream().mapToInt(place -> (int) (place * total)).sorted().toArray();
        final int[] lengths = new int[at.length + 1];
        int from = 0;
        for (int i = 0; i < at.length; i++) {
            lengths[i] = at[i] - from;
            from = at[i];
        }
        lengths[at.length] = total - from;
        return lengths;
    }
}
