package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.EnginePair.Buffers;
import io.sluice.verbs.soft.FaultPlan;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cancel, deadline, flush: who decides, when, and what becomes of the connection. */
class OutcomesTest {
    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);
    private static final long TICK_NS = 2_000_000;

    private final ManualClock clock = new ManualClock();

    private EnginePair holding(final FaultPlan.Builder plan) {
        return new EnginePair.Setup().mode(ThreadingMode.INVOKER).clock(clock).faults(plan)
                .config(c -> c.qpsPerConnection(1).maxRequests(4).sliceSize(1024).fragmentLimit(0)
                        .flushAfterNs(TimeUnit.SECONDS.toNanos(1)))
                .open();
    }

    private static FaultPlan.Builder firstHeld() {
        return FaultPlan.builder(1).delayNth(0, 0, HOUR_NS);
    }

    @Test
    void aCancelledTransferWaitsForWhatIsOutstandingAndTheConnectionGoesOn() {
        try (EnginePair pair = holding(firstHeld())) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100_000); // more than the queue pair holds
            final long id = pair.write(connection, buffers);
            pair.drive(10);
            assertThat(pair.near.cancel(id)).isTrue();
            assertThat(pair.near.cancel(id)).isFalse();
            pair.drive(10);
            assertThat(pair.near.status(id)).isEqualTo(TransferState.IN_PROGRESS);
            assertThat(pair.near.release(id)).isEqualTo(TransferState.IN_PROGRESS);
            clock.advance(HOUR_NS); // before any tick saw the cancel
            pair.await("settles", () -> pair.near.status(id) != TransferState.IN_PROGRESS);
            assertThat(pair.near.cause(id)).isEqualTo(Cause.CANCELLED);
            assertThat(pair.near.cancel(id)).isFalse();
            assertThat(pair.finish(id)).isEqualTo(TransferState.CANCELLED);
            assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.SUCCEEDED);
            pair.quiet();
        }
    }

    @Test
    void aTransferWhoseSlicesAllSucceedHasSucceededThoughItWasCancelled() {
        try (EnginePair pair = holding(firstHeld())) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 3_000);
            final long id = pair.write(connection, buffers);
            pair.drive(5);
            assertThat(pair.near.cancel(id)).isTrue();
            clock.advance(HOUR_NS);
            assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED);
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
        }
    }

    @Test
    void aTransferThatMayNotStartYetIsCancelledAtOnce() {
        try (EnginePair pair = holding(firstHeld())) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final long[] ids = new long[6];
            for (int i = 0; i < ids.length; i++) {
                ids[i] = pair.write(connection, buffers);
            }
            assertThat(pair.near.cancel(ids[5])).isTrue();
            assertThat(pair.finish(ids[5])).isEqualTo(TransferState.CANCELLED);
            assertThat(EnginePair.snapshot(pair.near).outstanding()).isEqualTo(4); // maxRequests
            clock.advance(HOUR_NS);
            for (int i = 0; i < 5; i++) {
                assertThat(pair.finish(ids[i])).isEqualTo(TransferState.SUCCEEDED);
            }
        }
    }

    @Test
    void aDeadlineTimesATransferOutAndTheFirstCauseStays() {
        try (EnginePair pair = holding(firstHeld())) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100_000);
            final EntryList entries = new EntryList().add(buffers.here(), 0, 100_000, buffers.remote(), 0);
            final long id = pair.near.submit(connection,
                    new TransferRequest().entries(entries).timeoutNs(TimeUnit.MILLISECONDS.toNanos(10)));
            pair.drive(5);
            clock.advance(TimeUnit.MILLISECONDS.toNanos(9));
            pair.drive(5);
            assertThat(pair.near.cancel(-1)).isFalse();
            clock.advance(TimeUnit.MILLISECONDS.toNanos(2));
            pair.drive(5);
            assertThat(pair.near.cancel(id)).isFalse();
            clock.advance(HOUR_NS - 1);
            pair.await("settles", () -> pair.near.status(id) != TransferState.IN_PROGRESS);
            assertThat(pair.near.cause(id)).isEqualTo(Cause.DEADLINE);
            assertThat(pair.finish(id)).isEqualTo(TransferState.TIMED_OUT);
        }
    }

    @Test
    void aTransferThatSettlesBeforeItsDeadlineLeavesNoTimerBehind() {
        try (EnginePair pair = holding(FaultPlan.builder(1))) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final EntryList entries = new EntryList().add(buffers.here(), 0, 100, buffers.remote(), 0);
            for (final long timeoutNs : new long[]{ HOUR_NS, Long.MAX_VALUE }) {
                final long id = pair.near.submit(connection,
                        new TransferRequest().entries(entries).timeoutNs(timeoutNs));
                assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED);
            }
            assertThat(connection.link().core().watched()).isZero();
            final long id = pair.write(connection, buffers);
            pair.near.cancel(id);
            pair.finish(id);
            assertThat(connection.link().core().watched()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void outstandingWorkThatDoesNotReturnAfterACancelOrDeadlineFlushesTheConnection(final boolean cancel) {
        try (EnginePair pair = holding(firstHeld())) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 5_000);
            final EntryList entries = new EntryList().add(buffers.here(), 0, 5_000, buffers.remote(), 0);
            final long stopped = pair.near.submit(connection,
                    new TransferRequest().entries(entries).timeoutNs(cancel ? 0 : TICK_NS));
            final long other = pair.write(connection, buffers);
            pair.drive(5);
            if (cancel) {
                pair.near.cancel(stopped);
            }
            clock.advance(TICK_NS); // the deadline
            pair.drive(5);
            clock.advance(TICK_NS); // the flush timer begins
            pair.drive(5);
            assertThat(connection.isOpen()).isTrue();
            clock.advance(TimeUnit.SECONDS.toNanos(1));
            pair.await("both settle", () -> pair.near.status(stopped) != TransferState.IN_PROGRESS
                    && pair.near.status(other) != TransferState.IN_PROGRESS);
            assertThat(pair.near.cause(other)).isEqualTo(Cause.FLUSHED);
            assertThat(connection.cause()).isEqualTo(Cause.FLUSHED);
            assertThat(pair.finish(other)).isEqualTo(TransferState.FAILED);
            assertThat(pair.finish(stopped)).isEqualTo(cancel ? TransferState.CANCELLED : TransferState.TIMED_OUT);
            assertThat(EnginePair.snapshot(pair.near).connectionsFailed()).isEqualTo(1);
        }
    }

    @Test
    void aReadWithoutCreditIsPassedOverAndWritesBehindItGoOn() {
        try (EnginePair pair = new EnginePair.Setup().mode(ThreadingMode.INVOKER).clock(clock)
                .faults(FaultPlan.builder(1).delayNth(0, 0, HOUR_NS))
                .config(c -> c.qpsPerConnection(2).maxRequests(64).maxWrPerPost(4).readBatchWindow(1)
                        .sliceSize(1024).fragmentLimit(0))
                .open()) {
            final Connection connection = pair.connect();
            final Buffers reads = pair.buffers(connection, 100_000);
            final Buffers writes = pair.buffers(connection, 1_000);
            final long read = pair.read(connection, reads);
            pair.drive(20);
            assertThat(EnginePair.snapshot(pair.near).outstanding()).isBetween(1, 4);
            // One write in two goes over the lane that is not held.
            final long first = pair.write(connection, writes);
            final long second = pair.write(connection, writes);
            pair.await("a write gets through", () -> pair.near.status(first) == TransferState.SUCCEEDED
                    || pair.near.status(second) == TransferState.SUCCEEDED);
            assertThat(pair.near.status(read)).isEqualTo(TransferState.IN_PROGRESS);
            clock.advance(HOUR_NS);
            assertThat(pair.finish(read)).isEqualTo(TransferState.SUCCEEDED);
            assertThat(pair.finish(first)).isEqualTo(TransferState.SUCCEEDED);
            assertThat(pair.finish(second)).isEqualTo(TransferState.SUCCEEDED);
            pair.quiet();
        }
    }
}
