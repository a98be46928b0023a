package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.AsyncEvent;
import io.sluice.verbs.Buffer;
import io.sluice.verbs.Completion;
import io.sluice.verbs.ConnectedPair;
import io.sluice.verbs.Errno;
import io.sluice.verbs.QpState;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WorkRequests;
import org.junit.jupiter.api.Test;

/** The null mode: everything completes, nothing is looked at, nothing moves; queues are as full as ever. */
class NullModeTest {
    private final SoftDevice device = device(FaultPlan.NONE);

    @Test
    void requestsSucceedUncheckedAndMoveNothing() {
        try (ConnectedPair pair = ConnectedPair.on(device).connect()) {
            final Buffer local = pair.initiator().buffer(64).fill(1);
            final Buffer remote = pair.target().buffer(64);
            final WorkRequests two = WorkRequests.allocate(2, 1);
            two.addWrite(1, local.address(), local.lkey(), 64, remote.address(), remote.rkey(), SendFlags.SIGNALED);
            two.addRead(2, 0, 0, 64, 0, 0, SendFlags.SIGNALED);

            assertThat(pair.initiator().queuePair().postSend(two)).isZero();

            assertThat(pair.sent(2)).extracting(Completion::status).containsOnly(WcStatus.SUCCESS);
            assertThat(remote.isUntouched()).isTrue();
        }
    }

    @Test
    void theSendQueueIsStillBounded() {
        try (ConnectedPair pair = ConnectedPair.on(device).connect()) {
            final WorkRequests chain = pair.initiator().chain();
            for (int i = 0; i < chain.capacity(); i++) {
                chain.addWrite(i, 0, 0, 8, 0, 0, SendFlags.SIGNALED);
            }

            assertThat(pair.initiator().queuePair().postSend(chain)).isEqualTo(Errno.ENOMEM);

            assertThat(chain.firstRefused()).isEqualTo(chain.capacity() - 1);
            assertThat(pair.sent(chain.capacity() - 1)).hasSize(chain.capacity() - 1);
            assertThat(pair.initiator().queuePair().postSend(one())).isZero();
        }
    }

    @Test
    void theErrorStateFlushesAsEver() {
        try (ConnectedPair pair = ConnectedPair.on(device).connect()) {
            pair.initiator().receive(5, pair.initiator().buffer(8));
            pair.initiator().queuePair().toError();

            assertThat(pair.initiator().queuePair().postSend(one())).isZero();

            assertThat(pair.sent().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
            assertThat(pair.initiator().receives().remove().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
        }
    }

    @Test
    void aFullCompletionQueueIsLostAsEver() {
        try (ConnectedPair pair = ConnectedPair.on(device).depth(4).connect()) {
            for (int i = 0; i < 5; i++) {
                assertThat(pair.initiator().queuePair().postSend(one())).isZero();
            }

            assertThat(pair.initiator().context().pollAsyncEvent().type()).isEqualTo(AsyncEvent.Type.CQ_ERR);
            assertThat(pair.initiator().queuePair().state()).isEqualTo(QpState.ERR);
        }
    }

    @Test
    void faultPlansWorkToo() {
        try (ConnectedPair pair = ConnectedPair
                .on(device(FaultPlan.builder(1).failNth(0, 0, WcStatus.FATAL_ERR).build())).connect()) {
            assertThat(pair.initiator().queuePair().postSend(one())).isZero();

            assertThat(pair.sent().status()).isEqualTo(WcStatus.FATAL_ERR);
        }
    }

    private static WorkRequests one() {
        final WorkRequests one = WorkRequests.allocate(1, 1);
        one.addWrite(1, 0, 0, 8, 0, 0, SendFlags.SIGNALED);
        return one;
    }

    private static SoftDevice device(final FaultPlan plan) {
        return SoftDevice.create(SoftDeviceConfig.builder().nullMode(true).faultPlan(plan).build());
    }
}
