package io.sluice.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** READ and WRITE: what arrives where, and what the completion says. */
abstract class OneSidedContract extends DeviceContract {
    private static final int KIB = 1024;
    private static final int MIB = 1024 * KIB;

    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 7, 8, 9, 4095, 4096, 4097, 65_536, MIB, MIB + 1, 3 * MIB + 5 })
    void aWritePlacesItsBytesAtThePeerAndNoneBesides(final int length) {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(length).fill(length);
        final Buffer remote = pair.target().buffer(length + 2L);
        final WorkRequests one = WorkRequests.allocate(1, 1);
        one.addWrite(77, local.address(), local.lkey(), length, remote.address(1), remote.rkey(), SendFlags.SIGNALED);

        assertThat(pair.initiator().queuePair().postSend(one)).isZero();

        final Completion completion = pair.sent();
        assertThat(completion.status()).as(completion.toString()).isEqualTo(WcStatus.SUCCESS);
        assertThat(completion.wrId()).isEqualTo(77);
        assertThat(completion.opcode()).isEqualTo(WcOpcode.RDMA_WRITE);
        assertThat(completion.qpNumber()).isEqualTo(pair.initiator().queuePair().number());
        assertThat(remote.bytes(1, length)).isEqualTo(local.bytes());
        assertThat(remote.bytes(0, 1)).containsExactly(0);
        assertThat(remote.bytes(length + 1L, 1)).containsExactly(0);
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 7, 8, 9, 4095, 4096, 4097, 65_536, MIB, MIB + 1, 3 * MIB + 5 })
    void aReadPlacesThePeersBytesHereAndNoneBesides(final int length) {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(length + 2L);
        final Buffer remote = pair.target().buffer(length).fill(length);
        final WorkRequests one = WorkRequests.allocate(1, 1);
        one.addRead(78, local.address(1), local.lkey(), length, remote.address(), remote.rkey(), SendFlags.SIGNALED);

        assertThat(pair.initiator().queuePair().postSend(one)).isZero();

        final Completion completion = pair.sent();
        assertThat(completion.status()).as(completion.toString()).isEqualTo(WcStatus.SUCCESS);
        assertThat(completion.wrId()).isEqualTo(78);
        assertThat(completion.opcode()).isEqualTo(WcOpcode.RDMA_READ);
        assertThat(completion.bytes()).isEqualTo(length);
        assertThat(local.bytes(1, length)).isEqualTo(remote.bytes());
        assertThat(local.bytes(0, 1)).containsExactly(0);
        assertThat(local.bytes(length + 1L, 1)).containsExactly(0);
    }

    @Test
    void bothEndsOfAConnectionCanStartTransfers() {
        final ConnectedPair pair = connected();
        final Buffer here = pair.initiator().buffer(KIB).fill(1);
        final Buffer there = pair.target().buffer(KIB);
        final Buffer back = pair.target().buffer(KIB).fill(2);
        final Buffer home = pair.initiator().buffer(KIB);

        pair.initiator().write(1, here, there);
        pair.target().write(2, back, home);

        assertThat(pair.sent().succeeded()).isTrue();
        Await.until(() -> {
            pair.pump();
            return !pair.target().sends().isEmpty();
        }, () -> "the target's WRITE did not complete");
        assertThat(there.bytes()).isEqualTo(here.bytes());
        assertThat(home.bytes()).isEqualTo(back.bytes());
    }

    @Test
    void endsOfOneContextConnectAsEndsOfTwoDo() {
        final ConnectedPair pair = connected(spec().oneContext());
        final Buffer local = pair.initiator().buffer(KIB).fill(3);
        final Buffer remote = pair.target().buffer(KIB);

        pair.initiator().write(1, local, remote);

        assertThat(pair.sent().succeeded()).isTrue();
        assertThat(remote.bytes()).isEqualTo(local.bytes());
    }

    @Test
    void aWriteGathersAllItsEntriesInOrder() {
        final ConnectedPair pair = connected();
        final Buffer a = pair.initiator().buffer(100).fill(1);
        final Buffer b = pair.initiator().buffer(3000).fill(2);
        final Buffer remote = pair.target().buffer(2010);
        final WorkRequests one = WorkRequests.allocate(1, 3);
        one.addWrite(1, a.address(50), a.lkey(), 10, remote.address(), remote.rkey(), SendFlags.SIGNALED);
        one.addSge(b.address(7), b.lkey(), 1990);
        one.addSge(a.address(0), a.lkey(), 10);

        assertThat(pair.initiator().queuePair().postSend(one)).isZero();

        assertThat(pair.sent().succeeded()).isTrue();
        assertThat(remote.bytes(0, 10)).isEqualTo(a.bytes(50, 10));
        assertThat(remote.bytes(10, 1990)).isEqualTo(b.bytes(7, 1990));
        assertThat(remote.bytes(2000, 10)).isEqualTo(a.bytes(0, 10));
    }

    @Test
    void aReadScattersOverAllItsEntriesInOrder() {
        final ConnectedPair pair = connected();
        final Buffer a = pair.initiator().buffer(100);
        final Buffer b = pair.initiator().buffer(3000);
        final Buffer remote = pair.target().buffer(2010).fill(9);
        final WorkRequests one = WorkRequests.allocate(1, 3);
        one.addRead(1, a.address(50), a.lkey(), 10, remote.address(), remote.rkey(), SendFlags.SIGNALED);
        one.addSge(b.address(7), b.lkey(), 1990);
        one.addSge(a.address(0), a.lkey(), 10);

        assertThat(pair.initiator().queuePair().postSend(one)).isZero();

        final Completion completion = pair.sent();
        assertThat(completion.succeeded()).isTrue();
        assertThat(completion.bytes()).isEqualTo(2010);
        assertThat(a.bytes(50, 10)).isEqualTo(remote.bytes(0, 10));
        assertThat(b.bytes(7, 1990)).isEqualTo(remote.bytes(10, 1990));
        assertThat(a.bytes(0, 10)).isEqualTo(remote.bytes(2000, 10));
        assertThat(a.bytes(10, 40)).containsOnly(0);
    }

    @Test
    void anInlineWriteTakesItsBytesAtPostAndNeedsNoKey() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(64).fill(4);
        final byte[] before = local.bytes();
        final Buffer remote = pair.target().buffer(64);
        final WorkRequests one = WorkRequests.allocate(1, 1);
        one.addWrite(1, local.address(), 0, 64, remote.address(), remote.rkey(),
                SendFlags.SIGNALED | SendFlags.INLINE);

        assertThat(pair.initiator().queuePair().postSend(one)).isZero();
        local.memory().fill((byte) 0);

        assertThat(pair.sent().succeeded()).isTrue();
        assertThat(remote.bytes()).isEqualTo(before);
    }

    @Test
    void moreInlineThanGrantedIsRefusedAtPost() {
        final ConnectedPair pair = connected();
        final int most = pair.initiator().queuePair().capacity().maxInlineData();
        final Buffer local = pair.initiator().buffer(most + 1L).fill(4);
        final Buffer remote = pair.target().buffer(most + 1L);
        final WorkRequests one = WorkRequests.allocate(1, 1);
        one.addWrite(1, local.address(), local.lkey(), most + 1, remote.address(), remote.rkey(),
                SendFlags.SIGNALED | SendFlags.INLINE);

        assertThat(pair.initiator().queuePair().postSend(one)).isNotZero();

        assertThat(one.firstRefused()).isZero();
        pair.pump();
        assertThat(pair.initiator().sends()).isEmpty();
        assertThat(remote.isUntouched()).isTrue();
    }

    @Test
    void anUnsignaledWriteIsPlacedWithoutACompletion() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(16).fill(5);
        final Buffer remote = pair.target().buffer(16);
        final WorkRequests two = WorkRequests.allocate(2, 1);
        two.addWrite(1, local.address(), local.lkey(), 8, remote.address(), remote.rkey(), 0);
        two.addWrite(2, local.address(8), local.lkey(), 8, remote.address(8), remote.rkey(), SendFlags.SIGNALED);

        assertThat(pair.initiator().queuePair().postSend(two)).isZero();

        assertThat(pair.sent().wrId()).isEqualTo(2);
        assertThat(remote.bytes()).isEqualTo(local.bytes());
        pair.pump();
        assertThat(pair.initiator().sends()).isEmpty();
    }

    @Test
    void zeroLengthTransfersSucceedAndTouchNothingWhateverTheKey() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(16);
        final Buffer remote = pair.target().buffer(16);
        final WorkRequests two = WorkRequests.allocate(2, 1);
        two.addWrite(1, local.address(), local.lkey(), 0, remote.address(), remote.rkey(), SendFlags.SIGNALED);
        two.addRead(2, local.address(), local.lkey(), 0, remote.address(), ~remote.rkey(), SendFlags.SIGNALED);

        assertThat(pair.initiator().queuePair().postSend(two)).isZero();

        assertThat(pair.sent(2)).extracting(Completion::status).containsOnly(WcStatus.SUCCESS);
        assertThat(local.isUntouched()).isTrue();
        assertThat(remote.isUntouched()).isTrue();
    }

    @Test
    void theLargestMessagePassesWholeAndOneByteMoreIsWholeOrAnError() {
        final ConnectedPair pair = connected();
        final long most = pair.initiator().context().port(1).maxMessageSize();
        Assumptions.assumeTrue(most <= 64 * MIB, "a message of " + most + " bytes takes too long here");
        final Buffer local = pair.initiator().buffer(most + 1).fill(6);
        final Buffer remote = pair.target().buffer(most + 1);
        final WorkRequests one = WorkRequests.allocate(1, 1);
        one.addWrite(1, local.address(), local.lkey(), (int) most, remote.address(), remote.rkey(),
                SendFlags.SIGNALED);
        assertThat(pair.initiator().queuePair().postSend(one)).isZero();
        assertThat(pair.sent().succeeded()).isTrue();
        assertThat(remote.bytes(0, most)).isEqualTo(local.bytes(0, most));
        remote.memory().fill((byte) 0);

        if (pair.initiator().write(2, local, remote) == 0) {
            final Completion completion = pair.sent();
            assertThat(completion.succeeded() ? remote.bytes() : local.bytes()).isEqualTo(local.bytes());
            assertThat(pair.initiator().queuePair().state())
                    .isEqualTo(completion.succeeded() ? QpState.RTS : QpState.ERR);
        }
    }
}
