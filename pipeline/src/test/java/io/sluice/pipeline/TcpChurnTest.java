package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TcpChurnTest {
    @Test
    void aThousandConnectsAndDisconnectsLeaveNothing() {
        try (TcpPair pair = new TcpPair(c -> c.qpsPerConnection(1))) {
            final LocalRegion there = pair.far.register(pair.arena.allocate(4096));
            final LocalRegion here = pair.near.register(pair.arena.allocate(4096));
            connectAndDisconnect(pair, here, there);
            quiet(pair);
            final long descriptors = TcpPair.openDescriptors();
            for (int i = 1; i < 1_000; i++) {
                connectAndDisconnect(pair, here, there);
            }
            quiet(pair);
            assertThat(TcpPair.openDescriptors()).as("descriptors").isLessThanOrEqualTo(descriptors);
            assertThat(EnginePair.snapshot(pair.near).lanes()).as("lane numbers are used again").isLessThan(20);
            assertThat(pair.near.notifications((from, message) -> {}, 1)).isZero();
        }
    }

    private static void connectAndDisconnect(final TcpPair pair, final LocalRegion here, final LocalRegion there) {
        final Connection connection = pair.connect();
        final RemoteRegion remote = connection.resolve(there.address(), 4096);
        assertThat(pair.finish(pair.near.write(connection, here, 0, 4096, remote, 0)))
                .isEqualTo(TransferState.SUCCEEDED);
        connection.close();
    }

    /** Nothing is left but listener and heart. */
    private static void quiet(final TcpPair pair) {
        TcpPair.await("connections are gone at both ends",
                () -> pair.far.connections().isEmpty() && pair.near.connections().isEmpty()
                        && pair.farDevice.liveObjects() == 2 && pair.nearDevice.liveObjects() == 2);
        TcpPair.await("threads are gone", () -> control(pair.near) <= 1 && control(pair.far) <= 2);
    }

    private static long control(final TransferEngine engine) {
        return TcpPair.threads("sluice-" + engine.config().agentName() + "-control");
    }

    @Test
    void manyPeersThatDialAtOnceAllGetIn() {
        try (TcpPair pair = new TcpPair(c -> c.qpsPerConnection(4))) {
            final List<CompletableFuture<Connection>> dials = new ArrayList<>();
            for (int i = 0; i < 64; i++) { // with four data sockets each
                dials.add(CompletableFuture.supplyAsync(pair::connect, Thread::startVirtualThread));
            }
            for (final CompletableFuture<Connection> dial : dials) {
                assertThat(dial).succeedsWithin(TcpPair.PATIENCE).matches(Connection::isOpen);
            }
            TcpPair.await("all are there at the far end too", () -> pair.far.connections().size() == 64);
        }
    }

    @Test
    void manyPeersOfOneEngineEachMoveTheirData() {
        try (TcpPair pair = new TcpPair(c -> c.qpsPerConnection(1))) {
            final List<Connection> connections = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                connections.add(pair.connect());
            }
            final TcpPair.Buffers first = pair.buffers(connections.getFirst(), 100_000);
            final List<Long> ids = new ArrayList<>();
            for (final Connection connection : connections) {
                final RemoteRegion remote = connection.resolve(first.there().address(), 100_000);
                ids.add(pair.near.write(connection, first.here(), 0, 100_000, remote, 0));
            }
            for (final long id : ids) {
                assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED);
            }
            assertThat(first.target().mismatch(first.source())).isEqualTo(-1);
        }
    }

    /** Each peer has always a transfer in flight, so what it gets is the engine's choice. */
    @Test
    void manyPeersOfOneEngineGetLikeShares() {
        final int peers = 64;
        final int bytes = 256 << 10;
        try (TcpPair pair = new TcpPair(c -> c.qpsPerConnection(1))) {
            final List<Connection> connections = new ArrayList<>();
            final List<RemoteRegion> remotes = new ArrayList<>();
            for (int i = 0; i < peers; i++) {
                connections.add(pair.connect());
            }
            final TcpPair.Buffers buffers = pair.buffers(connections.getFirst(), bytes);
            for (final Connection connection : connections) {
                remotes.add(connection.resolve(buffers.there().address(), bytes));
            }
            final long[] inFlight = new long[peers];
            final int[] moved = new int[peers];
            Arrays.setAll(inFlight,
                    i -> pair.near.write(connections.get(i), buffers.here(), 0, bytes, remotes.get(i), 0));
            for (int total = 0; total < 50 * peers;) {
                for (int i = 0; i < peers; i++) {
                    if (pair.near.status(inFlight[i]) != TransferState.IN_PROGRESS) {
                        assertThat(pair.near.release(inFlight[i])).isEqualTo(TransferState.SUCCEEDED);
                        moved[i]++;
                        total++;
                        inFlight[i] = pair.near.write(connections.get(i), buffers.here(), 0, bytes, remotes.get(i), 0);
                    }
                }
                Thread.yield();
            }
            for (final long id : inFlight) {
                assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED);
            }
            final IntSummaryStatistics shares = Arrays.stream(moved).summaryStatistics();
            assertThat(shares.getMax()).as("transfers of each peer: %s", Arrays.toString(moved))
                    .isLessThanOrEqualTo(2 * shares.getMin());
        }
    }
}
