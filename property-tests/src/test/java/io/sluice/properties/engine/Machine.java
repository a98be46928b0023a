package io.sluice.properties.engine;

import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EngineSnapshot;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferState;
import io.sluice.properties.engine.Side.Leaving;
import io.sluice.verbs.VerbsException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** Carries out commands on the engines, and holds their answers against the model. Any thread. */
final class Machine {
    private static final int MOST_CONNECTIONS = 4;

    private final World world;
    private final Submitter submitter;
    private final Mail mail;

    Machine(final World world, final Mail mail) {
        this.world = world;
        this.mail = mail;
        submitter = new Submitter(world);
    }

    void run(final Command command) {
        switch (command) {
            case final Command.Submit submit -> submitter.run(submit);
            case final Command.Work work -> work(work.side(), work.cycles());
            case final Command.Advance advance -> advance(advance.us());
            case final Command.ReadNotifications read -> mail.read(world.sides[read.side()], read.limit());
            default -> {
                synchronized (world) {
                    runLocked(command);
                }
            }
        }
    }

    private void runLocked(final Command command) {
        switch (command) {
            case final Command.Register it -> register(world.sides[it.side()], it.region());
            case final Command.Deregister it -> deregister(world.sides[it.side()], it.region());
            case final Command.Connect it -> connect(world.sides[it.from()], world.sides[it.to()]);
            case final Command.Disconnect it -> disconnect(world.end(it.connection(), it.end()),
                    world.clock.nanoTime());
            case final Command.Cancel it -> cancel(it.last());
            case final Command.Release it -> release(it.keep());
            case final Command.Notify it -> notify(world.end(it.connection(), it.end()));
            default -> throw new AssertionError(command);
        }
    }

    private void work(final int side, final int cycles) {
        for (int i = 0; i < cycles; i++) {
            if (world.isExact()) {
                world.sides[side].work();
                CreditRules.check(world.sides[side]);
            } else {
                LockSupport.parkNanos(10_000);
            }
        }
    }

    private void advance(final int us) {
        if (world.isExact()) {
            world.manualClock.advance(us * 1_000L);
        } else {
            LockSupport.parkNanos(Math.min(us, 1_000) * 1_000L);
        }
    }

    void register(final Side side, final int region) {
        final LocalRegion known = side.regions[region];
        try {
            final LocalRegion got = side.engine.register(side.memory.region(region));
            Complaint.unless(known == null || known == got, side, "the same memory again is another region");
            if (known != null) {
                Complaint.unless(side.engine.deregisterAsync(got).isDone(), side,
                        "one registration of two is waited for");
                Complaint.unless(got.isOpen(), side, "one deregistration ended two registrations");
            }
            side.regions[region] = got;
            side.leaving.forEach(leaving -> leaving.registeredAgainAt = Math.min(leaving.registeredAgainAt,
                    leaving.region == region ? world.transfers.size() : Integer.MAX_VALUE));
        } catch (final VerbsException e) {
            Complaint.unless(!world.setup.refusedRegistrations().isEmpty(), side, "refused to register: " + e);
        } catch (final IllegalStateException e) {
            Complaint.unless(side.engine.isClosed(), side, "refused to register: " + e);
        }
    }

    void deregister(final Side side, final int region) {
        final LocalRegion handle = side.regions[region];
        if (handle == null) {
            return;
        }
        final boolean used = side.transfers().stream().anyMatch(t -> !t.isOver() && t.usesLocal(region));
        side.everDeregistered[region] = true;
        try {
            final CompletableFuture<Void> done = side.engine.deregisterAsync(handle);
            Complaint.unless(!used || !world.isExact(), side, "region " + region + " went while it was in use");
            side.regions[region] = null;
            side.leaving.add(new Leaving(region, done));
        } catch (final IllegalStateException e) {
            Complaint.unless(used || !world.isExact(), side, "region " + region + " is not in use: " + e.getMessage());
        }
    }

