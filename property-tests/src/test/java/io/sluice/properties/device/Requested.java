package io.sluice.properties.device;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;

/** Arbitrary work requests: most are right, each way of being wrong is rare, for one wrong request ends a connection. */
final class Requested {
    /** Places 0 and 1 hold the whole near and far side from the start, 2 and 3 the same with less access. */
    static final int PLACES = 6;

    private Requested() {}

    static Arbitrary<List<Send>> sends() {
        return send().list().ofMinSize(1).ofMaxSize(Requests.MAX_CHAIN)
                .withSizeDistribution(RandomDistribution.uniform());
    }

    static Arbitrary<List<Receive>> receives() {
        return entries(1).map(Receive::new).list().ofMinSize(1).ofMaxSize(Requests.MAX_CHAIN)
                .withSizeDistribution(RandomDistribution.uniform());
    }

    private static Arbitrary<Send> send() {
        final Arbitrary<Send.Op> op = Arbitraries.frequency(Tuple.of(60, Send.Op.WRITE), Tuple.of(20, Send.Op.SEND),
                Tuple.of(36, Send.Op.READ), Tuple.of(12, Send.Op.WRITE_WITH_IMM), Tuple.of(12, Send.Op.SEND_WITH_IMM),
                Tuple.of(1, Send.Op.UNKNOWN));
        return Combinators.combine(op, oneIn(3), oneIn(6), entries(0), target(), Programs.between(1, 99))
                .as((o, unsignaled, inline, entries, target, immediate) -> new Send(o, !unsignaled,
                        inline && o != Send.Op.READ || inline && immediate == 99, entries, target, immediate));
    }

    private static Arbitrary<Target> target() {
        return Combinators.combine(place(1), key(), offset()).as(Target::new);
    }

    private static Arbitrary<List<Entry>> entries(final int usualPlace) {
        final Arbitrary<Integer> length = Arbitraries.frequencyOf(
                Tuple.of(60, Programs.between(1, 16)), Tuple.of(20, Arbitraries.just(8)),
                Tuple.of(10, Arbitraries.just(0)), Tuple.of(4, Programs.between(17, 40)),
                Tuple.of(1, Arbitraries.just(Entry.HUGE)));
        final Arbitrary<Entry> entry = Combinators.combine(place(usualPlace), key(), offset(), length).as(Entry::new);
        return Arbitraries.frequency(Tuple.of(2, 0), Tuple.of(40, 1), Tuple.of(12, 2), Tuple.of(2, 3), Tuple.of(1, 4))
                .flatMap(count -> entry.list().ofSize(count));
    }

    private static Arbitrary<Integer> place(final int usual) {
        return Arbitraries.frequencyOf(Tuple.of(60, Arbitraries.just(usual)),
                Tuple.of(3, Programs.between(0, PLACES - 1)));
    }

    private static Arbitrary<Key> key() {
        return Arbitraries.frequency(Tuple.of(150, Key.RIGHT), Tuple.of(1, Key.OTHER_KIND), Tuple.of(1, Key.UNKNOWN));
    }

    private static Arbitrary<Integer> offset() {
        return Arbitraries.frequencyOf(Tuple.of(60, Programs.between(0, 24)),
                Tuple.of(20, Programs.between(0, 6).map(n -> 8 * n)),
                Tuple.of(1, Programs.between(-8, MemoryMap.SIDE + 8)));
    }

    static Arbitrary<Boolean> oneIn(final int count) {
        return Programs.between(1, count).map(n -> n == count);
    }
}
