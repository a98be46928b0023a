package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.sluice.pipeline.ConnectFailedException.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class TcpConnectTest {
    static ConnectFailedException failure(final Runnable connect) {
        final AtomicReference<ConnectFailedException> thrown = new AtomicReference<>();
        assertThatExceptionOfType(ConnectFailedException.class).isThrownBy(connect::run).satisfies(thrown::set);
        return thrown.get();
    }

    @Test
    void bothEndsKnowWhoThePeerIs() {
        try (TcpPair pair = new TcpPair()) {
            final Connection near = pair.connect();
            final Connection far = pair.accepted();
            assertThat(near.peerName()).isEqualTo(pair.far.config().agentName());
            assertThat(far.peerName()).isEqualTo(pair.near.config().agentName());
            assertThat(near.peerInstance()).isEqualTo(pair.far.instance());
            assertThat(far.peerInstance()).isEqualTo(pair.near.instance());
            assertThat(near.isOpen()).isTrue();
            assertThat(far.isOpen()).isTrue();
        }
    }

    @Test
    void dataGoesBothWaysFromBothEnds() {
        try (TcpPair pair = new TcpPair()) {
            final Connection near = pair.connect();
            final Connection far = pair.accepted();
            final TcpPair.Buffers buffers = pair.buffers(near, 1 << 20);
            assertThat(pair.finish(pair.write(near, buffers))).isEqualTo(TransferState.SUCCEEDED);
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
            final RemoteRegion back = far.resolve(pair.near.descriptor(buffers.here(), 0, 1 << 20));
            buffers.target().fill((byte) 0);
            final long id = pair.far.read(far, buffers.there(), 0, 1 << 20, back, 0);
            assertThat(pair.far.await(id, TcpPair.PATIENCE.toNanos())).isEqualTo(TransferState.SUCCEEDED);
            pair.far.release(id);
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
        }
    }

    @Test
    void theSmallerNumberOfQueuePairsIsUsed() {
        try (TcpPair pair = new TcpPair(c -> c.qpsPerConnection(5), c -> c.qpsPerConnection(3))) {
            assertThat(pair.connect().link().lanes()).hasSize(3);
            assertThat(pair.accepted().link().lanes()).hasSize(3);
            assertThat(EnginePair.snapshot(pair.near).reservedCqCredits()).isEqualTo(3);
        }
    }

    @Test
    void withTheSameSecretItConnectsAndMovesData() {
        try (TcpPair pair = new TcpPair(c -> c.secret("sixteen bytes or more".getBytes()))) {
            final Connection connection = pair.connect();
            final TcpPair.Buffers buffers = pair.buffers(connection, 100_000);
            assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.SUCCEEDED);
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
            connection.close();
            assertThat(connection.remoteFenced()).succeedsWithin(TcpPair.PATIENCE);
        }
    }

    @Test
    void anEngineDialsItself() {
        try (TcpPair pair = new TcpPair()) {
            final Connection own = pair.far.connect(pair.far.metadata());
            assertThat(own.peerInstance()).isEqualTo(pair.far.instance());
            assertThat(pair.far.sendNotification(own, new byte[]{ 3 })).isEqualTo(ResultCode.OK);
            TcpPair.await("arrives", () -> pair.far.notifications((from, message) -> {}, 1) == 1);
            final LocalRegion region = pair.far.register(pair.arena.allocate(64));
            final RemoteRegion same = own.resolve(pair.far.descriptor(region, 0, 64));
            final long id = pair.far.write(own, region, 0, 32, same, 32);
            assertThat(pair.far.await(id, TcpPair.PATIENCE.toNanos())).isEqualTo(TransferState.SUCCEEDED);
            pair.far.release(id);
            assertThat(pair.far.connections()).hasSize(2);
        }
    }

    @Test
    void enginesThatDialEachOtherHaveTwoConnections() throws InterruptedException {
        try (TcpPair pair = new TcpPair()) {
            pair.near.listen();
            final CompletableFuture<Connection> back = CompletableFuture
                    .supplyAsync(() -> pair.far.connect(pair.near.metadata()));
            assertThat(pair.connect().isOpen()).isTrue();
            assertThat(back).succeedsWithin(TcpPair.PATIENCE).matches(Connection::isOpen);
            assertThat(pair.accepted()).isNotNull();
            assertThat(pair.near.accept(TcpPair.PATIENCE.toNanos())).isNotNull();
            assertThat(pair.near.connections()).hasSize(2);
            assertThat(pair.far.connections()).hasSize(2);
        }
    }

    @Test
    void overIpv6AndByHostName() {
        try (TcpPair pair = new TcpPair(c -> c.bindAddress("::1"))) {
            assertThat(pair.far.metadata()).startsWith("[::1]:");
            assertThat(pair.connect().isOpen()).isTrue();
        }
        try (TcpPair pair = new TcpPair(c -> c.bindAddress("0.0.0.0").advertisedHost("localhost"))) {
            assertThat(pair.far.metadata()).startsWith("localhost:");
            assertThat(pair.connect().isOpen()).isTrue();
        }
    }

    @Test
    void aWildcardNeedsAHostToAdvertise() {
        assertThatIllegalArgumentException().isThrownBy(() -> new TcpPair(c -> {}, c -> c.bindAddress("::")))
                .withMessageContainingAll("bindAddress ::", "advertisedHost");
    }

    @Test
    void aPortThatIsTakenIsSaid() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> new TcpPair(c -> {}, c -> c.listenPort(taken.getLocalPort())))
                    .withMessageContainingAll("cannot listen on 127.0.0.1 port " + taken.getLocalPort());
        }
    }

    @Test
    void listeningAgainAnswersTheSameAndNotListeningHasNoMetadata() {
        try (TcpPair pair = new TcpPair()) {
            assertThat(pair.far.listen().toString()).isEqualTo(pair.far.metadata());
            assertThatIllegalStateException().isThrownBy(pair.near::metadata).withMessageContaining("listen");
        }
    }

    @Test
    void nobodyThereIsUnreachableAndLeavesNothing() throws IOException {
        final int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        try (TcpPair pair = new TcpPair()) {
            final ConnectFailedException failure = failure(
                    () -> pair.near.connect(new Metadata("127.0.0.1", free, 0).toString()));
            assertThat(failure.reason()).isEqualTo(Reason.UNREACHABLE);
            assertThat(failure).hasMessageContaining("127.0.0.1:" + free);
            assertThat(failure(() -> pair.near.connect("no-such-host.invalid:1?0?1")).reason())
                    .isEqualTo(Reason.UNREACHABLE);
            assertThat(EnginePair.snapshot(pair.near).reservedCqCredits()).isZero();
        }
    }

    @Test
    void somebodyWhoNeverAnswersTakesTheTimeOutAndNoLonger() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                TcpPair pair = new TcpPair()) {
            final String there = new Metadata("127.0.0.1", silent.getLocalPort(), 0).toString();
            assertThat(failure(() -> pair.near.connect(there, 50_000_000)).reason()).isEqualTo(Reason.TIMED_OUT);
        }
    }

    @Test
    void anEngineThatAcceptsNoMoreKeepsItsConnections() throws InterruptedException {
        try (TcpPair pair = new TcpPair()) {
            final Connection connection = pair.connect();
            assertThat(pair.accepted().isOpen()).isTrue();
            assertThat(pair.far.accept(1_000)).isNull();
            pair.far.stopAccepting();
            assertThat(failure(pair::connect).reason()) // a dial may still have met the listener
                    .isIn(Reason.UNREACHABLE, Reason.REFUSED, Reason.LOST);
            final TcpPair.Buffers buffers = pair.buffers(connection, 100);
            assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.SUCCEEDED);
            assertThatIllegalStateException().isThrownBy(pair.far::listen).withMessageContaining("no more");
        }
    }

    @Test
    void aPeerWithoutRoomSaysSo() {
        try (TcpPair pair = new TcpPair(c -> {}, c -> c.sharedCqDepth(4).maxWrPerPost(1).maxRequests(1))) {
            pair.connect();
            final ConnectFailedException failure = failure(pair::connect);
            assertThat(failure.reason()).isEqualTo(Reason.REFUSED);
            assertThat(failure).hasMessageContaining("sharedCqDepth");
            assertThat(EnginePair.snapshot(pair.near).reservedCqCredits()).isEqualTo(2);
        }
    }

    @Test
    void whereThisEngineHasNoRoomItSaysSo() {
        try (TcpPair pair = new TcpPair(c -> c.sharedCqDepth(4).maxWrPerPost(1).maxRequests(1), c -> {})) {
            pair.connect();
            assertThat(failure(pair::connect).reason()).isEqualTo(Reason.REFUSED);
            assertThat(EnginePair.snapshot(pair.far).connections()).isEqualTo(1);
        }
    }

    @Test
    void aClosedEngineConnectsToNobody() {
        try (TcpPair pair = new TcpPair()) {
            pair.near.close();
            assertThat(failure(pair::connect).reason()).isEqualTo(Reason.CLOSED);
        }
    }

    @Test
    void anEngineThatClosesEndsItsDials() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                TcpPair pair = new TcpPair()) {
            final String there = new Metadata("127.0.0.1", silent.getLocalPort(), 0).toString();
            final CompletableFuture<ConnectFailedException> dial = CompletableFuture
                    .supplyAsync(() -> failure(() -> pair.near.connect(there)), Thread::startVirtualThread);
            silent.accept().getInputStream().readNBytes(8); // it has dialled and waits for an answer
            pair.near.close();
            assertThat(dial).succeedsWithin(TcpPair.PATIENCE)
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.CLOSED));
        }
    }

    /** Also of those whose socket is just being taken. */
    @RepeatedTest(30)
    void anEngineThatClosesEndsTheHandshakesOfPeers() throws IOException {
        try (TcpPair pair = new TcpPair();
                Socket silent = new Socket(InetAddress.getLoopbackAddress(),
                        Metadata.parse(pair.far.metadata()).port())) {
            silent.setSoTimeout((int) TcpPair.PATIENCE.toMillis());
            silent.getOutputStream().write('S');
            pair.far.close();
            assertThat(TcpGuestsTest.rest(silent)).isEmpty();
        }
    }

    @Test
    void anInterruptedThreadStopsConnecting() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                TcpPair pair = new TcpPair()) {
            final String there = new Metadata("127.0.0.1", silent.getLocalPort(), 0).toString();
            Thread.currentThread().interrupt();
            assertThat(failure(() -> pair.near.connect(there)).reason()).isEqualTo(Reason.CLOSED);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void fromACallbackConnectingIsRefused() {
        try (TcpPair pair = new TcpPair()) {
            final Connection connection = pair.connect();
            final TcpPair.Buffers buffers = pair.buffers(connection, 100);
            final CompletableFuture<Throwable> thrown = new CompletableFuture<>();
            pair.near.submit(connection, new TransferRequest()
                    .entries(new EntryList().add(buffers.here(), 0, 1, buffers.remote(), 0))
                    .listener((id, state, cause, userData) -> {
                        try {
                            pair.connect();
                        } catch (final IllegalStateException e) {
                            thrown.complete(e);
                        }
                    }, 0));
            assertThat(thrown).succeedsWithin(TcpPair.PATIENCE).asString().contains("connecting blocks");
        }
    }

    @Test
    void anEngineDrivenByTheProgramConnectsAndAnswers() {
        final Function<EngineConfigBuilder, EngineConfigBuilder> invoked = c -> c.threadingMode(ThreadingMode.INVOKER);
        try (TcpPair pair = new TcpPair(invoked::apply)) {
            final Connection connection = pair.connect();
            assertThat(connection.isOpen()).isTrue();
            TcpPair.await("the far end is open", () -> {
                pair.far.doWork();
                return !pair.far.connections().isEmpty();
            });
        }
    }

    @Test
    void oneConnectionServesASessionHoweverManyAskAtOnce() {
        try (TcpPair pair = new TcpPair()) {
            final String session = Metadata.parse(pair.far.metadata()).session();
            final List<CompletableFuture<Connection>> all = IntStream.range(0, 8)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> pair.near.connection(session),
                            Thread::startVirtualThread))
                    .toList();
            final Set<Connection> distinct = new HashSet<>();
            all.forEach(future -> distinct.add(future.join()));
            assertThat(distinct).hasSize(1);
            assertThat(pair.near.connection(session)).isSameAs(distinct.iterator().next());
            assertThat(pair.near.connections()).hasSize(1);
        }
    }

    @Test
    void aSessionWhoseConnectionClosedOrFailedIsDialledAnew() throws IOException {
        try (TcpPair pair = new TcpPair()) {
            final String session = Metadata.parse(pair.far.metadata()).session();
            final Connection first = pair.near.connection(session);
            first.close();
            final Connection second = pair.near.connection(session);
            assertThat(second).isNotSameAs(first).matches(Connection::isOpen);
            TcpPair.await("the near end knows", () -> {
                pair.far.connections().forEach(Connection::close);
                return !second.isOpen();
            });
            assertThat(pair.near.connection(session)).isNotSameAs(second).matches(Connection::isOpen);
        }
    }

    @Test
    void aSessionThatCouldNotBeDialledIsTriedAgain() {
        try (TcpPair pair = new TcpPair(c -> {}, c -> c.sharedCqDepth(4).maxWrPerPost(1).maxRequests(1))) {
            final String session = Metadata.parse(pair.far.metadata()).session();
            final Connection other = pair.connect();
            assertThat(failure(() -> pair.near.connection(session)).reason()).isEqualTo(Reason.REFUSED);
            other.close();
            TcpPair.await("there is room", () -> pair.far.connections().isEmpty());
            assertThat(pair.near.connection(session).isOpen()).isTrue();
        }
    }
}
