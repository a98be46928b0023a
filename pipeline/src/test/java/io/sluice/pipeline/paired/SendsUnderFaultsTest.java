package io.sluice.pipeline.paired;

import static io.sluice.pipeline.paired.TwoAgents.all;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferState;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.soft.FaultPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages on a device that delays and fails. On a's device their queue pair is number 4, behind the lanes. */
class SendsUnderFaultsTest {
    private static final int QUEUE_PAIR = 4;

    private static TwoAgents onFaultyDevice(final FaultPlan.Builder plan) {
        return new TwoAgents(config -> config.adaptors(Adaptor.VERBS), engine -> {},
                device -> device.faultPlan(plan.build()));
    }

    @Test
    void theNthSendMeetsTheNthReceiveWhateverIsDelayed() {
        try (TwoAgents two = onFaultyDevice(FaultPlan.builder(3).delay(0.02, 10_000, 1_000_000)).connect()) {
            new MessageStream(3_000, 100, 100, 1_500, 50).bothWays(two);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 20 })
    void aMessageThatFailsEndsTheConnectionForBoth(final int failing) {
        final FaultPlan.Builder plan = FaultPlan.builder(1).failNth(QUEUE_PAIR, failing, WcStatus.RETRY_EXC_ERR);
        try (TwoAgents two = onFaultyDevice(plan).connect()) {
            final long receive = two.a.submit(two.toB, PairedOp.RECV, all(two.memory(100, 1)));
            final long met = two.b.submit(two.toA, PairedOp.RECV, all(two.memory(4 << 20, 0)));
            final long send = two.a.submit(two.toB, PairedOp.SEND, all(two.memory(4 << 20, 1)));

            for (final long request : new long[]{ send, receive }) {
                assertThat(two.a.await(request, TwoAgents.PATIENCE_NS)).isEqualTo(TransferState.FAILED);
                assertThat(two.a.cause(request)).isEqualTo(Cause.WORK_REQUEST | WcStatus.RETRY_EXC_ERR);
            }
            assertThat(two.b.await(met, TwoAgents.PATIENCE_NS)).isEqualTo(TransferState.FAILED);
            assertThat(two.b.cause(met)).isNotEqualTo(Cause.NONE);
            assertThat(two.a.submit(two.toB, PairedOp.RECV, new IovList())).isEqualTo(ResultCode.CLOSED);
            two.toB.closed().join();
            two.toA.closed().join();
        }
    }
}
