package io.sluice.properties.engine;

import io.sluice.pipeline.EngineSnapshot;
import io.sluice.pipeline.ResultCode;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** How a program ends: all settles, all comes back to where it began, all is closed. */
final class Ending {
    private static final int MOST_ROUNDS = 3_000;

    private final World world;
    private final Machine machine;
    private final Mail mail;
    private final Observer observer;

    Ending(final World world, final Machine machine, final Mail mail, final Observer observer) {
        this.world = world;
        this.machine = machine;
        this.mail = mail;
        this.observer = observer;
    }

    /** Everything in its turn, each step complete before the next begins. */
    void inOrder() {
        until("all transfers settle", this::allSettled);
        until("a connection that one end has lost is lost to the other", () -> world.connections.stream()
                .allMatch(ends -> ends[0].connection.isOpen() == ends[1].connection.isOpen()));
        releaseAll();
        rest("all is released", () -> {
            for (final Side side : world.sides) {
                CreditRules.check(side);
                CreditRules.same(side, "outstanding at rest", side.look().outstanding(), 0);
            }
        });
        rest("all is received", () -> {
            readAll();
            mail.checkAllReceived();
        });
        if (world.isExact()) {
            checkNotificationCredit();
        }
        deregisterAll();
        for (final End[] ends : world.connections) {
            Machine.disconnect(ends[0], world.clock.nanoTime());
            Machine.disconnect(ends[1], world.clock.nanoTime());
        }
        until("all connections end", () -> world.sides[0].engine.connections().isEmpty()
                && world.sides[1].engine.connections().isEmpty());
        until("all peers are fenced", () -> world.connections.stream()
                .allMatch(ends -> ends[0].connection.remoteFenced().isDone()
                        && ends[1].connection.remoteFenced().isDone()));
        rest("all is empty", this::checkEmpty);
        close();
    }

    /** Closed as it is, near first. */
    void close() {
        for (final Side side : world.sides) {
            world.manualClock.step(1_000_000);
            side.engine.close();
        }
        synchronized (world) {
            observer.look();
            Complaint.unless(allSettled(), world.transfers.stream().filter(t -> !t.settled).toList(),
                    "not settled after close");
            releaseAll();
            world.transfers.stream().filter(t -> t.id >= 0).forEach(Transfer::checkSettledForGood);
        }
        rest("all is closed", this::checkEmpty);
        world.checkMemory();
        world.checkErrors();
        CreditRules.same(world.device, "objects on the device", world.device.liveObjects(), 0);
    }

    private void checkEmpty() {
        for (final Side side : world.sides) {
            final EngineSnapshot now = side.look();
            CreditRules.checkTransfers(side, now);
            CreditRules.same(side, "free slots", now.freeTransferSlots(), now.transferSlots());
            CreditRules.same(side, "free pool bytes", now.entryPoolFreeBytes(), now.entryPoolBytes());
            CreditRules.same(side, "free CQ credits", now.freeCqCredits(), now.cqDepth());
            CreditRules.same(side, "reserved CQ credits", now.reservedCqCredits(), 0);
            CreditRules.same(side, "connections", now.connections(), 0);
            CreditRules.same(side, "regions", now.regions(), 0);
            CreditRules.same(side, "outstanding", now.outstanding(), 0);
        }
    }

    private boolean allSettled() {
        return world.transfers.stream().allMatch(transfer -> transfer.settled);
    }

    private void releaseAll() {
        for (final Transfer transfer : world.transfers) {
            if (transfer.settled && !transfer.released) {
                Machine.releaseSettled(transfer);
            }
        }
    }

    /** As many as the inbox holds are taken, and no more. */
    private void checkNotificationCredit() {
        round(1);
        for (final End[] ends : world.connections) {
            for (final End end : ends) {
                if (!end.connection.isOpen() || !end.notifies()) {
                    continue;
                }
                for (int i = 0; i <= end.other.side.knobs.inbox(); i++) {
                    final int code = end.engine().sendNotification(end.connection, mail.message(end));
                    final int must = i < end.other.side.knobs.inbox() ? ResultCode.OK : ResultCode.BACK_PRESSURED;
                    CreditRules.same(end, "answer to notification " + i, code, must);
                    end.messages += code == ResultCode.OK ? 1 : 0;
                }
            }
        }
        until("all is read", () -> {
            readAll();
            return world.connections.stream().allMatch(ends -> ends[0].messages == ends[0].messagesReceived
                    && ends[1].messages == ends[1].messagesReceived);
        });
    }

    private void readAll() {
        mail.read(world.sides[0], 1_000);
        mail.read(world.sides[1], 1_000);
    }

    /** Every peer lets go: nobody loses a connection over it. */
    private void deregisterAll() {
        final List<End> open = world.connections.stream().flatMap(Arrays::stream)
                .filter(end -> end.connection.isOpen() && end.other.connection.isOpen()).toList();
        for (final Side side : world.sides) {
            for (int region = 0; region < Memory.REGIONS; region++) {
                synchronized (world) {
                    machine.deregister(side, region);
                }
            }
        }
        until("all regions are deregistered",
                () -> world.sides[0].leaving.isEmpty() && world.sides[1].leaving.isEmpty());
        open.forEach(end -> Complaint.unless(end.connection.isOpen(), end, "lost over a deregistration"));
    }

    /** Gives the engines time until something is so. */
    private void until(final String what, final BooleanSupplier reached) {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            round(round);
            synchronized (world) {
                observer.look();
                if (reached.getAsBoolean()) {
                    world.checkMemory();
                    return;
                }
            }
        }
        throw new Complaint("it does not come to pass that " + what + ": near " + world.sides[0].look() + ", far "
                + world.sides[1].look() + ", unsettled "
                + world.transfers.stream().filter(transfer -> !transfer.settled).toList());
    }

    /** The counts are right, soon: what was said to the other side may still be on its way. */
    private void rest(final String what, final Runnable check) {
        for (int round = 0;; round++) {
            try {
                synchronized (world) {
                    check.run();
                }
                return;
            } catch (final Complaint e) {
                if (round == (world.isExact() ? 100 : MOST_ROUNDS)) {
                    throw e;
                }
                round(round);
            }
        }
    }

    private void round(final int round) {
        if (!world.isExact()) {
            LockSupport.parkNanos(round < 100 ? 50_000 : 2_000_000);
            return;
        }
        world.manualClock.advance(round < 200 ? 500_000 : 1_000_000_000);
        for (int i = 0; i < 4; i++) {
            for (final Side side : world.sides) {
                side.work();
            }
        }
    }
}
