package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.QpState;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.soft.wire.Frame;
import io.sluice.verbs.soft.wire.Opening;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bytes from a socket, whatever they are, end no more than the connection of their queue pair: nothing is written but
 * what a key allows, all that was outstanding completes, and the threads of the device go on.
 */
@Timeout(120)
class HostilePeerTest {
    private final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().build());

    @AfterEach
    void theDeviceIsAsBefore() {
        aProperPeerIsServed();
        assertThat(device.liveObjects()).isZero();
    }

    @Test
    void everyTruncationEndsTheConnection() throws IOException {
        final int length = streamLength();
        for (int cut = 0; cut < length; cut++) {
            try (RawPeer peer = new RawPeer(device)) {
                peer.post(2, 8);
                assertThat(peer.send(Arrays.copyOf(stream(peer), cut))).isTrue();
                peer.socket.shutdownOutput();

                assertThat(peer.sent(2)).as("cut at " + cut).containsExactly(WcStatus.RETRY_EXC_ERR,
                        WcStatus.WR_FLUSH_ERR);
                peer.awaitEnd();
                assertThat(peer.isFenced()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 0x01, 0x80, 0xff })
    void everyChangedByteGivesAnotherValueOrAnErrorAndHarmsNothingElse(final int change) throws IOException {
        final int length = streamLength();
        for (int at = 0; at < length; at++) {
            try (RawPeer peer = new RawPeer(device)) {
                final byte[] bytes = stream(peer);
                bytes[at] ^= (byte) change;
                peer.send(bytes);
                peer.socket.shutdownOutput();

                peer.awaitEnd();
                assertThat(peer.isFenced()).as("byte " + at).isTrue();
                peer.post(1, 8);
                assertThat(peer.sent(1)).as("byte " + at).first().isIn(WcStatus.RETRY_EXC_ERR, WcStatus.WR_FLUSH_ERR);
            }
        }
    }

    @Test
    void randomBytesEndTheConnection() throws IOException {
        for (int seed = 0; seed < 200; seed++) {
            final Random random = new Random(seed);
            try (RawPeer peer = new RawPeer(device)) {
                final byte[] noise = new byte[random.nextInt(5000)];
                random.nextBytes(noise);
                if (random.nextBoolean()) { // noise behind a good beginning, too
                    peer.send(peer.opening());
                    peer.send(peer.frame(Frame.START, 0, RawPeer.PSN));
                }
                peer.send(noise);
                peer.socket.shutdownOutput();

                peer.awaitEnd();
                assertThat(peer.isFenced()).as("seed " + seed).isTrue();
                assertThat(peer.content()).as("seed " + seed).containsOnly(0);
            }
        }
    }

    @Test
    void randomFramesEndTheConnectionOrAreServed() throws IOException {
        for (int seed = 0; seed < 300; seed++) {
            final Random random = new Random(seed);
            try (RawPeer peer = new RawPeer(device)) {
                peer.post(4, 8);
                peer.send(peer.opening());
                peer.send(peer.frame(Frame.START, 0, RawPeer.PSN));
                for (int i = 0; i < 20; i++) {
                    peer.send(randomFrame(peer, random, i));
                }
                peer.socket.shutdownOutput();

                peer.awaitEnd();
                assertThat(peer.sent(4)).hasSize(4);
                assertThat(peer.isFenced()).as("seed " + seed).isTrue();
            }
        }
    }

    @Test
    void anAcknowledgementOfWhatWasNeverSentIsNotBelieved() {
        try (RawPeer peer = new RawPeer(device)) {
            peer.post(1, 8);
            peer.send(peer.opening());
            peer.receive(Opening.SIZE + 2 * Frame.SIZE + 8);
            peer.send(peer.frame(Frame.ACK, 0, RawPeer.PSN + 2));

            assertThat(peer.sent(1)).containsExactly(WcStatus.RETRY_EXC_ERR);
            assertThat(peer.queuePair.state()).isEqualTo(QpState.ERR);
        }
    }

    @Test
    void aSecondAnswerOrOneThatIsTooLongIsNotPlaced() {
        try (RawPeer peer = new RawPeer(device)) {
            peer.post(1, 8);
            peer.send(peer.opening());
            peer.receive(Opening.SIZE + 2 * Frame.SIZE + 8);
            peer.send(peer.frame(Frame.READ_DATA, 0, RawPeer.PSN, 0, 0, 0, 0, new byte[]{ 1, 2, 3, 4 }));

            assertThat(peer.sent(1)).containsExactly(WcStatus.RETRY_EXC_ERR);
            assertThat(peer.content()).containsOnly(0);
        }
    }

    @Test
    void aPeerOfAnotherVersionIsNamedInTheLogOnce() throws IOException {
        final PrintStream before = System.err;
        final ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try (RawPeer peer = new RawPeer(device)) {
            final byte[] opening = peer.opening();
            opening[8] = 2;
            peer.post(1, 8);
            peer.send(opening);
            peer.send(opening);
            assertThat(peer.sent(1)).containsExactly(WcStatus.RETRY_EXC_ERR);
            peer.awaitEnd();
            final String lines = log.toString(StandardCharsets.UTF_8);
            assertThat(lines.lines().filter(line -> line.contains("queue pair " + peer.queuePair.number())))
                    .singleElement()
                    .asString().contains("version 2").contains("version 1");
        } finally {
            System.setErr(before);
        }
    }

    @Test
    void httpIsNotSpokenHere() {
        try (RawPeer peer = new RawPeer(device)) {
            peer.post(1, 8);
            peer.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            assertThat(peer.sent(1)).containsExactly(WcStatus.RETRY_EXC_ERR);
        }
    }

    private void aProperPeerIsServed() {
        try (RawPeer peer = new RawPeer(device)) {
            peer.send(stream(peer));
            assertThat(peer.received(1)).containsExactly(WcStatus.SUCCESS);
            peer.receive(Opening.SIZE);
            int acknowledged = 0;
            while (acknowledged < 3) {
                final ByteBuffer ack = ByteBuffer.wrap(peer.receive(Frame.SIZE)).order(ByteOrder.LITTLE_ENDIAN);
                if (Frame.type(ack, 0) == Frame.ACK) {
                    acknowledged = Frame.sequence(ack, 0) - RawPeer.PSN;
                }
            }
            assertThat(acknowledged).isEqualTo(3);
            assertThat(peer.content()).startsWith(payload(20));
        }
    }

    private static byte[] stream(final RawPeer peer) {
        return RawPeer.concat(peer.opening(), peer.frame(Frame.START, 0, RawPeer.PSN),
                peer.frame(Frame.SEND, 0, RawPeer.PSN, 0, 0, 20, 0, payload(20)),
                peer.frame(Frame.WRITE, 0, RawPeer.PSN + 1, peer.region.rkey(), peer.region.address() + 64, 8, 0,
                        payload(8)),
                peer.frame(Frame.WRITE, 0, RawPeer.PSN + 2, peer.region.rkey(), peer.region.address() + 128, 50, 0,
                        payload(50)));
    }

    private static int streamLength() {
        return Opening.SIZE + 4 * Frame.SIZE + 20 + 8 + 50;
    }

    private static byte[] payload(final int length) {
        final byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i + 1);
        }
        return bytes;
    }

    /** Well-formed more often than not, and sometimes even right. */
    private static byte[] randomFrame(final RawPeer peer, final Random random, final int step) {
        final int type = random.nextInt(Frame.NOT_READY + 2);
        final int sequence = RawPeer.PSN + (random.nextBoolean() ? step : random.nextInt(8) - 2);
        final boolean placed = type == Frame.WRITE || type == Frame.WRITE_IMM || type == Frame.READ;
        final boolean starts = placed || type == Frame.SEND || type == Frame.SEND_IMM;
        final boolean carries = starts && type != Frame.READ || type == Frame.MORE || type == Frame.READ_DATA;
        final int length = random.nextInt(64);
        final long address = peer.region.address() + random.nextInt(RawPeer.REGION + 64) - 32;
        return peer.frame(type, random.nextInt(4) == 0 ? WcStatus.REM_ACCESS_ERR : 0, sequence,
                placed ? peer.region.rkey() : 0, placed ? address : 0, starts ? length : 0, 0,
                new byte[carries ? length : 0]);
    }
}
