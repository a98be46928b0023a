package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RunOnceTest {
    private final AtomicInteger runs = new AtomicInteger();
    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();

    private void runBy(final Executor executor) {
        RunOnce.by(executor, runs::incrementAndGet, errors::add);
    }

    @Test
    void aTaskThatIsRefusedRunsAllTheSame() {
        runBy(task -> {
            throw new RejectedExecutionException("shut down");
        });
        await().until(() -> runs.get() == 1);
        assertThat(errors).isEmpty();
    }

    @Test
    void aTaskRunsThoughTheExecutorThrowsAndItsErrorIsTold() {
        final List<Throwable> thrown = List.of(new IllegalStateException("its fault"), new StackOverflowError());
        for (final Throwable error : thrown) {
            runBy(task -> {
                throw sneaky(error);
            });
        }
        await().until(() -> runs.get() == 2);
        assertThat(errors).containsExactlyElementsOf(thrown);
    }

    @Test
    void aTaskThatHasRunDoesNotRunAgainBecauseTheExecutorThrows() {
        final Queue<Runnable> later = new ConcurrentLinkedQueue<>();
        runBy(task -> {
            task.run();
            throw new IllegalStateException("after it ran");
        });
        runBy(task -> {
            later.add(task);
            throw new IllegalStateException("before it ran");
        });
        await().until(() -> runs.get() == 2);
        later.remove().run();
        assertThat(runs).hasValue(2);
        assertThat(errors).hasSize(2);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException sneaky(final Throwable error) throws T {
        throw (T) error;
    }
}
