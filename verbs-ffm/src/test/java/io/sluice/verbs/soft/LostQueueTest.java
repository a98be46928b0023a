package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.AsyncEvent;
import io.sluice.verbs.Buffer;
import io.sluice.verbs.Completion;
import io.sluice.verbs.ConnectedPair;
import io.sluice.verbs.Errno;
import io.sluice.verbs.QpState;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.ReceiveRequests;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WorkCompletions;
import io.sluice.verbs.WorkRequests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A completion queue that overran, and completions that must come all the same. */
class LostQueueTest {
    private final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().build());
    private ConnectedPair pair;
    private Buffer local;
    private Buffer remote;

    @BeforeEach
    void open() {
        pair = ConnectedPair.on(device).depth(3).connect();
        local = pair.initiator().buffer(8).fill(1);
        remote = pair.target().buffer(8);
    }

    @AfterEach
    void close() {
        pair.close();
        assertThat(device.liveObjects()).isZero();
    }

    @Test
    void exactlyTheDepthFitsAndOneMoreLosesTheQueueWithOneEvent() {
        write(3);
        assertThat(pair.initiator().context().pollAsyncEvent()).isNull();
        assertThat(pair.initiator().queuePair().state()).isEqualTo(QpState.RTS);

        write(2);

        assertThat(pair.initiator().context().pollAsyncEvent())
                .isEqualTo(new AsyncEvent(AsyncEvent.Type.CQ_ERR, pair.initiator().sendQueue().handle()));
        assertThat(pair.initiator().context().pollAsyncEvent()).isNull();
        assertThat(pair.initiator().queuePair().state()).isEqualTo(QpState.ERR);
        assertThat(pair.sent(3)).extracting(Completion::succeeded).containsOnly(true);
        assertThat(pair.initiator().sendQueue().poll(WorkCompletions.allocate(1))).isNegative();
    }

    @Test
    void aQueuePolledAroundItsRingOverrunsNotEarlier() {
        for (int i = 0; i < 50; i++) {
            write(3);
            assertThat(pair.sent(3)).hasSize(3);
        }
        assertThat(pair.initiator().queuePair().state()).isEqualTo(QpState.RTS);
    }

    @Test
    void receivesOnASoundQueueAreFlushedWhenTheSendQueueIsLost() {
        pair.initiator().receive(7, local);

        write(4);

        pair.initiator().pump();
        assertThat(pair.initiator().receives()).extracting(Completion::wrId).containsExactly(7L);
        assertThat(pair.initiator().receives().remove().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
    }

    @Test
    void aQueuePairThatComesIntoServiceOnALostQueueFails() {
        final QueuePair later = pair.initiator().createQueuePair();
        final QueuePair peerOfLater = pair.target().createQueuePair();
        try (later; peerOfLater) {
            write(4);
            pair.connect(later, peerOfLater);

            final WorkRequests one = WorkRequests.allocate(1, 1);
            one.addSend(1, 0, 0, 0, SendFlags.SIGNALED);
            peerOfLater.postReceive(empty(1));
            assertThat(later.postSend(one)).isZero();

            assertThat(later.state()).isEqualTo(QpState.ERR);
        }
    }

    @Test
    void receivesAcceptedInErrorBeforeARefusedOneAreFlushed() {
        pair.target().queuePair().toError();
        final ReceiveRequests chain = ReceiveRequests.allocate(2, 5);
        chain.add(1, 0, 0, 0);
        chain.add(2, 0, 0, 0);
        for (int i = 0; i < 5; i++) {
            chain.addSge(0, 0, 1);
        }

        assertThat(pair.target().queuePair().postReceive(chain)).isEqualTo(Errno.EINVAL);

        assertThat(chain.firstRefused()).isEqualTo(1);
        assertThat(pair.received().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
    }

    @Test
    void whatWasHeldBackIsFlushedBeforeWhatIsPostedAfterThePeerCausedTheError() {
        pair.initiator().send(1, local); // waits: nothing is posted at the target
        final WorkRequests bad = WorkRequests.allocate(1, 1);
        bad.addWrite(9, remote.address(), remote.lkey(), 8, local.address(), ~local.rkey(), SendFlags.SIGNALED);
        assertThat(pair.target().queuePair().postSend(bad)).isZero();
        assertThat(pair.initiator().queuePair().state()).isEqualTo(QpState.ERR);

        write(1);

        assertThat(pair.sent(2)).extracting(Completion::wrId).containsExactly(1L, 0L);
    }

    @Test
    void receivesAreRefusedInReset() {
        pair.target().queuePair().toReset();
        assertThat(pair.target().receive(1, remote)).isEqualTo(Errno.EINVAL);
    }

    @Test
    void receivesPostedInErrorAreFlushed() {
        pair.target().queuePair().toError();
        assertThat(pair.target().receive(1, remote)).isZero();
        assertThat(pair.received().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
    }

    @Test
    void completionsOfBeforeAResetGiveNoRoomToTheQueueAfterIt() {
        write(2);
        pair.initiator().queuePair().toReset();
        pair.target().queuePair().toReset();
        pair.connect();
        assertThat(pair.sent(2)).hasSize(2);
        for (int i = 0; i < pair.initiator().queuePair().capacity().maxSendWr(); i++) {
            assertThat(pair.initiator().send(i, local)).isZero(); // waits: nothing is posted at the target
        }
        assertThat(pair.initiator().send(99, local)).isEqualTo(Errno.ENOMEM);
    }

    private void write(final int count) {
        for (int i = 0; i < count; i++) {
            assertThat(pair.initiator().write(i, local, remote)).isZero();
        }
    }

    private static ReceiveRequests empty(final long wrId) {
        final ReceiveRequests one = ReceiveRequests.allocate(1, 1);
        one.add(wrId, 0, 0, 0);
        return one;
    }
}
