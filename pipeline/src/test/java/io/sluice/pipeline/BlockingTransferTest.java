package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pipeline.EnginePair.Buffers;
import io.sluice.verbs.soft.FaultPlan;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A thread that waits for its transfer: interrupt, time-out, no room; memory is never given back early. */
@Timeout(60)
class BlockingTransferTest {
    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);

    private final ManualClock clock = new ManualClock();

    /** The first work request is held for an hour; the clock is the test's. */
    private EnginePair holding(final int slots) {
        return new EnginePair.Setup().mode(ThreadingMode.INVOKER).clock(clock)
                .faults(FaultPlan.builder(1).delayNth(0, 0, HOUR_NS))
                .config(c -> c.qpsPerConnection(1).maxRequests(4).sliceSize(1024).fragmentLimit(0)
                        .transferSlots(slots).flushAfterNs(24 * HOUR_NS))
                .open();
    }

    private static TransferRequest request(final Buffers buffers) {
        return new TransferRequest().listener(null, 7)
                .entries(new EntryList().add(buffers.here(), 0, buffers.here().length(), buffers.remote(), 0));
    }

    /** A call on a virtual thread. */
    private static final class Call {
        final CompletableFuture<TransferResult> outcome = new CompletableFuture<>();
        volatile boolean interruptedAfter;
        final Thread thread;

        Call(final EnginePair pair, final Connection connection, final TransferRequest request) {
            thread = Thread.startVirtualThread(() -> {
                try {
                    final TransferResult result = pair.near.transfer(connection, request);
                    interruptedAfter = Thread.currentThread().isInterrupted();
                    outcome.complete(result);
                } catch (final Throwable e) {
                    outcome.completeExceptionally(e);
                }
            });
        }
    }

    /** Until the device has it: what is posted only later is held from then on. */
    private static void awaitPosted(final EnginePair pair) {
        pair.await("posted", () -> {
            final EngineSnapshot now = EnginePair.snapshot(pair.near);
            // Outstanding counts before the ring is claimed.
            return now.outstanding() > 0 && pair.near.core().ring().cursor() >= 0 && now.ringBacklog() == 0
                    && pair.near.core().postHandlers()[0].cycle() % 2 == 0; // and nobody is in the middle of posting
        });
    }

    @Test
    void theResultIsReturnedWhenTheBytesAreInPlace() throws Exception {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100_000);
            final TransferResult result = pair.near.transfer(connection, request(buffers));
            assertThat(result.isSuccess()).isTrue();
            assertThat(result.userData()).isEqualTo(7);
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
        }
    }

    @Test
    void anInterruptCancelsAndIsToldWhenTheTransferHasSettled() {
        try (EnginePair pair = holding(16)) {
            final Connection connection = pair.connect();
            final Call call = new Call(pair, connection, request(pair.buffers(connection, 100_000)));
            awaitPosted(pair);
            call.thread.interrupt();
            pair.await("cancelled", () -> pair.near.core().watched() > 0);
            pair.drive(50);
            assertThat(call.outcome).as("its first slice is still outstanding").isNotDone();
            clock.advance(HOUR_NS);
            pair.await("returned", call.outcome::isDone);
            assertThatThrownBy(call.outcome::get).isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(InterruptedException.class);
            pair.quiet();
        }
    }

    @Test
    void aTransferThatSucceedsInSpiteOfAnInterruptIsReturnedAndTheInterruptIsKept() throws Exception {
        try (EnginePair pair = holding(16)) {
            final Connection connection = pair.connect();
            final Call call = new Call(pair, connection, request(pair.buffers(connection, 1_000)));
            awaitPosted(pair);
            call.thread.interrupt();
            pair.await("cancelled", () -> pair.near.core().watched() > 0);
            clock.advance(HOUR_NS);
            pair.await("returned", call.outcome::isDone);
            assertThat(call.outcome.get().isSuccess()).isTrue();
            assertThat(call.interruptedAfter).isTrue();
        }
    }

    @Test
    void aTimeOutIsAResult() throws Exception {
        try (EnginePair pair = holding(16)) {
            final Connection connection = pair.connect();
            final Call call = new Call(pair, connection,
                    request(pair.buffers(connection, 100_000)).timeoutNs(HOUR_NS / 2));
            awaitPosted(pair);
            clock.advance(HOUR_NS);
            pair.await("returned", call.outcome::isDone);
            assertThat(call.outcome.get().state()).isEqualTo(TransferState.TIMED_OUT);
        }
    }

    @Test
    void withoutRoomItWaitsForSome() throws Exception {
        try (EnginePair pair = new EnginePair.Setup().config(c -> c.transferSlots(1)).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final long id = pair.write(connection, buffers);
            final Call call = new Call(pair, connection, request(buffers));
            pair.await("waits", () -> pair.near.core().room().count() == 1
                    && call.thread.getState() == Thread.State.TIMED_WAITING);
            assertThat(call.outcome).isNotDone();
            pair.finish(id);
            assertThat(call.outcome.get(40, TimeUnit.SECONDS).isSuccess()).isTrue();
            assertThat(pair.near.core().room().count()).isZero();
        }
    }

    /** Submits that are refused because of each other, for a moment, must not all go to sleep. */
    @ParameterizedTest
    @ValueSource(ints = { 1, 1_000 })
    void manyThreadsShareTheRoomOfOneTransfer(final int entries) { // one has the slot, or all chunks but a few
        try (EnginePair pair = new EnginePair.Setup()
                .config(c -> c.transferSlots(entries == 1 ? 1 : 64).entryPoolBytes(64 << 10)).open();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 64);
            final List<Future<Integer>> counts = IntStream.range(0, 8).mapToObj(thread -> threads.submit(() -> {
                final EntryList list = new EntryList();
                for (int i = 0; i < entries; i++) {
                    list.add(buffers.here(), 0, 1, buffers.remote(), 0);
                }
                int moved = 0;
                for (int i = 0; i < 200; i++) {
                    moved += pair.near.transfer(connection, new TransferRequest().entries(list)).isSuccess() ? 1 : 0;
                }
                return moved;
            })).toList();
            assertThat(counts).allSatisfy(count -> assertThat(count.get(40, TimeUnit.SECONDS)).isEqualTo(200));
        }
    }

    @Test
    void withoutRoomInTimeItIsRefusedAndAnInterruptEndsTheWait() {
        try (EnginePair pair = new EnginePair.Setup().config(c -> c.transferSlots(1)).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final long id = pair.write(connection, buffers);
            assertThatThrownBy(() -> pair.near.transfer(connection, request(buffers).timeoutNs(1_000_000)))
                    .isInstanceOfSatisfying(TransferRefusedException.class,
                            refused -> assertThat(refused.code()).isEqualTo(ResultCode.BACK_PRESSURED));
            final Call call = new Call(pair, connection, request(buffers));
            pair.await("waits", () -> pair.near.core().room().count() == 1);
            call.thread.interrupt();
            assertThatThrownBy(() -> call.outcome.get(40, TimeUnit.SECONDS)).cause()
                    .isInstanceOf(InterruptedException.class).hasMessageContaining("no room");
            assertThat(pair.near.core().room().count()).isZero();
            pair.finish(id);
        }
    }

    @Test
    void whoIsInterruptedBeforeSubmitsNothing() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> pair.near.transfer(connection, request(buffers)))
                    .isInstanceOf(InterruptedException.class);
            assertThat(EnginePair.snapshot(pair.near).succeeded()).isZero();
        }
    }

    @Test
    void anEndedConnectionRefusesAndAnEngineThreadMayNotWait() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final AtomicReference<Throwable> inside = new AtomicReference<>();
            pair.near.submit(connection, request(buffers).listener((id, state, cause, data) -> {
                try {
                    pair.near.transfer(connection, request(buffers));
                } catch (final Throwable e) {
                    inside.set(e);
                }
            }, 0));
            pair.await("thrown", () -> inside.get() != null);
            assertThat(inside.get()).isInstanceOf(IllegalStateException.class).hasMessageContaining("engine thread");
            connection.close();
            assertThatThrownBy(() -> pair.near.transfer(connection, request(buffers)))
                    .isInstanceOfSatisfying(TransferRefusedException.class,
                            refused -> assertThat(refused.code()).isEqualTo(ResultCode.CLOSED));
        }
    }
}
