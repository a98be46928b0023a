package io.sluice.properties.device;

import io.sluice.properties.device.Setup.Fault;
import io.sluice.verbs.Access;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.soft.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;

/** Arbitrary programs. */
final class Programs {
    private static final int QPS = 5;
    private static final int CQS = 3;
    /** RNR times, the time of all retries to the nanosecond, and less and more. */
    private static final int[] NS = { 1_000, 10_000, 20_000, 32_768, 100_000 };

    private Programs() {}

    static Arbitrary<Program> on(final Arbitrary<Setup> setups, final int minCommands, final int maxCommands) {
        return Combinators
                .combine(setups, prologue(), command().list().ofMinSize(minCommands)
                        .ofMaxSize(maxCommands).withSizeDistribution(RandomDistribution.uniform()))
                .as((setup, prologue, commands) -> new Program(setup, prologue.stream().map(setup::fit).toList(),
                        commands));
    }

    /** Small limits, so that they are met. */
    static Arbitrary<Setup> setups(final int unit, final boolean nullMode, final Arbitrary<List<Fault>> faults) {
        return Combinators
                .combine(between(4, QPS), between(3, 12), between(2, 4), between(2, CQS), between(12, 50),
                        between(4, 7),
                        Combinators.combine(between(1, 2), between(30, 90), between(4, 40)).as(List::of),
                        Combinators.combine(faults, between(2, 9).set().ofMaxSize(2)).as(Tuple::of))
                .as((qps, wrs, sges, cqs, cqes, mrs, more, plan) -> new Setup(unit, qps, wrs, sges, cqs, cqes, mrs,
                        more.get(0), more.get(1), more.get(2), plan.get1(), plan.get2(), nullMode));
    }

    /** None at all in half of the programs. */
    static Arbitrary<List<Fault>> faults() {
        final Arbitrary<Fault.Kind> kind = Arbitraries.frequency(Tuple.of(6, Fault.Kind.DELAY),
                Tuple.of(2, Fault.Kind.FAIL), Tuple.of(1, Fault.Kind.KILL));
        final Arbitrary<List<Fault>> some = Combinators
                .combine(kind, between(FaultPlan.ANY_QP, QPS + 1), between(0, 12), ns()).as(Fault::new).list()
                .ofMinSize(1).ofMaxSize(5);
        return Arbitraries.frequencyOf(Tuple.of(1, Arbitraries.just(List.of())), Tuple.of(1, some));
    }

    /** Two completion queues, two connections, and both sides of the memory registered, with all access and without. */
    private static Arbitrary<List<Command>> prologue() {
        return Combinators.combine(between(4, 50), between(4, 50), create(), create(), create(), create(),
                Combinators.combine(connect(), connect()).as(List::of), access())
                .as((deep, shallow, a, b, c, d, connects, farAccess) -> {
                    final List<Command> commands = new ArrayList<>();
                    commands.add(new Command.OpenCq(0, deep));
                    commands.add(new Command.OpenCq(1, shallow));
                    commands.add(new Command.Register(0, 0, false, 0, MemoryMap.SIDE, Access.LOCAL_WRITE));
                    commands.add(new Command.Register(1, 0, true, 0, MemoryMap.SIDE, Access.ALL));
                    commands.add(new Command.Register(2, 0, false, 0, MemoryMap.SIDE, 0));
                    commands.add(new Command.Register(3, 0, true, 0, MemoryMap.SIDE, farAccess));
                    int qp = 0;
                    for (final Command.CreateQp create : List.of(a, b, c, d)) {
                        commands.add(new Command.CreateQp(qp++, 0, create.sendCq() % 2, create.receiveCq() % 2,
                                create.capacity()));
                    }
                    commands.add(new Command.Connect(0, 1, connects.get(0).rnrRetry(), connects.get(0).patient()));
                    commands.add(new Command.Connect(2, 3, connects.get(1).rnrRetry(), connects.get(1).patient()));
                    return commands;
                });
    }

    private static Arbitrary<Command> command() {
        return Arbitraries.frequencyOf(
                Tuple.of(40, Combinators.combine(qp(), Requested.sends()).as(Command.PostSends::new)),
                Tuple.of(30, Combinators.combine(qp(), Requested.receives()).as(Command.PostReceives::new)),
                Tuple.of(30, Combinators.combine(cq(), between(1, 12)).as(Command.Poll::new)),
                Tuple.of(10, ns().map(Command.Advance::new)),
                Tuple.of(20, connect()), Tuple.of(3, states()), Tuple.of(6, registrations()), Tuple.of(3, objects()),
                Tuple.of(3, Combinators.combine(Arbitraries.of(true, false), between(0, 48), between(1, 16),
                        between(1, 9)).as(Command.Fill::new)));
    }

