package io.sluice.properties.engine;

import io.sluice.pipeline.Op;
import io.sluice.pipeline.ThreadingMode;
import io.sluice.properties.engine.Command.Api;
import io.sluice.properties.engine.Command.Cut;
import io.sluice.properties.engine.Command.Meanwhile;
import io.sluice.properties.engine.Command.Shape;
import io.sluice.properties.engine.Setup.Fault;
import io.sluice.properties.engine.Setup.Knobs;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Arbitrary programs. */
final class Programs {
    private Programs() {}

    static Arbitrary<Program> on(final ThreadingMode mode, final boolean faulty, final int mostCommands) {
        return Combinators.combine(setup(mode, faulty), command().list().ofMinSize(3).ofMaxSize(mostCommands))
                .as(Program::new);
    }

    /** Of which each step ends alike, however many work requests share a completion: nothing is held up in a chain. */
    static Arbitrary<Program> withoutDelays() {
        final Arbitrary<List<Fault>> errors = Combinators
                .combine(Arbitraries.of(Fault.Kind.FAIL, Fault.Kind.KILL), between(-1, 8), between(0, 30))
                .as((kind, qp, nth) -> new Fault(kind, qp, nth, 0)).list().ofMaxSize(3);
        return Combinators.combine(setup(ThreadingMode.INVOKER, true, errors),
                command().list().ofMinSize(3).ofMaxSize(60)).as(Program::new);
    }

    private static Arbitrary<Setup> setup(final ThreadingMode mode, final boolean faulty) {
        return setup(mode, faulty, faulty ? faults(mode) : delays().list().ofMaxSize(2));
    }

    private static Arbitrary<Setup> setup(final ThreadingMode mode, final boolean faulty,
            final Arbitrary<List<Fault>> faults) {
        final Arbitrary<Set<Integer>> refused = faulty
                ? Arbitraries.frequencyOf(Tuple.of(4, Arbitraries.just(Set.of())),
                        Tuple.of(1, between(0, 9).set().ofMinSize(1).ofMaxSize(2)))
                : Arbitraries.just(Set.of());
        return Combinators
                .combine(Arbitraries.just(mode), knobs(), knobs(), faults, refused, Arbitraries.of(2, 20, 500),
                        Arbitraries.of(200, 1_000), oneIn(4))
                .as(Setup::new);
    }

    /** Small, so that every limit is met. */
    private static Arbitrary<Knobs> knobs() {
        final Arbitrary<List<Integer>> queues = Combinators.combine(between(1, 4), between(1, 6), between(1, 6),
                between(1, 6), Arbitraries.of(0, 1, 3, 10, 100)).as(
                        (qps, requests, wrs, interval, more) -> List.of(qps, requests, Math.min(requests, wrs),
                                Math.min(Math.min(requests, wrs), interval), 2 * qps + more));
        return Combinators.combine(queues, between(1, 12), between(1, 3), Arbitraries.of(1, 2, 5, 32),
                Arbitraries.of(1024, 1500, 4096), Arbitraries.of(0, 1, 1024), Arbitraries.of(0, 64),
                Combinators.combine(between(1, 3), between(1, 4)).as(Tuple::of))
                .as((q, slots, window, poll, slice, fragment, inline, notifications) -> new Knobs(q.get(0), q.get(1),
                        q.get(2), q.get(3), q.get(4), slots, window, poll, slice, fragment, inline,
                        notifications.get1(),
                        notifications.get2()));
    }

    private static Arbitrary<Fault> delays() {
        return Combinators.combine(between(-1, 8), between(-1, 20), Arbitraries.of(10, 300, 2_000))
                .as((qp, nth, us) -> new Fault(Fault.Kind.DELAY, qp, nth, us));
    }

    private static Arbitrary<List<Fault>> faults(final ThreadingMode mode) {
        final Arbitrary<Fault> forEver = Combinators.combine(between(0, 8), between(0, 9))
                .as((qp, nth) -> new Fault(Fault.Kind.DELAY, qp, nth, 100_000_000));
        final Arbitrary<Fault> errors = Combinators
                .combine(Arbitraries.of(Fault.Kind.FAIL, Fault.Kind.KILL, Fault.Kind.REFUSE),
                        between(-1, 8), between(0, 30))
                .as((kind, qp, nth) -> new Fault(kind, qp, nth, 0));
        return Arbitraries
                .frequencyOf(Tuple.of(4, delays()), Tuple.of(5, errors),
                        Tuple.of(mode == ThreadingMode.INVOKER ? 1 : 0, forEver))
                .list()
                .ofMinSize(1).ofMaxSize(4);
    }

