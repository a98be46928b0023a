package io.sluice.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SEND, RECV and immediate data. */
abstract class TwoSidedContract extends DeviceContract {

    @ParameterizedTest
    @ValueSource(ints = { 1, 8, 4097, 65_536, (1 << 20) + 1 })
    void aSendFillsTheReceivePostedForIt(final int length) {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(length).fill(length);
        final Buffer remote = pair.target().buffer(length + 1L);
        assertThat(pair.target().receive(5, remote)).isZero();

        assertThat(pair.initiator().send(6, local)).isZero();

        final Completion sent = pair.sent();
        assertThat(sent.status()).as(sent.toString()).isEqualTo(WcStatus.SUCCESS);
        assertThat(sent.opcode()).isEqualTo(WcOpcode.SEND);
        final Completion received = pair.received();
        assertThat(received.status()).as(received.toString()).isEqualTo(WcStatus.SUCCESS);
        assertThat(received.wrId()).isEqualTo(5);
        assertThat(received.opcode()).isEqualTo(WcOpcode.RECV);
        assertThat(received.bytes()).isEqualTo(length);
        assertThat(received.immediate()).isNull();
        assertThat(received.qpNumber()).isEqualTo(pair.target().queuePair().number());
        assertThat(remote.bytes(0, length)).isEqualTo(local.bytes());
        assertThat(remote.bytes(length, 1)).containsExactly(0);
    }

    @Test
    void sendsMeetReceivesInTheOrderInWhichBothWerePosted() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(8).fill(1);
        final Buffer remote = pair.target().buffer(8);
        final ReceiveRequests receives = ReceiveRequests.allocate(8, 1);
        final WorkRequests sends = WorkRequests.allocate(8, 1);
        for (int i = 0; i < 8; i++) {
            receives.add(100 + i, remote.address(i), remote.lkey(), 1);
            sends.addSend(200 + i, local.address(i), local.lkey(), 1, SendFlags.SIGNALED);
        }
        assertThat(pair.target().queuePair().postReceive(receives)).isZero();
        receives.clear();

        assertThat(pair.initiator().queuePair().postSend(sends)).isZero();

