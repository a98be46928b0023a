package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.pipeline.TcpPair.Buffers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** How connections over TCP end. */
class TcpEndsTest {
    private static final int MIB = 1 << 20;
    private static final Consumer<EngineConfigBuilder> QUICK = c -> c.heartbeatNs(TimeUnit.MILLISECONDS.toNanos(500));

    @Test
    void aCloseIsToldFencedAndLeavesNothing() {
        try (TcpPair pair = new TcpPair()) {
            final Connection near = pair.connect();
            final Connection far = pair.accepted();
            near.close();
            assertThat(near.closed()).succeedsWithin(TcpPair.PATIENCE).isEqualTo(Cause.CONNECTION_CLOSED);
            assertThat(far.closed()).succeedsWithin(TcpPair.PATIENCE).isEqualTo(Cause.PEER_CLOSED);
            assertThat(near.remoteFenced()).succeedsWithin(TcpPair.PATIENCE);
            assertThat(far.remoteFenced()).succeedsWithin(TcpPair.PATIENCE);
            assertThat(pair.near.connections()).isEmpty();
            TcpPair.await("the far end is gone", () -> pair.far.connections().isEmpty());
        }
    }

    @Test
    void bothEndsCloseAtOnce() {
        try (TcpPair pair = new TcpPair()) {
            for (int i = 0; i < 20; i++) {
                final Connection near = pair.connect();
                final Connection far = pair.accepted();
                final Thread closing = Thread.startVirtualThread(far::close);
                near.close();
                assertThat(near.remoteFenced()).succeedsWithin(TcpPair.PATIENCE);
                assertThat(far.remoteFenced()).succeedsWithin(TcpPair.PATIENCE);
                assertThat(closing).satisfies(Thread::join);
            }
        }
    }

