package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.control.DataOpenings;
import io.sluice.pipeline.control.FrameWriter;
import io.sluice.pipeline.control.Greeted;
import io.sluice.pipeline.control.Handshake;
import io.sluice.pipeline.control.HandshakeException;
import io.sluice.pipeline.control.Hello;
import io.sluice.pipeline.control.Hello.LaneAddress;
import io.sluice.pipeline.control.Identity;
import io.sluice.pipeline.control.LinkMessage;
import io.sluice.pipeline.control.Message;
import io.sluice.pipeline.control.RegionInfo;
import io.sluice.verbs.Gid;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A peer that shakes hands as it should, and then does what no engine does: its connection ends, and nothing else. */
class TcpHostilePeerTest {
    private static final LinkMessage.Notification UNASKED = new LinkMessage.Notification(new byte[1]);

    /** The dialling end by hand. */
    private static final class RawPeer implements AutoCloseable {
        private final List<SocketChannel> sockets = new ArrayList<>();
        private final InetSocketAddress address;
        private final SocketChannel socket;
        private final Greeted greeted;

        RawPeer(final TcpPair pair) throws IOException, HandshakeException {
            final Metadata there = Metadata.parse(pair.far.metadata());
            address = new InetSocketAddress(there.host(), there.port());
            socket = dial();
            greeted = Handshake.dial(socket, new Identity("raw", 77, "soft"), null);
        }

        private SocketChannel dial() throws IOException {
            final SocketChannel dialled = SocketChannel.open(address);
            sockets.add(dialled);
            return dialled;
        }

        /** The next message but heartbeats, which come whenever they like. */
        <T extends Message> T next(final Class<T> type) throws IOException, HandshakeException {
            Message message;
            do {
                message = greeted.expect(Message.class);
            } while (message instanceof Message.Heartbeat);
            return type.cast(message);
        }

        void hello() throws IOException {
            greeted.send(new Hello(List.of(new LaneAddress(5, 6, Gid.ZERO, 0)), 4096, 1, 1, 10, 1_000_000_000));
        }

        void serve() throws IOException, HandshakeException {
            hello();
            greeted.expect(Hello.class);
            final Message.Session session = greeted.expect(Message.Session.class);
            DataOpenings.send(dial(), DataOpenings.proven(session.number(), 0, greeted.dataKey(session)));
            next(LinkMessage.Ready.class);
            greeted.send(new LinkMessage.Ready());
        }

        @Override
        public void close() throws IOException {
            for (final SocketChannel open : sockets) {
                open.close();
            }
        }
    }

    static Stream<List<Message>> breaches() {
        final RegionInfo region = new RegionInfo(1, 4096, 64, 7);
        return Stream.of(List.of(UNASKED, UNASKED, UNASKED), List.of(new LinkMessage.NotificationCredit(65_536)),
                List.of(new Message.Proof(new byte[0])), List.of(new Message.Session(1, new byte[16])),
                List.of(new LinkMessage.Regions(List.of(region)), new LinkMessage.Fenced(), new LinkMessage.Ready()));
    }

    @ParameterizedTest
    @MethodSource("breaches")
    void whatNoEngineSendsEndsItsConnection(final List<Message> breach) throws Exception {
        try (TcpPair pair = new TcpPair(c -> c.notificationInbox(2)); RawPeer raw = new RawPeer(pair)) {
            raw.serve();
            final Connection connection = pair.accepted();
            for (final Message message : breach) {
                raw.greeted.send(message);
            }
            assertThat(connection.closed()).succeedsWithin(TcpPair.PATIENCE).isEqualTo(Cause.PROTOCOL);
            assertThat(pair.connect().isOpen()).isTrue();
        }
    }

    @Test
    void messagesOfNoConsequenceAreTaken() throws Exception {
        try (TcpPair pair = new TcpPair(); RawPeer raw = new RawPeer(pair)) {
            raw.serve();
            final Connection connection = pair.accepted();
            for (final LinkMessage message : List.of(new LinkMessage.Revoke(5), new LinkMessage.Revoked(9),
                    new LinkMessage.Resolved(3), new LinkMessage.Ready(), new LinkMessage.Resolve(4))) {
                raw.greeted.send(message);
            }
            assertThat(raw.next(LinkMessage.Revoked.class).region()).isEqualTo(5);
            assertThat(raw.next(LinkMessage.Resolved.class).token()).isEqualTo(4);
            assertThat(connection.isOpen()).isTrue();
        }
    }

