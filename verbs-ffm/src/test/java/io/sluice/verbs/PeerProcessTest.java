package io.sluice.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.rdma.RdmaDevices;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.util.Deque;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Java here, C in another process, over one RDMA device: each moves to and from the other, and one of them dies. */
@EnabledIfSystemProperty(named = "sluice.test.rdmaDevice", matches = ".+", disabledReason = "needs an RDMA device: "
        + "-Dsluice.test.rdmaDevice=NAME, or ./sluice rxe-test")
@EnabledIfSystemProperty(named = "sluice.test.peer", matches = ".+", disabledReason = "needs src/test/c/peer.c, compiled: "
        + "-Dsluice.test.peer=FILE, or ./sluice rxe-test")
class PeerProcessTest {
    private static final String DEVICE = System.getProperty("sluice.test.rdmaDevice");
    private static final int PSN = 0xfffffe; // runs over in no time

    /** Our end, connected to a peer's of its own. */
    private static final class Connected implements AutoCloseable {
        final VerbsContext context = RdmaDevices.load().find(DEVICE).open();
        final Endpoint own;
        final Buffer buffer;
        final PeerProcess peer;
        final long remoteAddress;
        final int remoteKey;

        Connected(final int bytes, final int ackTimeout) throws Exception {
            // Soft-RoCE takes a retry count of 7 for "for ever".
            final ConnectedPair.Spec spec = ConnectedPair.on(context.device()).ackTimeout(ackTimeout).retryCount(6);
            own = new Endpoint(context, spec);
            buffer = own.buffer(bytes);
            final PortAttributes port = context.port(1);
            final int gidIndex = IntStream.range(0, port.gidTableLength())
                    .filter(i -> context.gid(1, i).isIpv4Mapped()).findFirst().orElseThrow();
            peer = new PeerProcess(System.getProperty("sluice.test.peer"), DEVICE, gidIndex);
            final QueuePair queuePair = own.queuePair();
            final String[] said = peer.tell(queuePair.number() + " " + PSN + " " + context.gid(1, gidIndex) + " "
                    + Long.toUnsignedString(buffer.address()) + " " + Integer.toUnsignedString(buffer.rkey()))
                    .split(" ");
            remoteAddress = Long.parseUnsignedLong(said[3]);
            remoteKey = Integer.parseUnsignedInt(said[4]);
            queuePair.toInit(1, Access.ALL);
            queuePair.toReadyToReceive(new RtrAttributes(1, Integer.parseInt(said[0]), Integer.parseInt(said[1]),
                    port.activeMtu(), 0, gid(said[2]), gidIndex, 0, 4, 12));
            queuePair.toReadyToSend(spec.rts(PSN));
        }

        private static Gid gid(final String text) throws Exception {
            final byte[] bytes = InetAddress.getByName(text).getAddress();
            final java.nio.ByteBuffer buffer = java.nio.ByteBuffer.wrap(bytes);
            return bytes.length == 4 ? Gid.ofIpv4(buffer.getInt()) : new Gid(buffer.getLong(), buffer.getLong());
        }

        int post(final int opcode, final long wrId, final int length) {
            final WorkRequests one = WorkRequests.allocate(1, 1);
            one.addRdma(opcode, wrId, buffer.address(), buffer.lkey(), length, remoteAddress, remoteKey,
                    SendFlags.SIGNALED);
            return own.queuePair().postSend(one);
        }

        Completion take(final Deque<Completion> from) {
            Await.until(() -> {
                own.pump();
                return !from.isEmpty();
            }, () -> "no completion; our queue pair is " + own.queuePair().state());
            return from.remove();
        }

        void fill(final int seed) {
            for (int i = 0; i < buffer.memory().byteSize(); i++) {
                buffer.memory().set(ValueLayout.JAVA_BYTE, i, pattern(seed, i));
            }
        }

        /** @return the first byte that is not what the peer's or our {@code fill} made it; -1 for none */
        int wrongAt(final int seed) {
            return IntStream.range(0, (int) buffer.memory().byteSize())
                    .filter(i -> buffer.memory().get(ValueLayout.JAVA_BYTE, i) != pattern(seed, i)).findFirst()
                    .orElse(-1);
        }

        private static byte pattern(final int seed, final int i) {
            return (byte) (seed + 31 * i + i / 256);
        }

