package io.sluice.pipeline;

import io.sluice.pipeline.duty.DutyThreads;
import io.sluice.pipeline.duty.SpinThenPark;
import io.sluice.pipeline.duty.Wakeable;
import io.sluice.verbs.VerbsDevice;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.IdleStrategy;

/** Runs an engine's duties: on threads of their own, or when the program calls. */
final class EngineDuties {
    private static final long TICK_NS = 1_000_000;

    private final EngineCore core;
    private final ThreadingMode mode;
    private final SharedDuty shared;
    /** The same, for INVOKER and SHARED. */
    private final WatchedDuty watched;
    private final PollHandler pollHandler;
    private final DutyThreads threads;
    /** INVOKER: who is inside the duty cycle now. Compare-and-set from null, so that one thread at a time is. */
    private final AtomicReference<Thread> inside = new AtomicReference<>();

    EngineDuties(final EngineCore core, final ThreadingMode mode) {
        this.core = core;
        this.mode = mode;
        pollHandler = new PollHandler(core);
        shared = new SharedDuty(core.postHandlers(), pollHandler);
        watched = watched(shared);
        final VerbsDevice device = core.device().device();
        threads = new DutyThreads(duty -> core.config().threadFactory().newThread(() -> {
            device.settleThread();
            duty.run();
        }), core::onError,
                "sluice-" + core.config().agentName() + "-");
    }

    void start() {
        switch (mode) {
            case SHARED -> startShared();
            case DEDICATED -> startDedicated();
            default -> {
            } // the program calls
        }
    }

    private void startShared() {
        final IdleStrategy idle = idle(shared::mayPark, this::parkNs);
        core.sleepers(Wakeable.AWAKE, wakeable(idle));
        threads.start(watched, idle);
    }

    private void startDedicated() {
        final PostHandler[] handlers = core.postHandlers();
        final IdleStrategy[] idles = new IdleStrategy[handlers.length];
        final Wakeable[] sleepers = new Wakeable[handlers.length];
        for (int i = 0; i < handlers.length; i++) {
            final PostHandler handler = handlers[i];
            idles[i] = idle(() -> !handler.hasWork() && !core.closer().isClosed(), core.config()::maxParkNs);
            sleepers[i] = wakeable(idles[i]);
        }
        final IdleStrategy pollIdle = idle(pollHandler::mayPark, this::parkNs);
        core.sleepers(() -> {
            for (final Wakeable sleeper : sleepers) {
                sleeper.wake();
            }
        }, wakeable(pollIdle));
        for (int i = 0; i < handlers.length; i++) {
            threads.start(watched(new UntilClosed(handlers[i], core.closer())), idles[i]);
        }
        threads.start(watched(pollHandler), pollIdle);
    }

    private IdleStrategy idle(final BooleanSupplier mayPark, final LongSupplier parkNs) {
        return core.config().idleStrategy() != null
                ? core.config().idleStrategy().get()
                : new SpinThenPark(
                        isCrowded(mode, core.postHandlers().length, Runtime.getRuntime().availableProcessors()),
                        core.config().spinNs(mode), mayPark, parkNs);
    }

    /** Whether the engine's threads and one that submits are more than there are cores. */
    static boolean isCrowded(final ThreadingMode mode, final int postHandlers, final int cores) {
        final int own = mode == ThreadingMode.DEDICATED ? postHandlers + 1 : 1;
        return own + 1 > cores;
    }

    private WatchedDuty watched(final Agent duty) {
        return new WatchedDuty(duty, core.config().agentName());
    }

    private static Wakeable wakeable(final IdleStrategy idle) {
        return idle instanceof final Wakeable wakeable ? wakeable : Wakeable.AWAKE;
    }

    private long parkNs() {
        return pollHandler.needsTicks() ? TICK_NS : core.config().maxParkNs();
    }

    PollHandler pollHandler() {
        return pollHandler;
    }

    /** One cycle of the program's own; 0 if somebody is inside. */
    int invoke() {
        if (mode != ThreadingMode.INVOKER) {
            throw new IllegalStateException(
                    "doWork() is for threadingMode INVOKER, this engine runs " + mode + " on its own threads");
        }
        if (core.closer().isClosed() || !inside.compareAndSet(null, Thread.currentThread())) {
            return 0;
        }
        try {
            return watched.doWork();
        } catch (final AgentTerminationException e) {
            return 1; // closed in this very cycle
        } catch (final Exception e) {
            core.onError(e);
            return 1;
        } finally {
            inside.set(null);
        }
    }

    boolean isEngineThread() {
        return mode == ThreadingMode.INVOKER
                ? inside.get() == Thread.currentThread()
                : threads.isOneOfThem();
    }

    /** Waits; in INVOKER mode by doing the engine's work. Not on an engine thread. False on time-out or interrupt. */
    boolean await(final CompletableFuture<Void> future, final long timeoutNs) {
        if (mode != ThreadingMode.INVOKER) {
            try {
                future.get(timeoutNs, TimeUnit.NANOSECONDS);
                return true;
            } catch (final TimeoutException e) {
                return false;
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            } catch (final ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            }
        }
        final long start = System.nanoTime();
        while (!future.isDone()) { // a failed one is thrown below, as above
            if (System.nanoTime() - start >= timeoutNs || Thread.currentThread().isInterrupted()) {
                return false;
            }
            if (invoke() == 0) {
                LockSupport.parkNanos(TICK_NS / 20);
            }
        }
        if (future.isCompletedExceptionally()) {
            throw new IllegalStateException(future.exceptionNow());
        }
        return true;
    }

    /** Waits until the threads have ended; they do when the engine is closed. */
    void join() {
        if (!isEngineThread()) {
            threads.join();
        }
    }
}
