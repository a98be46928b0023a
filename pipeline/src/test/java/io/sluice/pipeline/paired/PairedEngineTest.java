package io.sluice.pipeline.paired;

import static io.sluice.pipeline.paired.TwoAgents.all;
import static io.sluice.pipeline.paired.TwoAgents.succeeds;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferState;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sends, receives, puts and waits of two agents over real sockets. */
class PairedEngineTest {
    private static final long WINDOW_BYTES = (1 << 20) + 8;

    @ParameterizedTest
    @EnumSource
    void aSendMeetsTheReceiveOfTheSameTotal(final Adaptor adaptor) {
        try (TwoAgents two = new TwoAgents(adaptor).connect()) {
            assertThat(two.toB.adaptor()).isEqualTo(adaptor);
            for (final int bytes : new int[]{ 0, 1, 8192, 8193, 70_000, 3_000_001 }) {
                final MemorySegment source = two.memory(bytes + 1L, 7);
                final MemorySegment target = two.memory(bytes + 1L, 1);
                final long send = two.a.submit(two.toB, PairedOp.SEND, new IovList().add(source, 0, bytes));
                final long receive = two.b.submit(two.toA, PairedOp.RECV,
                        new IovList().add(target, 0, bytes / 3).add(target, bytes / 3, bytes - bytes / 3));

                succeeds(two.b, receive);
                succeeds(two.a, send);
                assertThat(target.asSlice(0, bytes).mismatch(source.asSlice(0, bytes))).isEqualTo(-1);
                assertThat(target.get(ValueLayout.JAVA_BYTE, bytes)).isEqualTo((byte) 1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aWaitIsOverWhenItsPutIsThereByWhicheverRoad(final Adaptor adaptor) {
        try (TwoAgents two = new TwoAgents(adaptor).connect()) {
            final MemorySegment near = two.memory(WINDOW_BYTES, 3);
            final MemorySegment far = two.memory(WINDOW_BYTES, 9);
            assertThat(two.a.submit(two.toB, PairedOp.PUT, new IovList())).isEqualTo(ResultCode.NO_WINDOW);
            two.windows(near, far);
            assertThat(two.toB.supportsOneSided()).isEqualTo(adaptor == Adaptor.VERBS);
            assertThat(two.toA.supportsOneSided()).isEqualTo(adaptor == Adaptor.VERBS);

            final long wait = two.b.submit(two.toA, PairedOp.WAIT, new IovList());
            assertThat(two.b.poll(wait)).isEqualTo(TransferState.IN_PROGRESS);
            assertThat(two.b.release(wait)).isEqualTo(TransferState.IN_PROGRESS);
            final long put = two.a.submit(two.toB, PairedOp.PUT,
                    new IovList().add(near, 10, 500_000, 20).add(near, 600_000, 5, 600_007));
            succeeds(two.b, wait);
            assertThat(far.asSlice(20, 500_000).mismatch(near.asSlice(10, 500_000))).isEqualTo(-1);
            assertThat(far.asSlice(600_007, 5).mismatch(near.asSlice(0, 5))).isEqualTo(-1);
            assertThat(far.get(ValueLayout.JAVA_BYTE, 19)).isEqualTo((byte) 9);
            succeeds(two.a, put);
        }
    }

    @ParameterizedTest
    @EnumSource
    void tenThousandPutsAndWaitsOnOneWindowKeepTheirOrderAndTheirData(final Adaptor adaptor) {
        try (TwoAgents two = new TwoAgents(adaptor).connect()) {
            new PutStream(10_000, 64, 50).run(two);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void whatIsOpenWhenTheConnectionEndsFailsAtBothEnds(final boolean here) {
        for (final Adaptor adaptor : Adaptor.values()) {
            try (TwoAgents two = new TwoAgents(adaptor).connect()) {
                two.windows(two.memory(4096, 0), two.memory(4096, 0));
                final MemorySegment large = two.memory(1 << 20, 1);
                final long[] open = { two.a.submit(two.toB, PairedOp.SEND, all(large)),
                    two.a.submit(two.toB, PairedOp.RECV, all(large)),
                    two.a.submit(two.toB, PairedOp.WAIT, new IovList()) };
                (here ? two.toB : two.toA).close();

                for (final long request : open) {
                    assertThat(two.a.await(request, TwoAgents.PATIENCE_NS)).isEqualTo(TransferState.FAILED);
                    assertThat(two.a.cause(request)).isEqualTo(here ? Cause.CONNECTION_CLOSED : Cause.PEER_CLOSED);
                }
                assertThat(two.a.submit(two.toB, PairedOp.SEND, all(large))).isEqualTo(ResultCode.CLOSED);
                two.toB.closed().join();
                two.connect();
                final long send = two.a.submit(two.toB, PairedOp.SEND, all(large));
                succeeds(two.b, two.b.submit(two.toA, PairedOp.RECV, all(two.memory(1 << 20, 0))));
                succeeds(two.a, send);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void closingWaitsForThePeerNotForItsTimeLimit(final Adaptor adaptor) {
        final long hourNs = TimeUnit.HOURS.toNanos(1);
        for (int i = 0; i < 40; i++) {
            try (TwoAgents two = new TwoAgents(config -> config.adaptors(adaptor),
                    engine -> engine.closeTimeoutNs(hourNs), device -> {}).connect()) {
                two.windows(two.memory(4096, 0), two.memory(4096, 0));
                final long put = two.a.submit(two.toB, PairedOp.PUT, new IovList());
                succeeds(two.b, two.b.submit(two.toA, PairedOp.WAIT, new IovList()));
                succeeds(two.a, put);
            }
        }
    }
}
