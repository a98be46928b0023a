package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.Access;
import io.sluice.verbs.Buffer;
import io.sluice.verbs.Completion;
import io.sluice.verbs.ConnectedPair;
import io.sluice.verbs.QpState;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.RnrTimer;
import io.sluice.verbs.WcStatus;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Receivers that are not ready and peers that do not answer, on a clock that only the test moves. */
class WaitingTest {
    /** Of minRnrTimer 1, which the fixture asks for. */
    private static final long RNR_NS = RnrTimer.nanos(1);

    private final ManualClock clock = new ManualClock();
    private final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().clock(clock).build());
    private ConnectedPair pair;
    private Buffer local;
    private Buffer remote;

    @AfterEach
    void close() {
        pair.close();
        assertThat(device.liveObjects()).isZero();
    }

    @Test
    void aSendWaitsForTheReceiversTimeBeforeItTriesAgain() {
        open(spec -> spec);
        pair.initiator().send(1, local);
        pair.target().receive(2, remote);

        clock.advance(RNR_NS - 1);
        pair.pump();
        assertThat(pair.initiator().sends()).isEmpty();
        clock.advance(1);

        assertThat(pair.sent().succeeded()).isTrue();
        assertThat(remote.bytes()).isEqualTo(local.bytes());
    }

    @Test
    void aSendTriesAsOftenAsItsRetriesSayAndOnceMore() {
        open(spec -> spec.rnrRetry(3));
        pair.initiator().send(1, local);

        for (int retry = 1; retry <= 3; retry++) {
            pair.pump();
            assertThat(pair.initiator().sends()).as("after try " + retry).isEmpty();
            clock.advance(RNR_NS);
        }

        assertThat(pair.sent().status()).isEqualTo(WcStatus.RNR_RETRY_EXC_ERR);
    }

    @Test
    void retriesAreCountedForEachRequestAnew() {
        open(spec -> spec.rnrRetry(1));
        for (int i = 0; i < 3; i++) {
            pair.initiator().send(i, local);
            pair.target().receive(i, remote);
            clock.advance(RNR_NS);
            assertThat(pair.sent().succeeded()).isTrue();
        }
    }

    @Test
    void aSendTriesForEverWhereItsRetriesSaySo() {
        open(spec -> spec);
        pair.initiator().send(1, local);
        for (int i = 0; i < 1_000; i++) {
            clock.advance(RNR_NS);
            pair.pump();
        }
        assertThat(pair.initiator().sends()).isEmpty();
    }

    @Test
    void aPeerInErrorDoesNotAnswer() {
        open(spec -> spec);
        pair.target().queuePair().toError();
        unanswered();
    }

    @Test
    void aDestroyedPeerDoesNotAnswer() {
        open(spec -> spec);
        pair.target().queuePair().close();
        unanswered();
    }

    @Test
    void aPeerThatWasNeverConnectedDoesNotAnswer() {
        openUnconnected();
        final QueuePair own = pair.initiator().queuePair();
        own.toInit(1, Access.ALL);
        pair.initiator().readyToReceive(own, pair.target(), pair.target().queuePair(), 1);
        own.toReadyToSend(pair.initiator().rts(1));
        unanswered();
    }

    @Test
    void aPeerConnectedToSomeoneElseDoesNotAnswer() {
        open(spec -> spec);
        final QueuePair stranger = pair.initiator().createQueuePair();
        try (stranger) {
            pair.target().queuePair().toReset();
            pair.connect(stranger, pair.target().queuePair());
            unanswered();
        }
    }

    @Test
    void aPeerThatAwaitsAnotherSequenceDoesNotAnswer() {
        openUnconnected();
        for (final boolean initiator : new boolean[]{ true, false }) {
            final var own = initiator ? pair.initiator() : pair.target();
            final var peer = initiator ? pair.target() : pair.initiator();
            own.queuePair().toInit(1, Access.ALL);
            own.readyToReceive(own.queuePair(), peer, peer.queuePair(), 5);
            own.queuePair().toReadyToSend(own.rts(6));
        }
        unanswered();
    }

    @Test
    void aPeerThatBecomesReadyInTimeAnswers() {
        openUnconnected();
        final QueuePair own = pair.initiator().queuePair();
        own.toInit(1, Access.ALL);
        pair.initiator().readyToReceive(own, pair.target(), pair.target().queuePair(), 1);
        own.toReadyToSend(pair.initiator().rts(7));
        pair.initiator().write(1, local, remote);
        clock.advance(pair.initiator().rts(7).retryTimeNs() - 1);
        pair.pump();

        pair.target().queuePair().toInit(1, Access.ALL);
        pair.target().readyToReceive(pair.target().queuePair(), pair.initiator(), own, 7);

        assertThat(pair.sent().succeeded()).isTrue();
        assertThat(remote.bytes()).isEqualTo(local.bytes());
    }

    @Test
    void ackTimeoutZeroWaitsForEver() {
        open(spec -> spec.ackTimeout(0));
        pair.target().queuePair().toError();
        pair.initiator().write(1, local, remote);
        pair.pump();
        clock.advance(Long.MAX_VALUE / 2);
        pair.pump();
        assertThat(pair.initiator().sends()).isEmpty();
    }

    /** Not a moment before the retry time, and then for certain, with all that is behind. */
    private void unanswered() {
        pair.initiator().write(1, local, remote);
        pair.initiator().write(2, local, remote);
        final long retryTimeNs = pair.initiator().rts(0).retryTimeNs();
        assertThat(retryTimeNs).isEqualTo(8L * 4 * (4_096L << 14));
        pair.pump();
        clock.advance(retryTimeNs - 1);
        pair.pump();
        assertThat(pair.initiator().sends()).isEmpty();
        clock.advance(1);

        assertThat(pair.sent(2)).extracting(Completion::status).containsExactly(WcStatus.RETRY_EXC_ERR,
                WcStatus.WR_FLUSH_ERR);
        assertThat(pair.initiator().queuePair().state()).isEqualTo(QpState.ERR);
        assertThat(remote.isUntouched()).isTrue();
    }

    private void open(final UnaryOperator<ConnectedPair.Spec> change) {
        pair = change.apply(ConnectedPair.on(device)).connect();
        buffers();
    }

    private void openUnconnected() {
        pair = ConnectedPair.on(device).unconnected();
        buffers();
    }

    private void buffers() {
        local = pair.initiator().buffer(64).fill(1);
        remote = pair.target().buffer(64);
    }
}
