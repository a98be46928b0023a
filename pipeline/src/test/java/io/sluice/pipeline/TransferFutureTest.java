package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.EnginePair.Buffers;
import io.sluice.verbs.soft.FaultPlan;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A future's transfer can be stopped, and the future tells when the memory is free. */
@Timeout(60)
class TransferFutureTest {
    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);

    private final ManualClock clock = new ManualClock();

    private EnginePair holding() {
        return new EnginePair.Setup().mode(ThreadingMode.INVOKER).clock(clock)
                .faults(FaultPlan.builder(1).delayNth(0, 0, HOUR_NS))
                .config(c -> c.qpsPerConnection(1).maxRequests(4).sliceSize(1024).fragmentLimit(0)
                        .flushAfterNs(24 * HOUR_NS).futureExecutor(Runnable::run))
                .open();
    }

    private static TransferRequest request(final Buffers buffers) {
        return new TransferRequest()
                .entries(new EntryList().add(buffers.here(), 0, buffers.here().length(), buffers.remote(), 0));
    }

    @Test
    void cancelTransferStopsItAndTheFutureCompletesWhenItHasSettled() {
        try (EnginePair pair = holding()) {
            final Connection connection = pair.connect();
            final TransferFuture future = pair.near.submitAsync(connection,
                    request(pair.buffers(connection, 100_000)));
            pair.drive(10);
            assertThat(pair.near.status(future.id())).isEqualTo(TransferState.IN_PROGRESS);
            assertThat(future.cancelTransfer()).isTrue();
            assertThat(future.cancelTransfer()).isFalse();
            pair.drive(10);
            assertThat(future).isNotDone();
            clock.advance(HOUR_NS);
            pair.await("settled", future::isDone);
            assertThat(future.join().state()).isEqualTo(TransferState.CANCELLED);
            assertThat(future.settled().join()).isEqualTo(future.join());
            assertThat(future.cancelTransfer()).isFalse();
            pair.quiet();
        }
    }

    @Test
    void cancelCompletesTheFutureAtOnceButSettledOnlyWhenTheMemoryIsFree() {
        try (EnginePair pair = holding()) {
            final Connection connection = pair.connect();
            final TransferFuture future = pair.near.submitAsync(connection,
                    request(pair.buffers(connection, 100_000)));
            final CompletableFuture<TransferResult> settled = future.settled();
            pair.drive(10);
            assertThat(future.cancel(true)).isTrue();
            assertThat(future).isCancelled();
            pair.drive(10);
            assertThat(settled).isNotDone();
            settled.complete(null); // of the copy
            assertThat(future.settled()).isNotDone();
            clock.advance(HOUR_NS);
            pair.await("settled", () -> future.settled().isDone());
            assertThat(future.settled().join().state()).isEqualTo(TransferState.CANCELLED);
            pair.quiet();
        }
    }

    @Test
    void theExecutorThatIsGivenCompletesTheFuture() {
        try (EnginePair pair = new EnginePair.Setup().mode(ThreadingMode.INVOKER).open()) {
            final Connection connection = pair.connect();
            final Queue<Runnable> tasks = new ArrayDeque<>();
            final TransferFuture future = pair.near.submitAsync(connection, request(pair.buffers(connection, 100)),
                    tasks::add);
            pair.await("settled", () -> pair.near.status(future.id()) == TransferState.STALE && tasks.size() == 1);
            assertThat(future).isNotDone();
            tasks.remove().run();
            assertThat(future).isCompletedWithValueMatching(TransferResult::isSuccess);
        }
    }

    @Test
    void aRefusedOneHasItsCodeForItsIdAndCannotBeStopped() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            connection.close();
            final TransferFuture future = pair.near.submitAsync(connection, request(buffers));
            assertThat(future).isCompletedExceptionally();
            assertThat(future.id()).isEqualTo(ResultCode.CLOSED);
            assertThat(future.cancelTransfer()).isFalse();
        }
    }
}
