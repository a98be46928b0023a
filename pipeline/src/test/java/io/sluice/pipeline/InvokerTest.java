package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.EnginePair.Buffers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The program does the engine's work. */
class InvokerTest {
    private static TransferRequest request(final Buffers buffers, final TransferListener listener) {
        return new TransferRequest().entries(new EntryList().add(buffers.here(), 0, 100, buffers.remote(), 0))
                .listener(listener, 0);
    }

    @Test
    void nothingHappensUntilSomebodyDoesTheWork() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.INVOKER)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final long id = pair.write(connection, buffers);
            assertThat(pair.near.status(id)).isEqualTo(TransferState.IN_PROGRESS);
            assertThat(pair.near.await(id, EnginePair.PATIENCE_NS)).isEqualTo(TransferState.SUCCEEDED);
            pair.finish(id);
            pair.quiet();
            assertThat(pair.near.doWork()).isZero();
        }
    }

    @Test
    void aCallFromWithinDoesNothingAndADeregisterFromWithinOnlyBegins() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.INVOKER)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final AtomicInteger nested = new AtomicInteger(-1);
            final AtomicReference<CompletableFuture<Void>> gone = new AtomicReference<>();
            pair.near.submit(connection, request(buffers, (id, state, cause, data) -> {
                nested.set(pair.near.doWork());
                gone.set(pair.near.deregisterAsync(buffers.here()));
                pair.near.deregister(buffers.here());
                connection.close();
            }));
            pair.await("told", () -> nested.get() >= 0);
            assertThat(nested.get()).isZero();
            pair.await("deregistered", () -> gone.get().isDone());
            pair.await("closed", () -> pair.near.connections().isEmpty());
        }
    }

    @Test
    void aSecondThreadDoesNothingWhileOneIsInside() throws Exception {
        try (EnginePair pair = EnginePair.open(ThreadingMode.INVOKER)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final CountDownLatch inside = new CountDownLatch(1);
            final CountDownLatch goOn = new CountDownLatch(1);
            pair.near.submit(connection, request(buffers, (id, state, cause, data) -> {
                inside.countDown();
                try {
                    goOn.await();
                } catch (final InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
            final FutureTask<Void> first = new FutureTask<>(() -> {
                while (inside.getCount() > 0) {
                    pair.near.doWork();
                }
            }, null);
            Thread.ofPlatform().start(first);
            inside.await();
            assertThat(pair.near.doWork()).isZero();
            goOn.countDown();
            first.get();
            pair.quiet();
        }
    }
}
