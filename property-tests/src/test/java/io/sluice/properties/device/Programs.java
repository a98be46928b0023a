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
import net.jqwik.api.Tuple;

/** Arbitrary programs. */
final class Programs {
    private static final int QPS = 5;
    private static final int CQS = 3;
    private static final int[] NS = { 1_000, 10_000, 20_000, 33_000, 100_000 };

    private Programs() {}

    static Arbitrary<Program> on(final Arbitrary<Setup> setups, final int minCommands, final int maxCommands) {
        return Combinators
                .combine(setups, prologue(), command().list().ofMinSize(minCommands).ofMaxSize(maxCommands))
                .as((setup, prologue, commands) -> new Program(setup, prologue.stream().map(setup::fit).toList(),
                        commands));
    }

    /** Small limits, so that they are met. */
    static Arbitrary<Setup> setups(final int unit, final boolean nullMode, final Arbitrary<List<Fault>> faults) {
        return Combinators
                .combine(between(3, QPS), between(1, 8), between(1, 4), between(2, CQS), between(3, 40), between(3, 6),
                        Combinators.combine(between(0, 2), between(10, 60), between(0, 32)).as(List::of),
                        Combinators.combine(faults, between(2, 9).set().ofMaxSize(2)).as(Tuple::of))
                .as((qps, wrs, sges, cqs, cqes, mrs, more, plan) -> new Setup(unit, qps, wrs, sges, cqs, cqes, mrs,
                        more.get(0), more.get(1), more.get(2), plan.get1(), plan.get2(), nullMode));
    }

    static Arbitrary<List<Fault>> faults() {
        final Arbitrary<Fault.Kind> kind = Arbitraries.frequency(Tuple.of(6, Fault.Kind.DELAY),
                Tuple.of(2, Fault.Kind.FAIL), Tuple.of(1, Fault.Kind.KILL));
        return Combinators.combine(kind, between(FaultPlan.ANY_QP, QPS + 1), between(0, 12), ns()).as(Fault::new).list()
                .ofMaxSize(5);
    }

    /** Two completion queues, two connections, and both sides of the memory registered. */
    private static Arbitrary<List<Command>> prologue() {
        return Combinators.combine(between(1, 40), between(1, 40), create(), create(), create(), create(), connect(),
                connect()).as((deep, shallow, a, b, c, d, one, two) -> {
                    final List<Command> commands = new ArrayList<>();
                    commands.add(new Command.OpenCq(0, deep));
                    commands.add(new Command.OpenCq(1, shallow));
                    commands.add(new Command.Register(0, 0, false, 0, MemoryMap.SIDE, Access.LOCAL_WRITE));
                    commands.add(new Command.Register(1, 0, true, 0, MemoryMap.SIDE, Access.ALL));
                    int qp = 0;
                    for (final Command.CreateQp create : List.of(a, b, c, d)) {
                        commands.add(new Command.CreateQp(qp++, 0, create.sendCq() % 2, create.receiveCq() % 2,
                                create.capacity()));
                    }
                    commands.add(new Command.Connect(0, 1, one.rnrRetry(), one.patient()));
                    commands.add(new Command.Connect(2, 3, two.rnrRetry(), two.patient()));
                    return commands;
                });
    }

    private static Arbitrary<Command> command() {
        return Arbitraries.frequencyOf(
                Tuple.of(40, Combinators.combine(qp(), Requested.sends()).as(Command.PostSends::new)),
                Tuple.of(16, Combinators.combine(qp(), Requested.receives()).as(Command.PostReceives::new)),
                Tuple.of(24, Combinators.combine(cq(), between(1, 9)).as(Command.Poll::new)),
                Tuple.of(10, ns().map(Command.Advance::new)),
                Tuple.of(6, connect()), Tuple.of(3, states()), Tuple.of(5, registrations()), Tuple.of(3, objects()),
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
        final Arbitrary<Integer> place = between(0, Requested.PLACES - 1);
        final Arbitrary<Command> register = Combinators
                .combine(between(2, Requested.PLACES - 1), pd(), Arbitraries.of(true, false),
                        Arbitraries.of(0, 0, 16, 40), Arbitraries.of(8, 24), access())
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
                .combine(between(1, 9), between(0, 9), between(1, 3), between(0, 3), Arbitraries.of(0, 8, 8, 16, 33))
                .as(QueuePairCapacity::new);
        return Combinators.combine(qp(), pd(), cq(), cq(), capacity).as(Command.CreateQp::new);
    }

    private static Arbitrary<Command.Connect> connect() {
        return Combinators.combine(qp(), qp(), rnrRetry(), Requested.oneIn(4)).as(Command.Connect::new);
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
        return between(0, QPS - 1);
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

    private static Arbitrary<Integer> between(final int least, final int most) {
        return Arbitraries.integers().between(least, most);
    }
}