    void connect(final Side from, final Side to) {
        if (world.connections.size() == MOST_CONNECTIONS) {
            return;
        }
        final boolean fits = fits(from, from == to ? 2 : 1) && fits(to, from == to ? 2 : 1);
        final boolean fromPlace = from.places() < from.knobs.notifPeers();
        final boolean toPlace = to.places() + (from == to ? 1 : 0) < to.knobs.notifPeers();
        final Connection dialled;
        final Connection accepted;
        try {
            dialled = from.engine.connect(to.engine);
            accepted = to.engine.accept(0);
        } catch (final IllegalStateException e) {
            Complaint.unless(!fits || !world.isExact(), from, "did not connect to " + to + ": " + e.getMessage());
            return;
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
        Complaint.unless(fits || !world.isExact(), from, "connected to " + to + " beyond half of a completion queue");
        Complaint.unless(accepted != null, to, "has nothing to accept");
        final int number = world.connections.size();
        final End near = new End(number, 0, from, dialled, fromPlace);
        final End far = new End(number, 1, to, accepted, toPlace);
        near.other = far;
        far.other = near;
        world.connections.add(new End[]{ near, far });
        from.ends.add(near);
        to.ends.add(far);
    }

    private static boolean fits(final Side side, final int ends) {
        final EngineSnapshot now = side.look();
        final int lanes = ends * side.knobs.qps();
        return now.reservedCqCredits() + lanes <= now.cqDepth() / 2 && now.freeCqCredits() >= lanes;
    }

    /** Only begins: a thread that is interrupted does not wait. */
    static void disconnect(final End end, final long nowNs) {
        if (end == null) {
            return;
        }
        end.disconnectedNs = end.disconnected ? end.disconnectedNs : nowNs;
        end.disconnected = true;
        Thread.currentThread().interrupt();
        try {
            end.connection.close();
        } finally {
            Thread.interrupted();
        }
        Complaint.unless(!end.connection.isOpen(), end, "is open after close");
    }

    private void cancel(final int last) {
        final int index = world.transfers.size() - 1 - last;
        final Transfer transfer = index < 0 ? null : world.transfers.get(index);
        if (transfer == null || transfer.id < 0 || transfer.command.api() == Command.Api.FUTURE) {
            return;
        }
        final boolean over = transfer.isOver();
        final boolean free = !over && !transfer.cancelled && transfer.command.timeoutUs() == 0
                && transfer.command.cut() != Command.Cut.BAD && transfer.end.connection.cause() == 0;
        final boolean won = transfer.end.engine().cancel(transfer.id);
        Complaint.unless(!won || !over && !transfer.cancelled, transfer, "a cancel decided what was decided");
        Complaint.unless(won || !free || !world.isExact(), transfer, "could not be cancelled");
        transfer.cancelled |= won;
        transfer.end.mayFlush |= won;
    }

    private void release(final int keep) {
        final List<Transfer> mine = world.transfers.stream()
                .filter(t -> t.command.api() == Command.Api.ID && t.id >= 0 && !t.released).toList();
        for (final Transfer transfer : mine.subList(0, Math.max(0, mine.size() - keep))) {
            final boolean over = transfer.isOver();
            if (transfer.settled) {
                releaseSettled(transfer);
            } else if (!over && world.isExact()) {
                Complaint.unless(transfer.end.engine().release(transfer.id) == TransferState.IN_PROGRESS, transfer,
                        "was released in progress");
            }
        }
    }

    static void releaseSettled(final Transfer transfer) {
        Complaint.unless(transfer.end.engine().release(transfer.id) == transfer.state, transfer,
                "the release answers another state");
        transfer.released = true;
    }

    private void notify(final End end) {
        if (end == null) {
            return;
        }
        final Set<Integer> answers = world.isExact() ? Answers.notification(end) : null;
        final int code = end.engine().sendNotification(end.connection, mail.message(end));
        Complaint.unless(answers == null || answers.contains(code), end,
                "a notification was answered " + ResultCode.errorString(code) + ", should be of " + answers);
        if (code == ResultCode.OK) {
            end.messages++;
            end.placesTaken++;
        }
    }
}