    private static Arbitrary<Command> command() {
        return Arbitraries.frequencyOf(Tuple.of(30, submit()),
                Tuple.of(20, Combinators.combine(side(), between(1, 6)).as(Command.Work::new)),
                Tuple.of(4, between(0, 5).map(Command.Cancel::new)),
                Tuple.of(6, between(0, 3).map(Command.Release::new)),
                Tuple.of(4, Arbitraries.of(5, 100, 1_000, 5_000, 60_000, 2_000_000).map(Command.Advance::new)),
                Tuple.of(2, Combinators.combine(connection(), side()).as(Command.Notify::new)),
                Tuple.of(3, Combinators.combine(side(), between(1, 9)).as(Command.ReadNotifications::new)),
                Tuple.of(3, Combinators.combine(side(), side()).as(Command.Connect::new)),
                Tuple.of(1, Combinators.combine(connection(), side()).as(Command.Disconnect::new)),
                Tuple.of(2, Combinators.combine(side(), region()).as(Command.Deregister::new)),
                Tuple.of(3, Combinators.combine(side(), region()).as(Command.Register::new)));
    }

    private static Arbitrary<Command> submit() {
        final Arbitrary<Api> api = Arbitraries.frequency(Tuple.of(4, Api.ID), Tuple.of(3, Api.LISTENER),
                Tuple.of(1, Api.FUTURE));
        final Arbitrary<Cut> cut = Arbitraries.frequency(Tuple.of(6, Cut.NULL), Tuple.of(2, Cut.WHOLE),
                Tuple.of(2, Cut.TINY), Tuple.of(3, Cut.BLOCKS), Tuple.of(1, Cut.BAD));
        final Arbitrary<Integer> us = Arbitraries.frequency(Tuple.of(6, 0), Tuple.of(1, 50), Tuple.of(1, 1_500),
                Tuple.of(1, 20_000));
        final Arbitrary<Meanwhile> meanwhile = Arbitraries.frequency(Tuple.of(4, Meanwhile.NOTHING),
                Tuple.of(4, Meanwhile.WORK), Tuple.of(1, Meanwhile.DISCONNECT), Tuple.of(1, Meanwhile.AGES));
        final Arbitrary<Tuple.Tuple2<Integer, Meanwhile>> timeout = Combinators.combine(us, meanwhile).as(Tuple::of);
        return Combinators.combine(Combinators.combine(connection(), side()).as(Tuple::of),
                Arbitraries.of(Op.WRITE, Op.READ), api, cut, Combinators.combine(region(), region()).as(Tuple::of),
                shape(), Combinators.combine(oneIn(6), oneIn(6)).as(Tuple::of), timeout)
                .as((at, op, seenBy, cutBy, regions, shape, flags, time) -> new Command.Submit(at.get1(), at.get2(), op,
                        seenBy, cutBy, regions.get1(), regions.get2(), shape, flags.get1(), time.get1(), time.get2(),
                        flags.get2()));
    }

    private static Arbitrary<Shape> shape() {
        final Arbitrary<Integer> small = Arbitraries.of(0, 1, 7, 16, 64, 65, 100);
        final Arbitrary<Integer> large = Arbitraries.of(0, 1, 63, 1_023, 1_024, 1_025, 2_048, 2_049, 3_001, 6_000);
        final Arbitrary<Shape> single = large.map(length -> new Shape(1, List.of(length), 1));
        final Arbitrary<Shape> few = Combinators.combine(between(1, 6), large.list().ofMinSize(1).ofMaxSize(3),
                between(1, 6)).as(Shape::new);
        final Arbitrary<Shape> many = Combinators.combine(between(7, 200), small.list().ofMinSize(1).ofMaxSize(3),
                Arbitraries.of(1, 5, 64, 200)).as(Shape::new);
        final Arbitrary<Shape> bulk = between(300, 1_200).map(count -> new Shape(count, List.of(0, 1, 0), count));
        final Arbitrary<Shape> tooMany = Arbitraries.just(new Shape(1_600, List.of(0), 1_600));
        return Arbitraries.frequencyOf(Tuple.of(12, single), Tuple.of(10, few), Tuple.of(10, many), Tuple.of(3, bulk),
                Tuple.of(1, tooMany));
    }

    private static Arbitrary<Integer> connection() {
        return Arbitraries.frequency(Tuple.of(5, 0), Tuple.of(3, 1), Tuple.of(1, 2));
    }

    private static Arbitrary<Integer> side() {
        return between(0, 1);
    }

    private static Arbitrary<Integer> region() {
        return between(0, Memory.REGIONS - 1);
    }

    private static Arbitrary<Boolean> oneIn(final int n) {
        return Arbitraries.frequency(Tuple.of(n - 1, false), Tuple.of(1, true));
    }

    private static Arbitrary<Integer> between(final int least, final int most) {
        return Arbitraries.integers().between(least, most);
    }
}
