package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.EnginePair.Buffers;
import io.sluice.verbs.InterceptedDevice;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.soft.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How connections fail and close, and what their transfers get to know of it. */
class EndOfConnectionTest {
    private static final int NOTHING_POLLED = 0;

    private static EnginePair.Setup invoker(final ManualClock clock) {
        return new EnginePair.Setup().mode(ThreadingMode.INVOKER).clock(clock).config(c -> c.qpsPerConnection(1));
    }

    @Test
    void theOwnerOfAFailedRequestGetsItsStatusAndTheOthersTheConnectionsCause() {
        try (EnginePair pair = invoker(new ManualClock())
                .faults(FaultPlan.builder(1).failNth(0, 1, WcStatus.LOC_LEN_ERR))
                .open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 1000);
            final long before = pair.write(connection, buffers);
            final long owner = pair.write(connection, buffers);
            final long behind = pair.write(connection, buffers);
            pair.await("settled", () -> pair.near.status(behind) != TransferState.IN_PROGRESS);
            assertThat(pair.near.cause(before)).isEqualTo(Cause.NONE);
            assertThat(pair.near.cause(owner)).isEqualTo(Cause.WORK_REQUEST | WcStatus.LOC_LEN_ERR);
            assertThat(pair.near.cause(behind)).isEqualTo(Cause.CONNECTION_FAILED | WcStatus.LOC_LEN_ERR);
            assertThat(connection.cause()).isEqualTo(Cause.WORK_REQUEST | WcStatus.LOC_LEN_ERR);
            assertThat(pair.finish(before)).isEqualTo(TransferState.SUCCEEDED);
            assertThat(pair.finish(owner)).isEqualTo(TransferState.FAILED);
            assertThat(pair.finish(behind)).isEqualTo(TransferState.FAILED);
            assertThat(connection.isOpen()).isFalse();
            assertThat(pair.write(connection, buffers)).isEqualTo(ResultCode.CLOSED);
            assertThat(pair.near.sendNotification(connection, new byte[1])).isEqualTo(ResultCode.CLOSED);
            assertThat(EnginePair.snapshot(pair.near).connectionsFailed()).isEqualTo(1);
        }
    }

    @Test
    void bothEndsLearnOfAFailureAndAreFenced() {
        try (EnginePair pair = new EnginePair.Setup().faults(FaultPlan.builder(1).failNth(0, 0, WcStatus.LOC_PROT_ERR)
                .failNth(1, 0, WcStatus.LOC_PROT_ERR)).open()) {
            final Connection connection = pair.connect();
            final Connection back = pair.accepted();
            final Buffers buffers = pair.buffers(connection, 1 << 20);
            assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.FAILED);
            pair.await("fenced", () -> connection.remoteFenced().isDone() && back.remoteFenced().isDone());
            pair.await("the peer closes", () -> pair.far.connections().isEmpty() && pair.near.connections().isEmpty());
            assertThat(back.cause()).isEqualTo(Cause.PEER_CLOSED);
        }
    }

    @Test
    void aNewConnectionWorksAfterAFailure() {
        try (EnginePair pair = new EnginePair.Setup().faults(FaultPlan.builder(1).killNth(0, 3)).open()) {
            Connection connection = pair.connect();
            final Buffers lost = pair.buffers(connection, 4 << 20);
            assertThat(pair.finish(pair.write(connection, lost))).isEqualTo(TransferState.FAILED);
            connection = pair.connect();
            final RemoteRegion remote = pair.remote(connection, lost.there());
            assertThat(pair.finish(pair.near.write(connection, lost.here(), 0, 4 << 20, remote, 0)))
                    .isEqualTo(TransferState.SUCCEEDED);
            assertThat(lost.target().mismatch(lost.source())).isEqualTo(-1);
            pair.quiet();
        }
    }

    @Test
    void aKilledQueuePairIsADeviceEventForAllOfItsConnection() {
        try (EnginePair pair = invoker(new ManualClock()).faults(FaultPlan.builder(1).killNth(0, 0)).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 1000);
            final long first = pair.write(connection, buffers);
            final long second = pair.write(connection, buffers);
            pair.await("settled", () -> pair.near.status(second) != TransferState.IN_PROGRESS);
            assertThat(connection.cause()).isEqualTo(Cause.DEVICE_EVENT);
            assertThat(pair.near.cause(first)).isEqualTo(Cause.DEVICE_EVENT);
            assertThat(pair.near.cause(second)).isEqualTo(Cause.DEVICE_EVENT);
            pair.finish(first);
            pair.finish(second);
        }
    }

    @Test
    void aPeerThatClosesEndsTransfersInFlightWithThatCause() {
        final ManualClock clock = new ManualClock();
        try (EnginePair pair = invoker(clock).faults(FaultPlan.builder(1).delayNth(0, 0, EnginePair.FOR_EVER)).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 1000);
            final long id = pair.write(connection, buffers);
            final Connection back = pair.accepted();
            back.close();
            assertThat(pair.finish(id)).isEqualTo(TransferState.FAILED);
            pair.await("near end closes", () -> pair.near.connections().isEmpty());
            assertThat(connection.cause()).isEqualTo(Cause.PEER_CLOSED);
        }
    }

    @Test
    void theEndThatOutlivesAClosedEngineIsFencedToo() {
        try (EnginePair pair = invoker(new ManualClock()).open()) {
            final Connection connection = pair.connect();
            pair.far.close();
            pair.await("fenced", () -> connection.remoteFenced().isDone());
            pair.await("closed", () -> pair.near.connections().isEmpty());
        }
    }

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = { "SHARED", "DEDICATED", "INVOKER" })
    void closingAConnectionLetsItsTransfersFinish(final ThreadingMode mode) {
        try (EnginePair pair = EnginePair.open(mode)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 8 << 20);
            final long id = pair.write(connection, buffers);
            connection.close();
            assertThat(pair.near.status(id)).isEqualTo(TransferState.SUCCEEDED);
            assertThat(pair.near.connections()).isEmpty();
            assertThat(connection.cause()).isEqualTo(Cause.CONNECTION_CLOSED);
            connection.close();
            pair.finish(id);
        }
    }

    @Test
    void closingAConnectionFlushesWhatDoesNotFinishInTime() {
        final ManualClock clock = new ManualClock();
        try (EnginePair pair = invoker(clock).faults(FaultPlan.builder(1).delayNth(0, 0, EnginePair.FOR_EVER)).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 1000);
            final long id = pair.write(connection, buffers);
            pair.drive(10);
            connection.link().drain(clock.nanoTime() + 1_000_000);
            clock.advance(2_000_000);
            assertThat(pair.write(connection, buffers)).isEqualTo(ResultCode.CLOSED);
            pair.await("settles", () -> pair.near.status(id) != TransferState.IN_PROGRESS);
            assertThat(pair.near.cause(id)).isEqualTo(Cause.CONNECTION_CLOSED);
            assertThat(pair.finish(id)).isEqualTo(TransferState.FAILED);
        }
    }

    /** The flushed completions lie in the queue, the poll takes one at a time, and the time is over. */
    @Test
    void completionsThatCameBeforeAForcedEndAreNotTakenForThoseOfAnotherConnection() {
        final ManualClock clock = new ManualClock();
        try (EnginePair pair = invoker(clock).config(c -> c.batchPollSize(1))
                .faults(FaultPlan.builder(1).delayNth(0, 0, EnginePair.FOR_EVER)).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 1000);
            final List<Long> ids = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                ids.add(pair.write(connection, buffers));
            }
            pair.drive(10);
            pair.accepted().close();
            pair.near.doWork();
            clock.advance(pair.near.config().closeTimeoutNs() + 1);
            ids.forEach(id -> assertThat(pair.finish(id)).isEqualTo(TransferState.FAILED));
            pair.await("ends", () -> pair.near.connections().isEmpty());
            final Connection next = pair.connect();
            final RemoteRegion remote = pair.remote(next, buffers.there());
            for (int i = 0; i < 30; i++) {
                assertThat(pair.finish(pair.near.write(next, buffers.here(), 0, 1000, remote, 0)))
                        .isEqualTo(TransferState.SUCCEEDED);
            }
            pair.quiet();
        }
    }

    @Test
    void workThatDoesNotComeBackIsEndedByDestroyingTheQueuePair() {
        final ManualClock clock = new ManualClock();
        final AtomicBoolean deaf = new AtomicBoolean();
        try (EnginePair pair = invoker(clock).seam(d -> new InterceptedDevice(d, (call, onward) -> deaf.get()
                && call.equals("pollCq") ? (Object) NOTHING_POLLED : onward.go())).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 200_000);
            deaf.set(true);
            final long id = pair.write(connection, buffers);
            pair.near.cancel(id);
            pair.drive(10);
            pair.accepted().close();
            pair.drive(10);
            assertThat(pair.near.status(id)).isEqualTo(TransferState.IN_PROGRESS);
            clock.advance(pair.near.config().closeTimeoutNs() + 1);
            assertThat(pair.finish(id)).isEqualTo(TransferState.CANCELLED);
            pair.await("ends", () -> pair.near.connections().isEmpty());
        }
    }

    @Test
    void aRefusedPostFailsTheConnectionWithTheErrno() {
        final AtomicBoolean refuse = new AtomicBoolean();
        try (EnginePair pair = new EnginePair.Setup().seam(d -> new InterceptedDevice(d, (call, onward) -> {
            if (refuse.get() && call.equals("postSend")) {
                throw new IllegalStateException("no post today");
            }
            return onward.go();
        })).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 200_000);
            refuse.set(true);
            final long id = pair.write(connection, buffers);
            pair.await("settles", () -> pair.near.status(id) != TransferState.IN_PROGRESS);
            assertThat(pair.near.cause(id)).isEqualTo(Cause.POST_REFUSED | io.sluice.verbs.Errno.EIO);
            assertThat(pair.finish(id)).isEqualTo(TransferState.FAILED);
            assertThat(pair.errors).isNotEmpty();
            pair.expectErrors();
        }
    }
}
