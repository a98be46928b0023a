package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pipeline.EnginePair.Buffers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Listeners and futures. */
class CallbacksTest {
    private static TransferRequest request(final Buffers buffers) {
        return new TransferRequest()
                .entries(new EntryList().add(buffers.here(), 0, buffers.here().length(), buffers.remote(), 0));
    }

    @Test
    void aListenerIsToldOnceAndItsTransferIsReleasedByThen() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final AtomicInteger calls = new AtomicInteger();
            final AtomicReference<TransferResult> seen = new AtomicReference<>();
            final AtomicInteger statusInside = new AtomicInteger(-1);
            final long id = pair.near.submit(connection, request(buffers).listener((settled, state, cause, data) -> {
                statusInside.set(pair.near.status(settled));
                seen.set(new TransferResult(settled, state, cause, data));
                calls.incrementAndGet();
            }, 42));
            pair.await("told", () -> calls.get() == 1);
            assertThat(seen.get()).isEqualTo(new TransferResult(id, TransferState.SUCCEEDED, Cause.NONE, 42));
            assertThat(statusInside.get()).isEqualTo(TransferState.STALE);
            assertThat(pair.near.release(id)).isEqualTo(TransferState.STALE);
            pair.quiet();
            assertThat(calls.get()).isEqualTo(1);
        }
    }

    @Test
    void whatAListenerThrowsIsReportedAndTheEngineGoesOn() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED).expectErrors()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final AssertionError error = new AssertionError("of the program");
            pair.near.submit(connection, request(buffers).listener((id, state, cause, data) -> {
                throw error;
            }, 0));
            pair.await("reported", () -> pair.errors.contains(error));
            assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.SUCCEEDED);
        }
    }

    @Test
    void anErrorHandlerThatThrowsDoesNotStopTheEngine() {
        try (EnginePair pair = new EnginePair.Setup().config(c -> c.errorHandler(error -> {
            throw new AssertionError(error);
        })).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            pair.near.submit(connection, request(buffers).listener((id, state, cause, data) -> {
                throw new IllegalStateException("of the program");
            }, 0));
            assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.SUCCEEDED);
        }
    }

    @Test
    void aListenerMaySubmitCancelReleaseAndClose() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            final Connection other = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final AtomicReference<Long> follower = new AtomicReference<>();
            pair.near.submit(connection, request(buffers).listener((id, state, cause, data) -> {
                pair.near.cancel(id);
                pair.near.release(id);
                other.close();
                follower.set(pair.write(connection, buffers));
            }, 0));
            pair.await("follower submitted", () -> follower.get() != null);
            assertThat(pair.finish(follower.get())).isEqualTo(TransferState.SUCCEEDED);
            pair.await("other closed", () -> pair.near.connections().size() == 1);
        }
    }

    @Test
    void aFutureTellsStateAndCauseOffThePollThread() throws Exception {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final CompletableFuture<Boolean> virtual = pair.near.submitAsync(connection, request(buffers))
                    .thenApply(result -> result.isSuccess());
            assertThat(virtual.get(40, TimeUnit.SECONDS)).isTrue();
            pair.quiet();
            connection.close();
            assertThatThrownBy(() -> pair.near.submitAsync(connection, request(buffers)).get())
                    .isInstanceOf(ExecutionException.class).cause()
                    .isInstanceOfSatisfying(TransferRefusedException.class,
                            e -> assertThat(e.code()).isEqualTo(ResultCode.CLOSED));
        }
    }

    @Test
    void aFutureExecutorThatRefusesStrandsNobody() throws Exception {
        try (EnginePair pair = new EnginePair.Setup().config(c -> c.futureExecutor(task -> {
            throw new RejectedExecutionException("shut down");
        })).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            assertThat(pair.near.submitAsync(connection, request(buffers)).get(40, TimeUnit.SECONDS).isSuccess())
                    .isTrue();
            connection.close();
            pair.near.deregister(buffers.here());
        }
    }

    @Test
    void aListenerThatInterruptsItsThreadDoesNotEndTheEngine() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            for (int i = 0; i < 20; i++) {
                pair.near.submit(connection, request(buffers)
                        .listener((id, state, cause, data) -> Thread.currentThread().interrupt(), 0));
                assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.SUCCEEDED);
            }
        }
    }
}
