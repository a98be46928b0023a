package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.Buffer;
import io.sluice.verbs.Completion;
import io.sluice.verbs.ConnectedPair;
import io.sluice.verbs.QpState;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.WcStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A receive claimed by a SEND under way, step by step: whatever happens to the target between two chunks, the sender of
 * before neither places nor completes anything more.
 */
class ClaimTest {
    private static final long ROOM_OF_NOBODY = Transfer.CHUNK_BYTES;

    private final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().build());
    private final ConnectedPair pair = ConnectedPair.on(device).connect();
    private final Buffer remote = pair.target().buffer(64);
    private final QueuePair target = pair.target().queuePair();
    private final SoftQueuePair sender = inside(pair.initiator().queuePair());
    private final Responder responder = inside(target).responder();

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void aClaimHoldsUntilItIsCompleted() {
        pair.target().receive(1, remote);

        assertThat(responder.claim(sender, 40)).isEqualTo(WcStatus.SUCCESS);
        assertThat(responder.roomAt(sender, 10)).isEqualTo(54);
        assertThat(responder.completeClaim(sender, WcStatus.SUCCESS, 40, false, 0)).isEqualTo(WcStatus.SUCCESS);

        assertThat(pair.received().bytes()).isEqualTo(40);
    }

    @Test
    void aResetEndsTheClaimAlsoWhereTheSamePeerConnectsAgain() {
        pair.target().receive(1, remote);
        assertThat(responder.claim(sender, 8)).isEqualTo(WcStatus.SUCCESS);

        target.toReset();
        pair.initiator().queuePair().toReset();
        pair.connect();
        pair.target().receive(2, remote);

        nothingMoreOf(sender);
        assertThat(pair.target().receives()).isEmpty();
    }

    @Test
    void theClaimOfALaterPeerIsNotThatOfAnEarlierOne() {
        pair.target().receive(1, remote);
        assertThat(responder.claim(sender, 8)).isEqualTo(WcStatus.SUCCESS);
        final QueuePair later = pair.initiator().createQueuePair();
        try (later) {
            target.toReset();
            pair.connect(later, target);
            pair.target().receive(2, remote);
            assertThat(responder.claim(inside(later), 8)).isEqualTo(WcStatus.SUCCESS);

            nothingMoreOf(sender);

            assertThat(responder.completeClaim(inside(later), WcStatus.SUCCESS, 8, true,
                    Integer.reverseBytes(5))) // as it stands in the struct: big-endian
                    .isEqualTo(WcStatus.SUCCESS);
            final Completion completion = pair.received();
            assertThat(completion.wrId()).isEqualTo(2);
            assertThat(completion.immediate()).isEqualTo(5);
        }
    }

    @Test
    void anErrorFlushesTheClaimedReceiveAtOnceAndTheSenderFindsNobody() {
        pair.target().receive(1, remote);
        assertThat(responder.claim(sender, 8)).isEqualTo(WcStatus.SUCCESS);

        target.toError();

        assertThat(pair.received().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
        nothingMoreOf(sender);
    }

    @Test
    void aSenderThatFailsOnItsOwnSideLeavesTheReceiveInPlace() {
        pair.target().receive(1, remote);
        assertThat(responder.claim(sender, 8)).isEqualTo(WcStatus.SUCCESS);

        assertThat(responder.completeClaim(sender, WcStatus.LOC_PROT_ERR, 8, false, 0))
                .isEqualTo(WcStatus.LOC_PROT_ERR);

        pair.pump();
        assertThat(pair.target().receives()).isEmpty();
        assertThat(responder.hasReceive()).isTrue();
    }

    @Test
    void nobodyButThePeerIsServed() {
        final QueuePair stranger = pair.initiator().createQueuePair();
        try (stranger) {
            pair.target().receive(1, remote);
            final SoftQueuePair asking = inside(stranger);

            assertThat(responder.claim(asking, 8)).isEqualTo(Requester.NO_ANSWER);
            assertThat(responder.check(asking, remote.address(), 8, remote.rkey(), true))
                    .isEqualTo(Requester.NO_ANSWER);
            assertThat(responder.rdma(asking, null, remote.address(), remote.rkey(), true, true))
                    .isEqualTo(Requester.NO_ANSWER);
            assertThat(responder.completeImmediate(asking, 8, 0)).isEqualTo(Requester.NO_ANSWER);
            assertThat(responder.fail(asking)).isFalse();
            assertThat(target.state()).isEqualTo(QpState.RTS);
        }
    }

    private void nothingMoreOf(final SoftQueuePair asking) {
        assertThat(responder.roomAt(asking, 0)).isEqualTo(ROOM_OF_NOBODY);
        assertThat(responder.place(asking, null, 0)).isEqualTo(Requester.NO_ANSWER);
        assertThat(responder.completeClaim(asking, WcStatus.SUCCESS, 8, false, 0)).isEqualTo(Requester.NO_ANSWER);
        pair.pump();
    }

    private SoftQueuePair inside(final QueuePair queuePair) {
        return device.byNumber(queuePair.number());
    }
}
