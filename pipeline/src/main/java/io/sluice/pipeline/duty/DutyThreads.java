package io.sluice.pipeline.duty;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.IdleStrategy;

/** The threads of an engine, each with one duty, until the duty ends itself. */
public final class DutyThreads {
    private final ThreadFactory factory;
    private final ErrorHandler errorHandler;
    private final String prefix;
    private final List<AgentRunner> runners = new ArrayList<>();
    /** Written by who starts the duties, read by these threads too, which run already. */
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    /**
     * @param factory      makes the threads
     * @param errorHandler told what a duty throws; the duty goes on
     * @param prefix       of the threads' names
     */
    public DutyThreads(final ThreadFactory factory, final ErrorHandler errorHandler, final String prefix) {
        this.factory = factory;
        this.errorHandler = errorHandler;
        this.prefix = prefix;
    }

    /** Starts a duty and waits until its thread runs. */
    public void start(final Agent duty, final IdleStrategy idle) {
        final CountDownLatch started = new CountDownLatch(1);
        final AgentRunner runner = new AgentRunner(idle, this::report, null, new Agent() {
            @Override
            public void onStart() {
                started.countDown();
            }

            @Override
            public int doWork() throws Exception {
                Thread.interrupted(); // the runner would take it for the order to end
                try {
                    return duty.doWork();
                } catch (final Error e) { // the runner would end the thread, and everyone would wait for ever
                    errorHandler.onError(e);
                    return 0;
                }
            }

            @Override
            public String roleName() {
                return prefix + duty.roleName();
            }
        });
        runners.add(runner);
        threads.add(AgentRunner.startOnThread(runner, runnable -> {
            final Thread thread = factory.newThread(runnable);
            thread.setName(runner.agent().roleName());
            return thread;
        }));
        await(started);
    }

    private void report(final Throwable error) {
        if (!(error instanceof AgentTerminationException)) { // that is how a duty ends itself
            errorHandler.onError(error);
        }
    }

    private static void await(final CountDownLatch started) {
        boolean interrupted = false;
        for (;;) {
            try {
                started.await();
                break;
            } catch (final InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the caller runs on one of these threads. */
    public boolean isOneOfThem() {
        return threads.contains(Thread.currentThread());
    }

    /** Waits until all have ended; they end by themselves. Not from one of them. */
    public void join() {
        runners.forEach(AgentRunner::close);
    }
}