        assertThat(pair.sent(8)).extracting(Completion::wrId)
                .containsExactly(200L, 201L, 202L, 203L, 204L, 205L, 206L, 207L);
        assertThat(pair.received(8)).extracting(Completion::wrId)
                .containsExactly(100L, 101L, 102L, 103L, 104L, 105L, 106L, 107L);
        assertThat(remote.bytes()).isEqualTo(local.bytes());
    }

    @Test
    void entriesOfSenderAndReceiverNeedNotMatch() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(100).fill(1);
        final Buffer remote = pair.target().buffer(100);
        final ReceiveRequests receive = ReceiveRequests.allocate(1, 3);
        receive.add(1, remote.address(), remote.lkey(), 7);
        receive.addSge(remote.address(20), remote.lkey(), 50);
        receive.addSge(remote.address(80), remote.lkey(), 20);
        pair.target().queuePair().postReceive(receive);
        final WorkRequests send = WorkRequests.allocate(1, 2);
        send.addSend(2, local.address(), local.lkey(), 30, SendFlags.SIGNALED);
        send.addSge(local.address(60), local.lkey(), 33);

        assertThat(pair.initiator().queuePair().postSend(send)).isZero();

        assertThat(pair.sent().succeeded()).isTrue();
        assertThat(pair.received().bytes()).isEqualTo(63);
        assertThat(remote.bytes(0, 7)).isEqualTo(local.bytes(0, 7));
        assertThat(remote.bytes(7, 13)).containsOnly(0);
        assertThat(remote.bytes(20, 23)).isEqualTo(local.bytes(7, 23));
        assertThat(remote.bytes(43, 27)).isEqualTo(local.bytes(60, 27));
        assertThat(remote.bytes(80, 6)).isEqualTo(local.bytes(87, 6));
        assertThat(remote.bytes(86, 14)).containsOnly(0);
    }

    @Test
    void immediateDataOfASendArrivesUnchanged() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(4).fill(1);
        final Buffer remote = pair.target().buffer(4);
        pair.target().receive(1, remote);
        final WorkRequests send = WorkRequests.allocate(1, 1);
        send.addSend(2, local.address(), local.lkey(), 4, SendFlags.SIGNALED);
        send.withImmediate(0x8102_0304);

        assertThat(pair.initiator().queuePair().postSend(send)).isZero();

        assertThat(pair.sent().opcode()).isEqualTo(WcOpcode.SEND);
        final Completion received = pair.received();
        assertThat(received.immediate()).isEqualTo(0x8102_0304);
        assertThat(received.opcode()).isEqualTo(WcOpcode.RECV);
        assertThat(remote.bytes()).isEqualTo(local.bytes());
    }

    @Test
    void aWriteWithImmediateTakesAReceiveButPlacesItsDataByAddress() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(5000).fill(1);
        final Buffer remote = pair.target().buffer(5000);
        final Buffer unused = pair.target().buffer(16);
        pair.target().receive(9, unused);
        final WorkRequests write = WorkRequests.allocate(1, 1);
        write.addWrite(2, local.address(), local.lkey(), 5000, remote.address(), remote.rkey(), SendFlags.SIGNALED);
        write.withImmediate(-1);

        assertThat(pair.initiator().queuePair().postSend(write)).isZero();

        assertThat(pair.sent().opcode()).isEqualTo(WcOpcode.RDMA_WRITE);
        final Completion received = pair.received();
        assertThat(received.status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(received.wrId()).isEqualTo(9);
        assertThat(received.opcode()).isEqualTo(WcOpcode.RECV_RDMA_WITH_IMM);
        assertThat(received.immediate()).isEqualTo(-1);
        assertThat(received.bytes()).isEqualTo(5000);
        assertThat(remote.bytes()).isEqualTo(local.bytes());
        assertThat(unused.isUntouched()).isTrue();
    }

    @Test
    void messagesWithoutDataTakeReceivesWithoutMemory() {
        final ConnectedPair pair = connected();
        final ReceiveRequests receives = ReceiveRequests.allocate(2, 1);
        receives.add(1, 0, 0, 0);
        receives.add(2, 0, 0, 0);
        assertThat(pair.target().queuePair().postReceive(receives)).isZero();
        final WorkRequests chain = WorkRequests.allocate(2, 1);
        chain.addSend(3, 0, 0, 0, SendFlags.SIGNALED);
        chain.addWrite(4, 0, 0, 0, 0, 0, SendFlags.SIGNALED);
        chain.withImmediate(42);

        assertThat(pair.initiator().queuePair().postSend(chain)).isZero();

        assertThat(pair.sent(2)).extracting(Completion::status).containsOnly(WcStatus.SUCCESS);
        final List<Completion> received = pair.received(2);
        assertThat(received).extracting(Completion::bytes).containsExactly(0, 0);
        assertThat(received).extracting(Completion::immediate).containsExactly(null, 42);
    }

    @Test
    void anInlineSendTakesItsBytesAtPost() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(32).fill(4);
        final byte[] before = local.bytes();
        final Buffer remote = pair.target().buffer(32);
        final WorkRequests one = WorkRequests.allocate(1, 2);
        one.addSend(1, local.address(), 0, 20, SendFlags.SIGNALED | SendFlags.INLINE);
        one.addSge(local.address(20), 0, 12);
        assertThat(pair.initiator().queuePair().postSend(one)).isZero(); // nothing is posted to receive it yet
        local.memory().fill((byte) 0);
        one.clear();

        pair.target().receive(1, remote);

        assertThat(pair.sent().succeeded()).isTrue();
        assertThat(pair.received().bytes()).isEqualTo(32);
        assertThat(remote.bytes()).isEqualTo(before);
    }

    @Test
    void aMessageLongerThanItsReceiveFailsBothEnds() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(17).fill(4);
        final Buffer remote = pair.target().buffer(32);
        final ReceiveRequests receive = ReceiveRequests.allocate(1, 1);
        receive.add(1, remote.address(), remote.lkey(), 16);
        pair.target().queuePair().postReceive(receive);

        pair.initiator().send(2, local);

        // The specification's status, or Soft-RoCE's.
        assertThat(pair.sent().status()).isIn(WcStatus.REM_INV_REQ_ERR, WcStatus.REM_OP_ERR);
        assertThat(pair.received().status()).isIn(WcStatus.LOC_LEN_ERR, WcStatus.REM_INV_REQ_ERR,
                WcStatus.LOC_QP_OP_ERR);
        assertThat(remote.bytes(16, 16)).containsOnly(0);
        bothInError(pair);
    }

    @Test
    void aReceiveWithABadKeyFailsBothEnds() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(16).fill(4);
        final Buffer remote = pair.target().buffer(16);
        final ReceiveRequests receive = ReceiveRequests.allocate(1, 1);
        receive.add(1, remote.address(), ~remote.lkey(), 16);
        pair.target().queuePair().postReceive(receive);

        pair.initiator().send(2, local);

        assertThat(pair.sent().status()).isEqualTo(WcStatus.REM_OP_ERR);
        assertThat(pair.received().status()).isIn(WcStatus.LOC_PROT_ERR, WcStatus.LOC_QP_OP_ERR);
        assertThat(remote.isUntouched()).isTrue();
        bothInError(pair);
    }

    @Test
    void aReceiveIntoMemoryThatMayNotBeWrittenFailsBothEnds() {
        final ConnectedPair pair = connected();
        final Buffer remote = pair.target().buffer(16, Access.REMOTE_READ);
        pair.target().receive(1, remote);

        pair.initiator().send(2, pair.initiator().buffer(16).fill(4));

        assertThat(pair.sent().status()).isEqualTo(WcStatus.REM_OP_ERR);
        assertThat(pair.received().status()).isIn(WcStatus.LOC_PROT_ERR, WcStatus.LOC_QP_OP_ERR);
        assertThat(remote.isUntouched()).isTrue();
        bothInError(pair);
    }

    @Test
    void aReceiveThatReachesPastItsRegionFailsBothEnds() {
        final ConnectedPair pair = connected();
        final Buffer remote = pair.target().buffer(16);
        final ReceiveRequests receive = ReceiveRequests.allocate(1, 1);
        receive.add(1, remote.address(1), remote.lkey(), 16);
        pair.target().queuePair().postReceive(receive);

        pair.initiator().send(2, pair.initiator().buffer(16).fill(4));

        assertThat(pair.sent().status()).isEqualTo(WcStatus.REM_OP_ERR);
        assertThat(pair.received().status()).isIn(WcStatus.LOC_PROT_ERR, WcStatus.LOC_QP_OP_ERR);
        bothInError(pair);
    }

    @Test
    void everyEntryOfAReceiveIsChecked() {
        final ConnectedPair pair = connected();
        final Buffer good = pair.target().buffer(16);
        final Buffer forbidden = pair.target().buffer(16, Access.REMOTE_READ);
        final ReceiveRequests receive = ReceiveRequests.allocate(1, 2);
        receive.add(1, good.address(), good.lkey(), 16);
        receive.addSge(forbidden.address(), forbidden.lkey(), 16);
        pair.target().queuePair().postReceive(receive);

        pair.initiator().send(2, pair.initiator().buffer(24).fill(4));

        assertThat(pair.sent().status()).isEqualTo(WcStatus.REM_OP_ERR);
        assertThat(forbidden.isUntouched()).isTrue();
        bothInError(pair);
    }

    private static void bothInError(final ConnectedPair pair) {
        Await.until(() -> pair.initiator().queuePair().state() == QpState.ERR
                && pair.target().queuePair().state() == QpState.ERR, () -> "a queue pair is not in ERR");
    }
}
