package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.QpState;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.soft.wire.Frame;
import io.sluice.verbs.soft.wire.Opening;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that fall silent, close, refuse or are not ready, at the level of bytes. */
@Timeout(120)
class BrokenPathTest {
    /** 131 us, four times, no retry: half a millisecond. */
    private static final int SHORT = 5;
    private static final int MANY = 512;

    private final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().build());

    @AfterEach
    void nothingIsLeft() {
        assertThat(device.liveObjects()).isZero();
    }

    @Test
    void aPeerThatNeverOpensDoesNotAnswer() {
        try (RawPeer peer = new RawPeer(device, SHORT, 0)) {
            peer.post(3, 8);
            unanswered(peer, 3);
        }
    }

    @Test
    void aPeerThatTakesRequestsAndNeverAcknowledgesDoesNotAnswer() {
        try (RawPeer peer = new RawPeer(device, SHORT, 0)) {
            peer.send(peer.opening());
            peer.post(3, 8);
            unanswered(peer, 3);
        }
    }

    @Test
    void aPeerThatReadsNothingMoreThanItsSystemTakesDoesNotAnswer() {
        try (RawPeer peer = new RawPeer(device, SHORT, 0)) {
            peer.send(peer.opening());
            peer.post(MANY, RawPeer.REGION); // more than the socket takes
            unanswered(peer, MANY);
        }
    }

    @Test
    void withoutAnAckTimeoutASilentPeerIsWaitedForUntilItCloses() throws IOException {
        try (RawPeer peer = new RawPeer(device, 0, 0)) {
            peer.send(peer.opening());
            peer.post(2, 8);
            peer.receive(Opening.SIZE + 3 * Frame.SIZE + 16);
            assertThat(peer.queuePair.state()).isEqualTo(QpState.RTS);
            peer.socket.close();
            unanswered(peer, 2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 31, 32, 33, 63, 64, 65, 100, 4096, 100_000, 2_000_000 })
    void aPeerThatClosesAtAnyByteEndsWhatIsOutstandingAtOnce(final int bytes) throws IOException {
        try (RawPeer peer = new RawPeer(device, 31, 7)) { // a retry time of hours
            peer.send(peer.opening());
            peer.post(MANY, RawPeer.REGION);
            peer.receive(bytes);
            peer.socket.close();
            unanswered(peer, MANY);
        }
    }

    @Test
    void whatWasAcknowledgedBeforeTheEndHasSucceeded() throws IOException {
        try (RawPeer peer = new RawPeer(device)) {
            peer.send(peer.opening());
            peer.post(4, 8);
            peer.receive(Opening.SIZE + 5 * Frame.SIZE + 4 * 8);
            peer.send(peer.frame(Frame.ACK, 0, RawPeer.PSN + 2));
            peer.socket.close();

            assertThat(peer.sent(4)).containsExactly(WcStatus.SUCCESS, WcStatus.SUCCESS, WcStatus.RETRY_EXC_ERR,
                    WcStatus.WR_FLUSH_ERR);
        }
    }

    @Test
    void aDeadPathFailsTheNextRequestToo() throws IOException {
        try (RawPeer peer = new RawPeer(device)) {
            peer.send(peer.opening());
            peer.socket.shutdownOutput();
            peer.awaitEnd();
            peer.post(2, 8);
            unanswered(peer, 2);
        }
    }

    @Test
    void aRefusalFailsItsRequestAndClosesTheSocket() {
        try (RawPeer peer = new RawPeer(device)) {
            peer.send(peer.opening());
            peer.post(4, 8);
            peer.receive(Opening.SIZE + 5 * Frame.SIZE + 4 * 8);
            peer.send(peer.frame(Frame.REFUSED, WcStatus.REM_ACCESS_ERR, RawPeer.PSN + 1));

            assertThat(peer.sent(4)).containsExactly(WcStatus.SUCCESS, WcStatus.REM_ACCESS_ERR,
                    WcStatus.WR_FLUSH_ERR, WcStatus.WR_FLUSH_ERR);
            peer.awaitEnd();
        }
    }

    @Test
    void thePeerHearsWhyItWasRefusedAlsoWhereTheQueuePairIsDestroyedAtOnce() {
        final byte[] heard;
        try (RawPeer peer = new RawPeer(device)) {
            peer.send(peer.opening());
            peer.send(peer.frame(Frame.START, 0, RawPeer.PSN));
            peer.send(peer.frame(Frame.WRITE, 0, RawPeer.PSN, 1234, 0x1000, 4, 0, new byte[4]));
            peer.send(new byte[100_000]); // what is behind it does not matter any more
            assertThat(peer.received(1)).containsExactly(WcStatus.WR_FLUSH_ERR);
            peer.queuePair.close();
            heard = peer.receive(Opening.SIZE + 2 * Frame.SIZE);
        }
        final ByteBuffer frame = ByteBuffer.wrap(heard).order(ByteOrder.LITTLE_ENDIAN);
        final int at = heard.length - Frame.SIZE;
        assertThat(Frame.type(frame, at)).isEqualTo(Frame.REFUSED);
        assertThat(Frame.code(frame, at)).isEqualTo(WcStatus.REM_ACCESS_ERR);
        assertThat(Frame.sequence(frame, at)).isEqualTo(RawPeer.PSN);
    }

    @Test
    void aRequestComesAgainFromTheOneThatFoundNoReceive() {
        try (RawPeer peer = new RawPeer(device)) {
            peer.send(peer.opening());
            peer.postSends(3);
            final byte[] first = peer.receive(Opening.SIZE + 4 * Frame.SIZE + 3 * 8);
            peer.send(peer.frame(Frame.NOT_READY, 1, RawPeer.PSN + 1));

            final ByteBuffer again = ByteBuffer.wrap(peer.receive(2 * Frame.SIZE + 2 * 8))
                    .order(ByteOrder.LITTLE_ENDIAN);
            assertThat(first).hasSize(Opening.SIZE + 4 * Frame.SIZE + 3 * 8);
            assertThat(Frame.type(again, 0)).isEqualTo(Frame.SEND);
            assertThat(Frame.sequence(again, 0)).isEqualTo(RawPeer.PSN + 1);
            assertThat(Frame.sequence(again, Frame.SIZE)).isEqualTo(RawPeer.PSN + 2);
            peer.send(peer.frame(Frame.ACK, 0, RawPeer.PSN + 3));
            assertThat(peer.sent(3)).containsOnly(WcStatus.SUCCESS);
        }
    }

    private static void unanswered(final RawPeer peer, final int count) {
        final List<Integer> statuses = peer.sent(count);
        assertThat(statuses).first().isEqualTo(WcStatus.RETRY_EXC_ERR);
        assertThat(statuses.subList(1, count)).isEqualTo(Collections.nCopies(count - 1, WcStatus.WR_FLUSH_ERR));
        assertThat(peer.queuePair.state()).isEqualTo(QpState.ERR);
        peer.awaitEnd();
    }
}