    @Test
    void aCloseWithTransfersInFlightOnBothSidesSettlesThemAll() {
        try (TcpPair pair = new TcpPair(c -> c.closeTimeoutNs(TimeUnit.MILLISECONDS.toNanos(500)))) {
            final Connection near = pair.connect();
            final Connection far = pair.accepted();
            final Buffers buffers = pair.buffers(near, 8 * MIB);
            final RemoteRegion back = far.resolve(pair.near.descriptor(buffers.here(), 0, 8 * MIB));
            final List<Long> nearIds = new ArrayList<>();
            final List<Long> farIds = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                nearIds.add(pair.write(near, buffers));
                farIds.add(pair.far.write(far, buffers.there(), 0, 8 * MIB, back, 0));
            }
            far.close();
            for (final long id : nearIds) {
                assertThat(pair.near.await(id, TcpPair.PATIENCE.toNanos())).isIn(TransferState.SUCCEEDED,
                        TransferState.FAILED);
                pair.near.release(id);
            }
            for (final long id : farIds) {
                assertThat(pair.far.await(id, TcpPair.PATIENCE.toNanos())).isIn(TransferState.SUCCEEDED,
                        TransferState.FAILED);
                pair.far.release(id);
            }
            assertThat(near.closed()).succeedsWithin(TcpPair.PATIENCE);
        }
    }

    @Test
    void aConnectionCutOffFailsAtBothEndsAndAnotherCanBeMade() {
        try (TcpPair pair = new TcpPair(QUICK); TcpProxy net = new TcpProxy(pair.far.listen())) {
            final Connection near = pair.near.connect(net.metadata().toString());
            final Connection far = pair.accepted();
            final Buffers buffers = pair.buffers(near, 64 * MIB);
            final long id = pair.write(near, buffers);
            net.cut();
            assertThat(pair.finish(id)).isEqualTo(TransferState.FAILED);
            assertThat(near.closed()).succeedsWithin(TcpPair.PATIENCE);
            assertThat(far.closed()).succeedsWithin(TcpPair.PATIENCE);
            assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> near.remoteFenced().get())
                    .withMessageContaining("the way to the peer broke");
            final Connection again = pair.connect();
            final Buffers more = pair.buffers(again, MIB);
            assertThat(pair.finish(pair.write(again, more))).isEqualTo(TransferState.SUCCEEDED);
        }
    }

    @Test
    void anIdleConnectionCutOffIsLost() {
        try (TcpPair pair = new TcpPair(); TcpProxy net = new TcpProxy(pair.far.listen())) {
            final Connection near = pair.near.connect(net.metadata().toString());
            final Connection far = pair.accepted();
            net.cut();
            assertThat(near.closed()).succeedsWithin(TcpPair.PATIENCE).isEqualTo(Cause.PEER_LOST);
            assertThat(far.closed()).succeedsWithin(TcpPair.PATIENCE).isEqualTo(Cause.PEER_LOST);
        }
    }

    @Test
    void aPeerOfWhomNothingIsHeardIsUnreachableAtBothEnds() {
        try (TcpPair pair = new TcpPair(QUICK.andThen(c -> c.closeTimeoutNs(TimeUnit.SECONDS.toNanos(1))
                .controlTimeoutNs(TimeUnit.SECONDS.toNanos(1)))); TcpProxy net = new TcpProxy(pair.far.listen())) {
            final Connection near = pair.near.connect(net.metadata().toString());
            final Connection far = pair.accepted();
            net.hold(true);
            assertThat(near.closed()).succeedsWithin(TcpPair.PATIENCE).isEqualTo(Cause.PEER_UNREACHABLE);
            assertThat(far.closed()).succeedsWithin(TcpPair.PATIENCE).isEqualTo(Cause.PEER_UNREACHABLE);
        }
    }

    @Test
    void heartbeatsKeepAnIdleConnectionAlsoWithAPeerThatBeatsSlowly() {
        try (TcpPair pair = new TcpPair(c -> c.heartbeatNs(TimeUnit.MILLISECONDS.toNanos(20)),
                c -> c.heartbeatNs(TimeUnit.MILLISECONDS.toNanos(400)))) {
            final Connection near = pair.connect();
            final long start = System.nanoTime();
            TcpPair.await("more than three of the fast end's beats",
                    () -> System.nanoTime() - start > TimeUnit.MILLISECONDS.toNanos(700));
            assertThat(near.isOpen()).isTrue();
        }
    }

    @Test
    void aTransferIntoSilenceFailsOrTimesOutAndSettles() {
        try (TcpPair pair = new TcpPair(QUICK.andThen(c -> c.closeTimeoutNs(TimeUnit.SECONDS.toNanos(1))
                .controlTimeoutNs(TimeUnit.SECONDS.toNanos(1)))); TcpProxy net = new TcpProxy(pair.far.listen())) {
            final Connection near = pair.near.connect(net.metadata().toString());
            final Buffers buffers = pair.buffers(near, MIB);
            net.hold(true);
            assertThat(pair.finish(pair.write(near, buffers))).isEqualTo(TransferState.FAILED);
            assertThat(near.closed()).succeedsWithin(TcpPair.PATIENCE);
        }
    }

    @Test
    void anEngineThatWaitsForASilentPeerToEndDoesNotSpin() {
        final long twentySeconds = TimeUnit.SECONDS.toNanos(20);
        try (TcpPair pair = new TcpPair(
                c -> c.heartbeatNs(TimeUnit.HOURS.toNanos(1)).closeTimeoutNs(twentySeconds)
                        .controlTimeoutNs(twentySeconds));
                TcpProxy net = new TcpProxy(pair.far.listen())) {
            final Connection near = pair.near.connect(net.metadata().toString());
            pair.accepted();
            net.hold(true);
            final Thread closing = Thread.startVirtualThread(pair.near::close);
            assertThat(near.closed()).succeedsWithin(TcpPair.PATIENCE);
            TcpPair.await("a second of which it uses less than a tenth", () -> {
                final long startNs = System.nanoTime();
                final long before = IdleEngineTest.cpuNs(pair.near);
                TcpPair.await("a second", () -> System.nanoTime() - startNs > TimeUnit.SECONDS.toNanos(1));
                return IdleEngineTest.cpuNs(pair.near) - before < (System.nanoTime() - startNs) / 10;
            });
            assertThat(closing.isAlive()).as("it still waits").isTrue();
            net.hold(false);
            assertThat(closing).satisfies(Thread::join);
            assertThat(near.remoteFenced()).succeedsWithin(TcpPair.PATIENCE);
        }
    }

    @Test
    void aDescriptorOfTheEngineThatWasThereBeforeIsRefused() {
        try (TcpPair pair = new TcpPair()) {
            final Connection before = pair.connect();
            final Buffers buffers = pair.buffers(before, 100);
            final Descriptor old = pair.far.descriptor(buffers.there(), 0, 100);
            final int port = Metadata.parse(pair.far.metadata()).port();
            pair.far.close();
            assertThat(before.closed()).succeedsWithin(TcpPair.PATIENCE);
            try (TransferEngine restarted = TransferEngine
                    .create(ConfigFixture.bare().device(pair.farDevice).listenPort(port).build())) {
                restarted.listen();
                final Connection after = pair.near.connect(restarted.metadata());
                assertThat(after.peerInstance()).isNotEqualTo(before.peerInstance());
                assertThatIllegalArgumentException().isThrownBy(() -> after.resolve(old))
                        .withMessageContaining("it was restarted");
                assertThatIllegalArgumentException().isThrownBy(
                        () -> pair.near.write(after, buffers.here(), 0, 100, buffers.remote(), 0));
            }
        }
    }

    @Test
    void whatIsOnTheWireBetweenPeersWithASecretIsNotTheSecret() {
        final byte[] secret = "sixteen bytes or more".getBytes(StandardCharsets.US_ASCII);
        try (TcpPair pair = new TcpPair(c -> c.secret(secret)); TcpProxy net = new TcpProxy(pair.far.listen())) {
            pair.near.connect(net.metadata().toString()).close();
            assertThat(new String(net.fromDialler(), StandardCharsets.ISO_8859_1)).isNotEmpty()
                    .doesNotContain("sixteen");
            assertThat(new String(net.fromAnswerer(), StandardCharsets.ISO_8859_1)).isNotEmpty()
                    .doesNotContain("sixteen");
        }
    }
}
