package io.sluice.pipeline;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A task for an executor of the program's: it runs once, whatever the executor does. */
final class RunOnce implements Runnable {
    private final Runnable task;
    /** Whether it has begun. Whoever sets it runs the task. */
    private final AtomicBoolean begun = new AtomicBoolean();

    private RunOnce(final Runnable task) {
        this.task = task;
    }

    /**
     * Has a task run by an executor; if that refuses it, or throws, by a thread of its own, so that nobody waits for ever.
     *
     * @param onError told what the executor throws, but for a refusal: one that was shut down may refuse
     */
    static void by(final Executor executor, final Runnable task, final Consumer<Throwable> onError) {
        final RunOnce once = new RunOnce(task);
        try {
            executor.execute(once);
        } catch (final RejectedExecutionException e) {
            Thread.ofVirtual().start(once);
        } catch (final Throwable e) { // the program's code: it may have run the task, or not
            Thread.ofVirtual().start(once);
            onError.accept(e);
        }
    }

    @Override
    public void run() {
        if (begun.compareAndSet(false, true)) {
            task.run();
        }
    }
}
