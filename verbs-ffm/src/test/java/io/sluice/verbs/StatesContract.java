package io.sluice.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Queue pair states: which steps there are, what may be posted in each, and how outstanding work ends. */
abstract class StatesContract extends DeviceContract {

    @Test
    void aQueuePairGoesFromResetToReadyToSend() {
        final ConnectedPair pair = unconnected(spec());
        final QueuePair own = pair.initiator().queuePair();
        assertThat(own.state()).isEqualTo(QpState.RESET);

        own.toInit(1, Access.ALL);
        assertThat(own.state()).isEqualTo(QpState.INIT);
        pair.initiator().readyToReceive(own, pair.target(), pair.target().queuePair(), 1);
        assertThat(own.state()).isEqualTo(QpState.RTR);
        own.toReadyToSend(pair.initiator().rts(1));
        assertThat(own.state()).isEqualTo(QpState.RTS);
        own.toError();
        assertThat(own.state()).isEqualTo(QpState.ERR);
        own.toError();
        own.toReset();
        assertThat(own.state()).isEqualTo(QpState.RESET);
    }

    @Test
    void stepsThatSkipAStateOrGoBackAreRefusedAndChangeNothing() {
        final ConnectedPair pair = unconnected(spec());
        final QueuePair own = pair.initiator().queuePair();

        refused(own, QpState.RESET, () -> receive(pair));
        refused(own, QpState.RESET, () -> own.toReadyToSend(pair.initiator().rts(1)));
        refused(own, QpState.RESET, own::toError);

        own.toInit(1, Access.ALL);
        refused(own, QpState.INIT, () -> own.toReadyToSend(pair.initiator().rts(1)));

        receive(pair);
        refused(own, QpState.RTR, () -> own.toInit(1, Access.ALL));
        refused(own, QpState.RTR, () -> receive(pair));

        own.toReadyToSend(pair.initiator().rts(1));
        refused(own, QpState.RTS, () -> own.toInit(1, Access.ALL));
        refused(own, QpState.RTS, () -> receive(pair));

        own.toError();
        refused(own, QpState.ERR, () -> own.toInit(1, Access.ALL));
        refused(own, QpState.ERR, () -> receive(pair));
        refused(own, QpState.ERR, () -> own.toReadyToSend(pair.initiator().rts(1)));
    }

    @Test
    void aQueuePairCanBeUsedAgainAfterAReset() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(8).fill(1);
        final Buffer remote = pair.target().buffer(8);
        pair.initiator().queuePair().toError();
        pair.initiator().queuePair().toReset();
        pair.target().queuePair().toReset();

        pair.connect();
        pair.initiator().write(5, local, remote);

