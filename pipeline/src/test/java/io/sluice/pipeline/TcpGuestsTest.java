package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.ConnectFailedException.Reason;
import io.sluice.pipeline.control.DataOpenings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who dials a listener without being a peer: is shown out, learns nothing, and keeps nobody out. */
class TcpGuestsTest {
    private static final byte[] SECRET = "sixteen bytes or more".getBytes(StandardCharsets.UTF_8);
    private static final byte[] PREAMBLE = { 'S', 'L', 'U', 'I', 'C', 'E', 1, 0 };

    private static Socket dial(final TcpPair pair) throws IOException {
        final Metadata there = Metadata.parse(pair.far.metadata());
        final Socket socket = new Socket(InetAddress.getLoopbackAddress(), there.port());
        socket.setSoTimeout((int) TcpPair.PATIENCE.toMillis());
        return socket;
    }

    /** All that comes until the other end closes. */
    static byte[] rest(final Socket socket) throws IOException {
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(all);
        } catch (final java.net.SocketException e) { // closed with something unread: a reset
            assertThat(e).hasMessageContaining("reset");
        }
        return all.toByteArray();
    }

    private static void connectsStill(final TcpPair pair) {
        final Connection connection = pair.connect();
        assertThat(connection.isOpen()).isTrue();
        connection.close();
    }

    @ParameterizedTest
    @ValueSource(strings = { "GET / HTTP/1.1\r\nHost: sluice\r\n\r\n", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000",
        "x",
        "SLUICE" })
    void somebodyElsesProtocolIsClosedWithoutAWord(final String text) throws IOException {
        try (TcpPair pair = new TcpPair(c -> {}, c -> c.connectTimeoutNs(TimeUnit.SECONDS.toNanos(3)));
                Socket socket = dial(pair)) {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            assertThat(rest(socket)).isEmpty();
            connectsStill(pair);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = { 1L << 63, -1, 0, 1, 4097, 0x7fff_ffff })
    void aFrameOfAnAbsurdLengthIsClosedWithoutAWord(final long length) throws IOException {
        try (TcpPair pair = new TcpPair(c -> {}, c -> c.connectTimeoutNs(TimeUnit.SECONDS.toNanos(3)));
                Socket socket = dial(pair)) {
            socket.getOutputStream().write(PREAMBLE);
            socket.getOutputStream().write(
                    ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(length).array());
            assertThat(rest(socket)).isEmpty();
            connectsStill(pair);
        }
    }

    @Test
    void aPeerThatClosesHalfwayIsForgotten() throws IOException {
        try (TcpPair pair = new TcpPair()) {
            for (int bytes = 0; bytes < PREAMBLE.length; bytes++) {
                try (Socket socket = dial(pair)) {
                    socket.getOutputStream().write(PREAMBLE, 0, bytes);
                    socket.shutdownOutput();
                    assertThat(rest(socket)).isEmpty();
                }
            }
            connectsStill(pair);
        }
    }

    @Test
    void silentSocketsKeepNobodyOutHoweverManyAndForHowLong() throws IOException {
        final List<Socket> silent = new ArrayList<>();
        try (TcpPair pair = new TcpPair()) {
            for (int i = 0; i < 200; i++) {
                final Socket socket = dial(pair);
                silent.add(socket);
                if (i % 2 == 0) {
                    socket.getOutputStream().write(PREAMBLE, 0, i % PREAMBLE.length);
                }
            }
            connectsStill(pair);
            assertThat(rest(silent.getFirst())).isEmpty(); // crowded out
        } finally {
            for (final Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void aSilentSocketHasItsTimeAndIsClosed() throws IOException {
        try (TcpPair pair = new TcpPair(c -> {}, c -> c.connectTimeoutNs(TimeUnit.MILLISECONDS.toNanos(100)));
                Socket socket = dial(pair)) {
            assertThat(rest(socket)).isEmpty();
            TcpPair.await("threads end", () -> TcpPair.threads(
                    "sluice-" + pair.far.config().agentName() + "-control handshake") == 0);
        }
    }

    @Test
    void aClientOfAnotherVersionIsToldTheVersionAndNoMore() throws IOException {
        try (TcpPair pair = new TcpPair(); Socket socket = dial(pair)) {
            socket.getOutputStream().write(new byte[]{ 'S', 'L', 'U', 'I', 'C', 'E', 2, 0 });
            assertThat(rest(socket)).isEqualTo(PREAMBLE);
            connectsStill(pair);
        }
    }

    @Test
    void aServerOfAnotherVersionIsNamed() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                TcpPair pair = new TcpPair()) {
            Thread.ofVirtual().start(() -> {
                try (Socket socket = server.accept()) {
                    socket.getOutputStream().write(new byte[]{ 'S', 'L', 'U', 'I', 'C', 'E', 9, 1 });
                    socket.getInputStream().transferTo(new ByteArrayOutputStream());
                } catch (final IOException e) {
                    throw new AssertionError(e);
                }
            });
            final ConnectFailedException failure = TcpConnectTest
                    .failure(() -> pair.near.connect(new Metadata("127.0.0.1", server.getLocalPort(), 0).toString()));
            assertThat(failure.reason()).isEqualTo(Reason.VERSION);
            assertThat(failure).hasMessageContainingAll("version 265", "version 1");
        }
    }

    @Test
    void anHttpServerIsNoPeer() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                TcpPair pair = new TcpPair()) {
            Thread.ofVirtual().start(() -> {
                try (Socket socket = server.accept()) {
                    socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes());
                    socket.getInputStream().transferTo(new ByteArrayOutputStream());
                } catch (final IOException e) {
                    throw new AssertionError(e);
                }
            });
            final ConnectFailedException failure = TcpConnectTest
                    .failure(() -> pair.near.connect(new Metadata("127.0.0.1", server.getLocalPort(), 0).toString()));
            assertThat(failure.reason()).isEqualTo(Reason.NOT_A_PEER);
        }
    }

    @Test
    void anotherSecretIsRefusedAtBothEndsAndNothingIsLeft() {
        try (TcpPair pair = new TcpPair(c -> c.secret("another secret, as long".getBytes()), c -> c.secret(SECRET))) {
            final ConnectFailedException failure = TcpConnectTest.failure(pair::connect);
            assertThat(failure.reason()).isEqualTo(Reason.SECRET);
            assertThat(failure).hasMessageContaining("secrets differ");
            assertThat(EnginePair.snapshot(pair.far).reservedCqCredits()).isZero();
        }
    }

    @Test
    void whoHasNotTheSecretLearnsNothingOfMemoryOrQueuePairs() {
        try (TcpPair pair = new TcpPair(c -> c.secret("another secret, as long".getBytes()), c -> c.secret(SECRET));
                TcpProxy net = new TcpProxy(pair.far.listen())) {
            final LocalRegion region = pair.far.register(pair.arena.allocate(64));
            TcpConnectTest.failure(() -> pair.near.connect(net.metadata().toString()));
            assertThat(pair.far.connections()).isEmpty();
            assertThat(pair.farDevice.liveObjects()).as("no queue pair was made").isEqualTo(2); // a CQ and a region
            final byte[] address = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(region.address())
                    .array();
            final byte[] said = net.fromAnswerer();
            assertThat(said).startsWith(PREAMBLE).hasSizeLessThan(300);
            assertThat(new String(said, StandardCharsets.ISO_8859_1))
                    .doesNotContain(new String(address, StandardCharsets.ISO_8859_1));
        }
    }

    @Test
    void aDataSocketOfNoSessionIsClosed() throws IOException {
        try (TcpPair pair = new TcpPair();
                SocketChannel socket = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(),
                        Metadata.parse(pair.far.metadata()).port()))) {
            DataOpenings.send(socket, DataOpenings.proven(7, 0, new byte[32]));
            assertThat(socket.read(ByteBuffer.allocate(10))).isEqualTo(-1);
            connectsStill(pair);
        }
    }

    @Test
    void aSecretAtOneEndAloneIsRefusedAndNamed() {
        try (TcpPair pair = new TcpPair(c -> {}, c -> c.secret(SECRET))) {
            final ConnectFailedException failure = TcpConnectTest.failure(pair::connect);
            assertThat(failure.reason()).isEqualTo(Reason.SECRET);
            assertThat(failure).hasMessageContainingAll(pair.far.config().agentName() + " has a shared secret",
                    pair.near.config().agentName() + " has none");
        }
        try (TcpPair pair = new TcpPair(c -> c.secret(SECRET), c -> {})) {
            final ConnectFailedException failure = TcpConnectTest.failure(pair::connect);
            assertThat(failure.reason()).isEqualTo(Reason.SECRET);
            assertThat(failure).hasMessageContaining(pair.near.config().agentName() + " has a shared secret");
        }
    }
}