    private static Arbitrary<Command> states() {
        return Arbitraries.oneOf(
                Combinators.combine(qp(), access()).as(Command.ToInit::new),
                Combinators.combine(qp(), qp(), psn(), between(0, 3), between(1, 4)).as(Command.ToReadyToReceive::new),
                Combinators.combine(qp(), psn(), rnrRetry(), between(0, 3), Requested.oneIn(4))
                        .as(Command.ToReadyToSend::new),
                qp().map(Command.ToError::new), qp().map(Command.ToError::new), qp().map(Command.ToReset::new));
    }

    private static Arbitrary<Command> registrations() {
        final Arbitrary<Integer> place = Arbitraries.frequencyOf(Tuple.of(1, between(0, 1)),
                Tuple.of(12, between(2, Requested.PLACES - 1)));
        final Arbitrary<Command> register = Combinators
                .combine(between(2, Requested.PLACES - 1), pd(), Arbitraries.of(true, false),
                        Arbitraries.of(0, 0, 16), Arbitraries.of(24, 48), access())
                .as(Command.Register::new);
        return Arbitraries.oneOf(register, register, register, place.map(Command.Deregister::new),
                place.map(Command.Use::new), place.map(Command.Unuse::new));
    }

    private static Arbitrary<Command> objects() {
        return Arbitraries.oneOf(create(), create(), qp().map(Command.DestroyQp::new), cq().map(Command.CloseCq::new),
                Combinators.combine(cq(), between(1, 50)).as(Command.OpenCq::new));
    }

    private static Arbitrary<Command.CreateQp> create() {
        final Arbitrary<QueuePairCapacity> capacity = Combinators
                .combine(between(2, 12), between(0, 12), between(2, 4), between(1, 4), Arbitraries.of(0, 16, 32, 40))
                .as(QueuePairCapacity::new);
        return Combinators.combine(qp(), pd(), cq(), cq(), capacity).as(Command.CreateQp::new);
    }

    private static Arbitrary<Command.Connect> connect() {
        final Arbitrary<List<Integer>> ends = Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.of(List.of(0, 1), List.of(2, 3))),
                Tuple.of(1, Combinators.combine(qp(), qp()).as(List::of)));
        return Combinators.combine(ends, rnrRetry(), Requested.oneIn(4))
                .as((qps, rnrRetry, patient) -> new Command.Connect(qps.get(0), qps.get(1), rnrRetry, patient));
    }

    private static Arbitrary<Integer> psn() {
        return Arbitraries.of(0, 0, 0, 7);
    }

    private static Arbitrary<Integer> rnrRetry() {
        return Arbitraries.of(0, 1, 3, 7, 7, 7);
    }

    /** Without REMOTE_WRITE that lacks LOCAL_WRITE, which the API refuses to pass on. */
    private static Arbitrary<Integer> access() {
        return Arbitraries.of(Access.ALL, Access.ALL, Access.LOCAL_WRITE, Access.LOCAL_WRITE | Access.REMOTE_WRITE,
                Access.REMOTE_READ, 0);
    }

    private static Arbitrary<Integer> qp() {
        return Arbitraries.frequency(Tuple.of(6, 0), Tuple.of(6, 1), Tuple.of(4, 2), Tuple.of(4, 3), Tuple.of(1, 4));
    }

    private static Arbitrary<Integer> cq() {
        return Arbitraries.frequency(Tuple.of(8, 0), Tuple.of(8, 1), Tuple.of(1, 2));
    }

    private static Arbitrary<Integer> pd() {
        return Arbitraries.frequency(Tuple.of(8, 0), Tuple.of(1, 1));
    }

    private static Arbitrary<Long> ns() {
        return between(0, NS.length - 1).map(i -> (long) NS[i]);
    }

    /** Uniform: left alone, small numbers are drawn far more often, and programs die of tiny limits. */
    static Arbitrary<Integer> between(final int least, final int most) {
        return Arbitraries.integers().between(least, most).withDistribution(RandomDistribution.uniform());
    }
}