        final Completion completion = pair.sent();
        assertThat(completion.wrId()).isEqualTo(5);
        assertThat(completion.succeeded()).isTrue();
        assertThat(remote.bytes()).isEqualTo(local.bytes());
    }

    @Test
    void sendsAreRefusedBeforeTheQueuePairIsReadyToSend() {
        final ConnectedPair pair = unconnected(spec());
        final QueuePair own = pair.initiator().queuePair();
        final Buffer local = pair.initiator().buffer(8).fill(1);
        final Buffer remote = pair.target().buffer(8);

        assertThat(pair.initiator().write(1, local, remote)).isEqualTo(Errno.EINVAL);
        own.toInit(1, Access.ALL);
        assertThat(pair.initiator().write(2, local, remote)).isEqualTo(Errno.EINVAL);
        receive(pair);
        assertThat(pair.initiator().write(3, local, remote)).isEqualTo(Errno.EINVAL);

        assertThat(remote.isUntouched()).isTrue();
    }

    @Test
    void receivesPostedFromInitOnAreThereWhenThePeerSends() {
        final ConnectedPair pair = unconnected(spec());
        final Buffer remote = pair.target().buffer(8);
        pair.target().queuePair().toInit(1, Access.ALL);
        assertThat(pair.target().receive(1, remote)).isZero();
        pair.target().readyToReceive(pair.target().queuePair(), pair.initiator(), pair.initiator().queuePair(), 100);
        assertThat(pair.target().receive(2, remote)).isZero();
        pair.initiator().connect(pair.initiator().queuePair(), pair.target(), pair.target().queuePair(), 100, 200);
        final Buffer local = pair.initiator().buffer(8).fill(1);

        pair.initiator().send(3, local);

        assertThat(pair.sent().succeeded()).isTrue(); // a target in RTR answers
        assertThat(pair.received().wrId()).isEqualTo(1);
        assertThat(remote.bytes()).isEqualTo(local.bytes());
    }

    @Test
    void theStepToErrorFlushesSendsAndReceivesInTheOrderOfTheirPosting() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(8);
        for (int i = 0; i < 5; i++) {
            pair.initiator().receive(100 + i, local);
        }
        for (int i = 0; i < 5; i++) {
            pair.initiator().send(i, local); // waits: nothing is posted at the target
        }

        pair.initiator().queuePair().toError();

        final List<Completion> sends = pair.sent(5);
        assertThat(sends).extracting(Completion::wrId).containsExactlyElementsOf(range(0, 5));
        assertThat(sends).extracting(Completion::status).containsOnly(WcStatus.WR_FLUSH_ERR);
        Await.until(() -> {
            pair.pump();
            return pair.initiator().receives().size() == 5;
        }, () -> "receives flushed: " + pair.initiator().receives());
        assertThat(pair.initiator().receives()).extracting(Completion::wrId)
                .containsExactlyElementsOf(range(100, 105));
        assertThat(pair.initiator().receives()).extracting(Completion::status).containsOnly(WcStatus.WR_FLUSH_ERR);
    }

    @Test
    void whatIsBehindAFailureIsFlushedInOrderAndUnsignaledRequestsToo() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(8).fill(1);
        final Buffer remote = pair.target().buffer(8);
        final WorkRequests chain = WorkRequests.allocate(5, 1);
        chain.addWrite(0, local.address(), local.lkey(), 8, remote.address(), remote.rkey(), SendFlags.SIGNALED);
        chain.addWrite(1, local.address(), local.lkey(), 8, remote.address(), ~remote.rkey(), 0);
        chain.addWrite(2, local.address(), local.lkey(), 8, remote.address(), remote.rkey(), SendFlags.SIGNALED);
        chain.addWrite(3, local.address(), local.lkey(), 8, remote.address(), remote.rkey(), 0);
        chain.addWrite(4, local.address(), local.lkey(), 8, remote.address(), remote.rkey(), SendFlags.SIGNALED);

        assertThat(pair.initiator().queuePair().postSend(chain)).isZero();

        final List<Completion> sends = pair.sent(5);
        assertThat(sends).extracting(Completion::wrId).containsExactlyElementsOf(range(0, 5));
        assertThat(sends).extracting(Completion::status).containsExactly(WcStatus.SUCCESS, WcStatus.REM_ACCESS_ERR,
                WcStatus.WR_FLUSH_ERR, WcStatus.WR_FLUSH_ERR, WcStatus.WR_FLUSH_ERR);
    }

    @Test
    void aFailureFlushesTheReceivesOfBothEnds() {
        final ConnectedPair pair = connected();
        pair.initiator().receive(1, pair.initiator().buffer(8));
        pair.target().receive(2, pair.target().buffer(8));
        final Buffer remote = pair.target().buffer(8);
        final Buffer local = pair.initiator().buffer(8);
        final WorkRequests one = WorkRequests.allocate(1, 1);
        one.addWrite(3, local.address(), local.lkey(), 8, remote.address(), ~remote.rkey(), SendFlags.SIGNALED);

        assertThat(pair.initiator().queuePair().postSend(one)).isZero();

        assertThat(pair.received().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
        Await.until(() -> {
            pair.pump();
            return !pair.initiator().receives().isEmpty();
        }, () -> "the initiator's receive is not flushed");
        assertThat(pair.initiator().receives().getFirst().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
    }

    @Test
    void sendsPostedInTheErrorStateAreFlushed() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(8).fill(1);
        final Buffer remote = pair.target().buffer(8);
        pair.initiator().queuePair().toError();

        assertThat(pair.initiator().write(9, local, remote)).isZero();

        final Completion completion = pair.sent();
        assertThat(completion.wrId()).isEqualTo(9);
        assertThat(completion.status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
        assertThat(remote.isUntouched()).isTrue();
    }

    @Test
    void aResetDropsOutstandingWorkAndEmptiesBothQueues() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(8);
        final QueuePairCapacity capacity = pair.initiator().queuePair().capacity();
        for (int i = 0; i < capacity.maxSendWr(); i++) {
            assertThat(pair.initiator().send(1, local)).isZero(); // waits: nothing is posted at the target
        }
        for (int i = 0; i < capacity.maxRecvWr(); i++) {
            assertThat(pair.initiator().receive(2, local)).isZero();
        }

        pair.initiator().queuePair().toReset();
        pair.target().queuePair().toReset();
        pair.connect();
        assertThat(pair.initiator().write(3, local, pair.target().buffer(8))).isZero();
        assertThat(pair.initiator().receive(4, local)).isZero();

        assertThat(pair.sent().wrId()).isEqualTo(3);
        assertThat(pair.initiator().receives()).isEmpty();
    }

    private static void receive(final ConnectedPair pair) {
        pair.initiator().readyToReceive(pair.initiator().queuePair(), pair.target(), pair.target().queuePair(), 1);
    }

    private static void refused(final QueuePair queuePair, final QpState state, final Runnable step) {
        assertThatThrownBy(step::run).isInstanceOfSatisfying(VerbsException.class,
                e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
        assertThat(queuePair.state()).isEqualTo(state);
    }

    private static List<Long> range(final long from, final long to) {
        return LongStream.range(from, to).boxed().toList();
    }
}
