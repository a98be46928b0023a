package io.sluice.properties.engine;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferState;
import io.sluice.properties.engine.Command.Deregister;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** Runs a program and complains where an engine does not do what the model allows. */
final class Runner {
    private final Program program;
    private final World world;
    private final Machine machine;
    private final Observer observer;
    private final Ending ending;

    private Runner(final Program program, final World world) {
        this.program = program;
        this.world = world;
        final Mail mail = new Mail(world);
        machine = new Machine(world, mail);
        observer = new Observer(world);
        ending = new Ending(world, machine, mail, observer);
    }

    /** @return how each transfer ended */
    static List<String> run(final Program program) {
        final World world = new World(program.setup());
        boolean right = false;
        try {
            final Runner runner = new Runner(program, world);
            runner.begin();
            if (world.isExact()) {
                runner.oneAfterTheOther();
            } else {
                runner.inTwoThreads();
            }
            runner.end();
            right = true;
        } finally {
            if (!right) {
                world.manualClock.step(1_000_000);
                world.sides[0].engine.close();
                world.sides[1].engine.close();
            }
        }
        world.close();
        return world.transfers.stream()
                .map(transfer -> transfer.number + ": " + (transfer.id < 0
                        ? ResultCode.errorString(transfer.id)
                        : TransferState.name(transfer.state) + ", " + Cause.describe(transfer.cause)))
                .toList();
    }

    /** What every program needs. */
    private void begin() {
        synchronized (world) {
            for (final Side side : world.sides) {
                for (int region = 0; region < Memory.REGIONS; region++) {
                    machine.register(side, region);
                }
            }
            machine.connect(world.sides[0], world.sides[1]);
        }
    }

    private void end() {
        if (program.setup().abrupt()) {
            ending.close();
        } else {
            ending.inOrder();
        }
    }

    private void oneAfterTheOther() {
        for (final Command command : program.commands()) {
            machine.run(command);
            observer.look();
            CreditRules.check(world.sides[0]);
            CreditRules.check(world.sides[1]);
            world.checkMemory();
        }
    }

    /** Two submitters share the commands; what changes regions and connections is the first one's. */
    private void inTwoThreads() {
        final AtomicReference<Throwable> wrong = new AtomicReference<>();
        final CountDownLatch halfway = new CountDownLatch(1);
        final List<Thread> threads = List.of(submitter(0, halfway, wrong), submitter(1, halfway, wrong));
        threads.forEach(Thread::start);
        try {
            if (program.setup().abrupt()) {
                halfway.await();
                world.sides[1].engine.close();
            }
            for (final Thread thread : threads) {
                thread.join();
            }
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
        if (wrong.get() != null) {
            throw new AssertionError(wrong.get());
        }
    }

    private Thread submitter(final int number, final CountDownLatch halfway, final AtomicReference<Throwable> wrong) {
        return Thread.ofPlatform().daemon().name("submitter-" + number).unstarted(() -> {
            try {
                for (int i = 0; i < program.commands().size(); i++) {
                    final Command command = program.commands().get(i);
                    if ((isStructural(command) ? 0 : i % 2) == number) {
                        machine.run(command);
                        synchronized (world) {
                            observer.look();
                        }
                    }
                    if (i >= program.commands().size() / 2) {
                        halfway.countDown();
                    }
                }
            } catch (final Throwable e) {
                wrong.compareAndSet(null, e);
            } finally {
                halfway.countDown();
            }
        });
    }

    private static boolean isStructural(final Command command) {
        return command instanceof Deregister || command instanceof Command.Register
                || command instanceof Command.Connect || command instanceof Command.Disconnect;
    }
}
