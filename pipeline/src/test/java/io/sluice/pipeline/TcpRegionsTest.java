package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.pipeline.TcpPair.Buffers;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the ends of a connection over TCP know of each other's memory. */
class TcpRegionsTest {
    @Test
    void whatIsRegisteredBeforeIsKnownWhenTheConnectionIsOpen() {
        try (TcpPair pair = new TcpPair()) {
            final LocalRegion there = pair.far.register(pair.arena.allocate(1_000));
            final Connection connection = pair.connect();
            assertThat(connection.regions()).singleElement().matches(region -> region.address() == there.address());
        }
    }

    @Test
    void tenThousandRegionsAreToldInOneHandshake() {
        final int count = 10_000;
        try (TcpPair pair = new TcpPair()) {
            final MemorySegment memory = pair.arena.allocate(64L * count, 64);
            for (int i = 0; i < count; i++) {
                pair.far.register(memory.asSlice(64L * i, 64));
            }
            final Connection connection = pair.connect();
            assertThat(connection.regions()).hasSize(count);
            final LocalRegion here = pair.near.register(pair.arena.allocate(64).fill((byte) 9));
            final RemoteRegion last = connection.resolve(memory.address() + 64L * (count - 1), 64);
            assertThat(pair.finish(pair.near.write(connection, here, 0, 64, last, 0)))
                    .isEqualTo(TransferState.SUCCEEDED);
            assertThat(memory.asSlice(64L * (count - 1)).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE))
                    .containsOnly(9);
        }
    }

    @Test
    void aNewRegionCanBeResolvedAtOnceAndOneThatIsNotThereIsNotFound() {
        try (TcpPair pair = new TcpPair()) {
            final Connection connection = pair.connect();
            for (int i = 0; i < 100; i++) {
                final LocalRegion there = pair.far.register(pair.arena.allocate(64));
                assertThat(connection.resolve(there.address(), 64)).isNotNull();
            }
            assertThat(connection.resolve(8, 8)).isNull();
        }
    }

    @Test
    void deregisteringWaitsForThePeersTransfersAndIsKnownThere() {
        try (TcpPair pair = new TcpPair()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 16 << 20);
            final List<Long> ids = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                ids.add(pair.write(connection, buffers));
            }
            pair.far.deregister(buffers.there());
            for (final long id : ids) { // acknowledged, so none is in flight any more
                assertThat(pair.near.status(id)).isNotEqualTo(TransferState.IN_PROGRESS);
                pair.near.release(id);
            }
            assertThat(pair.write(connection, buffers)).isEqualTo(ResultCode.NOT_FOUND);
            assertThat(buffers.remote().isOpen()).isFalse();
            assertThat(connection.isOpen()).isTrue();
        }
    }

    @Test
    void aPeerThatDoesNotAcknowledgeLosesItsConnectionAndTheMemoryIsFree() {
        try (TcpPair pair = new TcpPair(c -> {}, c -> c.controlTimeoutNs(TimeUnit.MILLISECONDS.toNanos(200))
                .closeTimeoutNs(TimeUnit.MILLISECONDS.toNanos(500)).heartbeatNs(TimeUnit.SECONDS.toNanos(5)));
                TcpProxy net = new TcpProxy(pair.far.listen())) {
            final Connection near = pair.near.connect(net.metadata().toString());
            final Connection far = pair.accepted();
            final Buffers buffers = pair.buffers(near, 1_000);
            net.hold(true);
            final CompletableFuture<Void> done = pair.far.deregisterAsync(buffers.there());
            assertThat(done).succeedsWithin(TcpPair.PATIENCE);
            assertThat(far.closed()).succeedsWithin(TcpPair.PATIENCE).isEqualTo(Cause.PEER_UNREACHABLE);
            net.hold(false);
            assertThat(near.closed()).succeedsWithin(TcpPair.PATIENCE);
        }
    }

    @Test
    void regionsThatComeAndGoWhilePeersConnectAreNeverKnownForGood() throws Exception {
        try (TcpPair pair = new TcpPair()) {
            final MemorySegment memory = pair.arena.allocate(1 << 16);
            final CompletableFuture<Void> churn = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 300; i++) {
                    final LocalRegion region = pair.far.register(memory.asSlice(i * 64L, 64));
                    pair.far.deregister(region);
                }
            }, Thread::startVirtualThread);
            final List<Connection> connections = new ArrayList<>();
            while (!churn.isDone()) {
                final Connection connection = pair.connect();
                connections.add(connection);
                if (connections.size() > 8) {
                    connections.removeFirst().close();
                }
            }
            assertThat(churn).succeedsWithin(Duration.ZERO);
            for (final Connection connection : connections) {
                TcpPair.await("all is revoked", () -> connection.regions().isEmpty());
            }
        }
    }

    @Test
    void aRegionOfAnotherConnectionIsRefusedByName() {
        try (TcpPair pair = new TcpPair()) {
            final Buffers buffers = pair.buffers(pair.connect(), 100);
            final Connection second = pair.connect();
            assertThatIllegalArgumentException().isThrownBy(() -> pair.write(second, buffers))
                    .withMessageContaining("another connection");
        }
    }
}
