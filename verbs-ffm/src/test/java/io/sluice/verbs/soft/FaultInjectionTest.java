package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.verbs.Access;
import io.sluice.verbs.AsyncEvent;
import io.sluice.verbs.Buffer;
import io.sluice.verbs.Completion;
import io.sluice.verbs.ConnectedPair;
import io.sluice.verbs.Errno;
import io.sluice.verbs.QpState;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.VerbsException;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WorkRequests;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a plan brings about on a device; the initiator's queue pair is number 0 of its device, the target's number 1. */
class FaultInjectionTest {
    private final ManualClock clock = new ManualClock();
    private SoftDevice device;
    private ConnectedPair pair;
    private Buffer local;
    private Buffer remote;

    private void open(final FaultPlan.Builder plan) {
        device = SoftDevice.create(SoftDeviceConfig.builder().clock(clock).faultPlan(plan.build()).build());
        pair = ConnectedPair.on(device).connect();
        local = pair.initiator().buffer(64).fill(1);
        remote = pair.target().buffer(64);
    }

    @AfterEach
    void close() {
        pair.close();
        assertThat(device.liveObjects()).isZero();
    }

    @Test
    void theNthRequestFailsWithItsStatusPlacesNothingAndFlushesTheRest() {
        open(FaultPlan.builder(1).failNth(0, 2, WcStatus.REM_ACCESS_ERR));

        final List<Completion> completions = fourWrites();

        assertThat(completions).extracting(Completion::status).containsExactly(WcStatus.SUCCESS, WcStatus.SUCCESS,
                WcStatus.REM_ACCESS_ERR, WcStatus.WR_FLUSH_ERR);
        assertThat(remote.bytes(0, 16)).isEqualTo(local.bytes(0, 16));
        assertThat(remote.bytes(16, 48)).containsOnly(0);
        assertThat(pair.initiator().queuePair().state()).isEqualTo(QpState.ERR);
        assertThat(device.faultsInjected()).isEqualTo(1);
    }

    @Test
    void theNthPostIsRefusedWithAllBehindItAndGoesThroughTheNextTime() {
        open(FaultPlan.builder(1).refusePostNth(0, 1));
        final WorkRequests chain = WorkRequests.allocate(3, 1);
        for (int i = 0; i < 3; i++) {
            chain.addWrite(i, local.address(), local.lkey(), 8, remote.address(), remote.rkey(), SendFlags.SIGNALED);
        }

        assertThat(pair.initiator().queuePair().postSend(chain)).isEqualTo(Errno.ENOMEM);
        assertThat(chain.firstRefused()).isEqualTo(1);
        assertThat(pair.initiator().queuePair().postSend(chain)).isZero();
        assertThat(device.faultsInjected()).isEqualTo(1);
    }

    @Test
    void aKilledQueuePairRaisesItsEventAndFlushesFromThatRequestOn() {
        open(FaultPlan.builder(1).killNth(0, 1).failNth(0, 1, WcStatus.REM_OP_ERR));

        final List<Completion> completions = fourWrites();

        assertThat(completions).extracting(Completion::status).containsExactly(WcStatus.SUCCESS,
                WcStatus.WR_FLUSH_ERR, WcStatus.WR_FLUSH_ERR, WcStatus.WR_FLUSH_ERR);
        assertThat(remote.bytes(8, 56)).containsOnly(0);
        assertThat(pair.initiator().queuePair().state()).isEqualTo(QpState.ERR);
        assertThat(pair.initiator().context().pollAsyncEvent())
                .isEqualTo(new AsyncEvent(AsyncEvent.Type.QP_FATAL, pair.initiator().queuePair().number()));
        assertThat(pair.initiator().context().pollAsyncEvent()).isNull();
        assertThat(pair.target().context().pollAsyncEvent()).isNull();
    }