    @Test
    void garbageInTheMiddleEndsTheConnection() throws Exception {
        try (TcpPair pair = new TcpPair(); RawPeer raw = new RawPeer(pair)) {
            raw.serve();
            final Connection connection = pair.accepted();
            raw.socket.write(ByteBuffer.wrap("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
            assertThat(connection.closed()).succeedsWithin(TcpPair.PATIENCE).isEqualTo(Cause.PROTOCOL);
        }
    }

    @Test
    void aPeerThatAsksAndNeverReadsIsUnreachable() throws Exception {
        try (TcpPair pair = new TcpPair(); RawPeer raw = new RawPeer(pair)) {
            raw.serve();
            final Connection connection = pair.accepted();
            final CompletableFuture<Integer> closed = connection.closed();
            final FrameWriter out = new FrameWriter(raw.socket);
            final Thread asking = Thread.ofVirtual().start(() -> {
                try {
                    for (long token = 0; !closed.isDone(); token++) {
                        out.append(new LinkMessage.Resolve(token));
                    }
                } catch (final IOException _) { // the other end has closed
                }
            });
            assertThat(closed).succeedsWithin(TcpPair.PATIENCE).isEqualTo(Cause.PEER_UNREACHABLE);
            raw.socket.close();
            asking.join();
            assertThat(pair.connect().isOpen()).isTrue();
        }
    }

    @Test
    void aPeerThatClosesItsDirectionWithoutAWordIsLost() throws Exception {
        try (TcpPair pair = new TcpPair(); RawPeer raw = new RawPeer(pair)) {
            raw.serve();
            final Connection connection = pair.accepted();
            raw.socket.shutdownOutput();
            assertThat(connection.closed()).succeedsWithin(TcpPair.PATIENCE).isEqualTo(Cause.PEER_LOST);
        }
    }

    @Test
    void aPeerThatSaysHelloAndNothingMoreGivesUpItsQueuePairs() throws Exception {
        try (TcpPair pair = new TcpPair(c -> {}, c -> c.connectTimeoutNs(TimeUnit.SECONDS.toNanos(2)));
                RawPeer raw = new RawPeer(pair)) {
            raw.hello();
            TcpPair.await("queue pairs are made", () -> pair.farDevice.liveObjects() > 1);
            TcpPair.await("queue pairs are gone", () -> pair.farDevice.liveObjects() == 1
                    && EnginePair.snapshot(pair.far).reservedCqCredits() == 0);
            assertThat(pair.far.connections()).isEmpty();
        }
    }

    @Test
    void aPeerThatIsNeverReadyGivesUpItsConnection() throws Exception {
        try (TcpPair pair = new TcpPair(c -> {}, c -> c.connectTimeoutNs(TimeUnit.SECONDS.toNanos(2)));
                RawPeer raw = new RawPeer(pair)) {
            raw.hello();
            raw.greeted.expect(Hello.class);
            final Message.Session session = raw.greeted.expect(Message.Session.class);
            DataOpenings.send(raw.dial(), DataOpenings.proven(session.number(), 0, raw.greeted.dataKey(session)));
            raw.next(LinkMessage.Ready.class);
            TcpPair.await("the connection is given up", () -> pair.farDevice.liveObjects() == 1);
            assertThat(pair.far.accept(0)).isNull();
        }
    }

    @Test
    void withASecretAByteThatIsChangedOnTheWayEndsTheConnection() throws Exception {
        try (TcpPair pair = new TcpPair(c -> c.secret("sixteen bytes or more".getBytes(StandardCharsets.US_ASCII)));
                TcpProxy net = new TcpProxy(pair.far.listen())) {
            final Connection near = pair.near.connect(net.metadata().toString());
            final Connection far = pair.accepted();
            net.changeNextByteOfDialler();
            assertThat(pair.near.sendNotification(near, new byte[100])).isEqualTo(ResultCode.OK);
            assertThat(far.closed()).succeedsWithin(TcpPair.PATIENCE).isEqualTo(Cause.PROTOCOL);
            assertThat(near.closed()).succeedsWithin(TcpPair.PATIENCE);
            assertThat(pair.far.notifications((from, message) -> {}, 10)).isZero();
        }
    }
}
