package io.sluice.pipeline.paired;

import static io.sluice.pipeline.paired.TwoAgents.succeeds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.Metadata;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TcpProxy;
import io.sluice.pipeline.TransferState;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.soft.FaultPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Puts on a device that delays, refuses and fails. On a's device the lanes are queue pairs 0 to 3. */
class PutsUnderFaultsTest {
    private static final int LARGE = 300_000;
    private static final int SMALL = 8;
    private static final int PUTS = 24;

    private static TwoAgents onFaultyDevice(final FaultPlan plan) {
        return new TwoAgents(config -> config.adaptors(Adaptor.VERBS), engine -> {}, device -> device.faultPlan(plan));
    }

    /** Every put has an area of its own: large, then small, and so on; all of it is the put's number. */
    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 2, 3 })
    void noSignalIsSeenBeforeItsDataHoweverSlowALaneIs(final int slowLane) {
        final FaultPlan.Builder slow = FaultPlan.builder(slowLane);
        for (int request = 0; request < PUTS; request += 2) {
            slow.delayNth(slowLane, request, TimeUnit.MILLISECONDS.toNanos(1 + request % 3));
        }
        try (TwoAgents two = onFaultyDevice(slow.build()).connect()) {
            final long area = LARGE + SMALL;
            final MemorySegment near = two.memory(PUTS / 2 * area + 8, 0);
            final MemorySegment far = two.memory(PUTS / 2 * area + 8, 0);
            two.windows(near, far);
            assertThat(two.toB.supportsOneSided()).isTrue();
            final long[] puts = new long[PUTS];
            for (int i = 0; i < PUTS; i++) {
                near.asSlice(offset(i), length(i)).fill((byte) (i + 1));
                puts[i] = two.a.submit(two.toB, PairedOp.PUT,
                        new IovList().add(near, offset(i), length(i), offset(i)));
            }
            for (int i = 0; i < PUTS; i++) {
                succeeds(two.b, two.b.submit(two.toA, PairedOp.WAIT, new IovList()));
                for (int done = 0; done <= i; done++) {
                    assertThat(far.asSlice(offset(done), length(done)).mismatch(
                            near.asSlice(offset(done), length(done)))).as("put %s at wait %s", done, i).isEqualTo(-1);
                }
            }
            for (final long put : puts) {
                succeeds(two.a, put);
            }
        }
    }

    private static long offset(final int put) {
        return put / 2 * (long) (LARGE + SMALL) + (put % 2 == 0 ? 0 : LARGE);
    }

    private static int length(final int put) {
        return put % 2 == 0 ? LARGE : SMALL;
    }

    /** The first registration is that of the bounce buffers; then the window, and where its signals are sent from. */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2 })
    void aWindowThatOneDeviceDoesNotTakeSendsBothDownTheOtherRoad(final int refused) {
        try (TwoAgents two = onFaultyDevice(FaultPlan.builder(1).refuseRegistration(refused).build()).connect()) {
            final MemorySegment near = two.memory(4104, 5);
            final MemorySegment far = two.memory(4104, 0);
            two.windows(near, far);

            assertThat(two.toB.supportsOneSided()).isFalse();
            assertThat(two.toA.supportsOneSided()).isFalse();
            final long put = two.a.submit(two.toB, PairedOp.PUT, new IovList().add(near, 0, 100, 3000));
            succeeds(two.b, two.b.submit(two.toA, PairedOp.WAIT, new IovList()));
            assertThat(far.asSlice(3000, 100).mismatch(near.asSlice(0, 100))).isEqualTo(-1);
            assertThat(far.get(ValueLayout.JAVA_BYTE, 2999)).isZero();
            succeeds(two.a, put);
        }
    }

    @Test
    void everyWaitFindsItsPutWhateverIsDelayed() {
        try (TwoAgents two = onFaultyDevice(FaultPlan.builder(7).delay(0.02, 10_000, 1_000_000).build()).connect()) {
            new PutStream(3_000, 32, 8).run(two);
        }
    }

    @Test
    void aPutThatFailsEndsTheConnectionForBoth() {
        final FaultPlan.Builder plan = FaultPlan.builder(1);
        for (int lane = 0; lane < 4; lane++) {
            plan.failNth(lane, 3, WcStatus.REM_ACCESS_ERR);
        }
        try (TwoAgents two = onFaultyDevice(plan.build()).connect()) {
            final MemorySegment near = two.memory((1 << 20) + 8, 5);
            two.windows(near, two.memory((1 << 20) + 8, 0));
            assertThat(two.toB.supportsOneSided()).isTrue();
            final long wait = two.b.submit(two.toA, PairedOp.WAIT, new IovList());
            final long put = two.a.submit(two.toB, PairedOp.PUT, new IovList().add(near, 0, 1 << 20));

            assertThat(two.a.await(put, TwoAgents.PATIENCE_NS)).isEqualTo(TransferState.FAILED);
            assertThat(Cause.kind(two.a.cause(put))).isEqualTo(Cause.WORK_REQUEST);
            assertThat(Cause.detail(two.a.cause(put))).isEqualTo(WcStatus.REM_ACCESS_ERR);
            assertThat(two.a.submit(two.toB, PairedOp.PUT, new IovList())).isEqualTo(ResultCode.CLOSED);
            assertThat(two.b.await(wait, TwoAgents.PATIENCE_NS)).isEqualTo(TransferState.FAILED);
            assertThat(two.b.cause(wait)).isNotEqualTo(Cause.NONE);
            two.toB.closed().join();
            two.toA.closed().join();
        }
    }

    /** The network stands still in the middle of a put, and moves again when the target has given the peer up. */
    @ParameterizedTest
    @EnumSource
    void aPutThatIsHalfThereWhenTheConnectionEndsStaysSo(final Adaptor adaptor) {
        try (TwoAgents two = new TwoAgents(config -> config.adaptors(adaptor),
                engine -> engine.heartbeatNs(TimeUnit.MILLISECONDS.toNanos(500))
                        .closeTimeoutNs(TimeUnit.SECONDS.toNanos(1)),
                device -> {})) {
            final ConnInfo target = ConnInfo.parse(two.a.connInfo());
            try (TcpProxy network = new TcpProxy(Metadata.ofSession(target.address()))) {
                two.b.loadConnInfo("a", new ConnInfo(target.agent(), target.device(), target.hostHash(),
                        target.engineHigh(), target.engineLow(), network.metadata().session()).toBlob());
                two.connect();
                final MemorySegment window = two.memory(8 << 20, 0);
                final MemorySegment source = two.memory(8 << 20, 1);
                two.windows(window, source);
                final CompletableFuture<Void> writer = two.putUntilItFails(source);
                succeeds(two.a, two.a.submit(two.toB, PairedOp.WAIT, new IovList()));
                network.hold(true);
                assertThat(two.toB.closed().join()).isEqualTo(Cause.PEER_UNREACHABLE);
                window.fill((byte) 0);
                network.hold(false);

                writer.join();
                await().atMost(TwoAgents.PATIENCE_NS, TimeUnit.NANOSECONDS).until(() -> !network.isPassing());
                assertThat(window.mismatch(two.memory(window.byteSize(), 0))).as("first byte written").isEqualTo(-1);
            }
        }
    }
}