    @Test
    void aDelayHoldsBackWhatIsBehindItUntilItsTimeHasCome() {
        open(FaultPlan.builder(1).delayNth(0, 1, 5_000));
        post(pair.initiator().queuePair(), 4);

        assertThat(pair.sent().wrId()).isZero();
        clock.advance(4_999);
        pair.pump();
        assertThat(pair.initiator().sends()).isEmpty();
        assertThat(remote.bytes(8, 56)).containsOnly(0);
        clock.advance(1);

        assertThat(pair.sent(3)).extracting(Completion::wrId).containsExactly(1L, 2L, 3L);
        assertThat(remote.bytes(0, 32)).isEqualTo(local.bytes(0, 32));
    }

    @Test
    void anotherQueuePairOvertakesADelayedRequest() {
        open(FaultPlan.builder(1).delayNth(0, 0, 5_000));
        final QueuePair second = pair.initiator().createQueuePair();
        final QueuePair peerOfSecond = pair.target().createQueuePair();
        try (second; peerOfSecond) {
            pair.connect(second, peerOfSecond);
            post(pair.initiator().queuePair(), 1);
            post(second, 1);

            assertThat(pair.sent().qpNumber()).isEqualTo(second.number());
            clock.advance(5_000);
            assertThat(pair.sent().qpNumber()).isEqualTo(pair.initiator().queuePair().number());
        }
    }

    @Test
    void whatIsHeldBackIsFlushedInOrderByAnError() {
        open(FaultPlan.builder(1).delayNth(0, 1, Long.MAX_VALUE));
        post(pair.initiator().queuePair(), 4);
        assertThat(pair.sent().wrId()).isZero();

        pair.initiator().queuePair().toError();

        final List<Completion> flushed = pair.sent(3);
        assertThat(flushed).extracting(Completion::wrId).containsExactly(1L, 2L, 3L);
        assertThat(flushed).extracting(Completion::status).containsOnly(WcStatus.WR_FLUSH_ERR);
        assertThat(remote.bytes(8, 56)).containsOnly(0);
    }

    @Test
    void aDelayedRequestCanFailAfterwards() {
        open(FaultPlan.builder(1).delayNth(0, 0, 100).failNth(0, 0, WcStatus.FATAL_ERR));
        post(pair.initiator().queuePair(), 2);
        pair.pump();
        assertThat(pair.initiator().sends()).isEmpty();

        clock.advance(100);

        assertThat(pair.sent(2)).extracting(Completion::status).containsExactly(WcStatus.FATAL_ERR,
                WcStatus.WR_FLUSH_ERR);
        assertThat(remote.isUntouched()).isTrue();
    }

    @Test
    void theNthRegistrationIsRefusedAndTheNextIsNot() {
        open(FaultPlan.builder(1).refuseRegistration(2));

        assertThatThrownBy(() -> pair.initiator().domain().register(Arena.ofAuto().allocate(24), Access.ALL))
                .isInstanceOfSatisfying(VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM))
                .hasMessageContaining("24 bytes");

        pair.initiator().buffer(24);
        assertThat(device.faultsInjected()).isEqualTo(1);
    }

    @Test
    void randomFaultsAreTheSameHoweverTheRequestsAreChained() {
        final List<Integer> one = outcome(1);
        final List<Integer> four = outcome(4);
        assertThat(four).isEqualTo(one).contains(WcStatus.RETRY_EXC_ERR);
    }

    private List<Integer> outcome(final int chain) {
        if (pair != null) {
            pair.close();
        }
        open(FaultPlan.builder(99).fail(0.05, WcStatus.RETRY_EXC_ERR));
        final List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 200; i += chain) {
            post(pair.initiator().queuePair(), chain);
            pair.sent(chain).forEach(completion -> statuses.add(completion.status()));
        }
        return statuses;
    }

    private List<Completion> fourWrites() {
        post(pair.initiator().queuePair(), 4);
        return pair.sent(4);
    }

    private void post(final QueuePair queuePair, final int count) {
        final WorkRequests chain = WorkRequests.allocate(count, 1);
        for (int i = 0; i < count; i++) {
            chain.addWrite(i, local.address(i * 8L), local.lkey(), 8, remote.address(i * 8L), remote.rkey(),
                    SendFlags.SIGNALED);
        }
        assertThat(queuePair.postSend(chain)).isZero();
    }
}