        @Override
        public void close() throws IOException {
            peer.close();
            own.close();
            context.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 4095, 65_536, 4 << 20 })
    void javaWritesAndReadsC(final int length) throws Exception {
        try (Connected connected = new Connected(length, 14)) {
            connected.fill(3);
            assertThat(connected.post(WrOpcode.RDMA_WRITE, 1, length)).isZero();
            assertThat(connected.take(connected.own.sends()).succeeded()).isTrue();
            assertThat(connected.peer.tell("check 3 " + length)).isEqualTo("ok");
            assertThat(connected.peer.tell("fill 8 " + length)).isEqualTo("ok");
            assertThat(connected.peer.tell("check 3 " + length)).isEqualTo("wrong at 0");

            assertThat(connected.post(WrOpcode.RDMA_READ, 2, length)).isZero();
            assertThat(connected.take(connected.own.sends()).succeeded()).isTrue();
            assertThat(connected.wrongAt(8)).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 4095, 65_536, 4 << 20 })
    void cWritesAndReadsJava(final int length) throws Exception {
        try (Connected connected = new Connected(length, 14)) {
            connected.peer.tell("fill 5 " + length);
            assertThat(connected.peer.tell("write " + length)).isEqualTo("success");
            assertThat(connected.wrongAt(5)).isEqualTo(-1);

            connected.fill(9);
            assertThat(connected.peer.tell("read " + length)).isEqualTo("success");
            assertThat(connected.peer.tell("check 9 " + length)).isEqualTo("ok");
        }
    }

    @Test
    void messagesWithImmediateDataGoBothWays() throws Exception {
        final int length = 10_000;
        try (Connected connected = new Connected(length, 14)) {
            connected.fill(2);
            assertThat(connected.peer.tell("receive")).isEqualTo("ok");
            final WorkRequests one = WorkRequests.allocate(1, 1);
            one.addSend(1, connected.buffer.address(), connected.buffer.lkey(), length, SendFlags.SIGNALED);
            one.withImmediate(0x01020304);
            assertThat(connected.own.queuePair().postSend(one)).isZero();
            assertThat(connected.peer.tell("received")).isEqualTo("success " + length + " " + 0x01020304);
            assertThat(connected.peer.tell("check 2 " + length)).isEqualTo("ok");
            assertThat(connected.take(connected.own.sends()).succeeded()).isTrue();

            assertThat(connected.own.receive(7, connected.buffer)).isZero();
            connected.peer.tell("fill 6 " + length);
            assertThat(connected.peer.tell("send " + length + " 99")).isEqualTo("success");
            final Completion received = connected.take(connected.own.receives());
            assertThat(received.wrId()).isEqualTo(7);
            assertThat(received.bytes()).isEqualTo(length);
            assertThat(received.immediate()).isEqualTo(99);
            assertThat(connected.wrongAt(6)).isEqualTo(-1);
        }
    }

    @Test
    void aPeerThatIsKilledFailsWhatIsOutstandingAndItsSuccessorCanBeConnected() throws Exception {
        final int length = 1 << 20;
        try (Connected connected = new Connected(length, 10)) { // 7 tries of 4 ms
            connected.fill(1);
            assertThat(connected.post(WrOpcode.RDMA_WRITE, 1, length)).isZero();
            assertThat(connected.take(connected.own.sends()).succeeded()).isTrue();

            connected.peer.kill();
            assertThat(connected.post(WrOpcode.RDMA_WRITE, 2, length)).isZero();
            assertThat(connected.post(WrOpcode.RDMA_READ, 3, length)).isZero();

            final Completion first = connected.take(connected.own.sends());
            assertThat(first.wrId()).isEqualTo(2);
            assertThat(first.status()).as(first.toString()).isEqualTo(WcStatus.RETRY_EXC_ERR);
            final Completion behind = connected.take(connected.own.sends());
            assertThat(behind.wrId()).isEqualTo(3);
            assertThat(behind.status()).as(behind.toString()).isEqualTo(WcStatus.WR_FLUSH_ERR);
            assertThat(connected.own.queuePair().state()).isEqualTo(QpState.ERR);
        }
        try (Connected again = new Connected(length, 10)) {
            again.fill(4);
            assertThat(again.post(WrOpcode.RDMA_WRITE, 1, length)).isZero();
            assertThat(again.take(again.own.sends()).succeeded()).isTrue();
            assertThat(again.peer.tell("check 4 " + length)).isEqualTo("ok");
        }
    }
}
