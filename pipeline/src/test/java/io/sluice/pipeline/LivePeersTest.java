package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Engines of two processes on one RDMA device: data both ways, and the end of one that is killed. */
@EnabledIfSystemProperty(named = "sluice.test.rdmaDevice", matches = ".+", disabledReason = "needs an RDMA device: "
        + "-Dsluice.test.rdmaDevice=NAME, or ./sluice rxe-test")
class LivePeersTest {
    private static final String DEVICE = System.getProperty("sluice.test.rdmaDevice");
    private static final int BYTES = PeerProcess.BYTES;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);
    /** Long: an emulated machine that has little of its cores may hear nothing of the peer for seconds. */
    private static final long HEARTBEAT_MS = 10_000;
    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);

    private final Arena arena = Arena.ofShared();
    private final TransferEngine engine = TransferEngine.create(ConfigFixture.bare().deviceName(DEVICE)
            .threadingMode(ThreadingMode.SHARED).heartbeatNs(TimeUnit.MILLISECONDS.toNanos(HEARTBEAT_MS))
            .controlTimeoutNs(PATIENCE_NS).connectTimeoutNs(PATIENCE_NS).build());
    private final LocalRegion source = engine.register(filled(1));
    private final LocalRegion back = engine.register(arena.allocate(BYTES, 64));

    @AfterEach
    void close() {
        engine.close();
        arena.close();
    }

    private MemorySegment filled(final long seed) {
        final MemorySegment memory = arena.allocate(BYTES, 64);
        final byte[] bytes = new byte[BYTES];
        new SplittableRandom(seed).nextBytes(bytes);
        return memory.copyFrom(MemorySegment.ofArray(bytes));
    }

    /** A peer that listens, on the same device. */
    private static PeerProcess target(final int port) {
        final String options = System.getenv().getOrDefault("JDK_JAVA_OPTIONS", "") + " -D"
                + PeerProcess.HEARTBEAT_PROPERTY + "=" + HEARTBEAT_MS;
        return PeerProcess.target(List.of("env", "SLUICE_DEVICE=" + DEVICE, "JDK_JAVA_OPTIONS=" + options), "127.0.0.1",
                port);
    }

    private TransferRequest write(final RemoteRegion remote, final long timeoutNs) {
        return new TransferRequest().entries(new EntryList().add(source, 0, BYTES, remote, 0)).timeoutNs(timeoutNs);
    }

    private int settle(final long id) {
        assertThat(id).as(() -> ResultCode.errorString(id)).isNotNegative();
        engine.await(id, PATIENCE_NS);
        return engine.release(id);
    }

    private void movesBothWays(final Connection connection) {
        final RemoteRegion remote = connection.regions().getFirst();
        assertThat(settle(engine.submit(connection, write(remote, 0)))).isEqualTo(TransferState.SUCCEEDED);
        back.memory().fill((byte) 0);
        assertThat(settle(engine.read(connection, back, 0, BYTES, remote, 0))).isEqualTo(TransferState.SUCCEEDED);
        assertThat(back.memory().mismatch(source.memory())).isEqualTo(-1);
    }

    @Test
    void whatIsWrittenToAnotherProcessCanBeReadBack() {
        try (PeerProcess peer = target(0)) {
            movesBothWays(engine.connect(peer.line()));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void aPeerThatIsKilledEndsItsTransfersAndItsSuccessorCanBeConnected(final boolean deadlineFirst) {
        final String metadata;
        try (PeerProcess peer = target(0)) {
            metadata = peer.line();
            final Connection connection = engine.connect(metadata);
            final RemoteRegion remote = connection.regions().getFirst();
            final long timeoutNs = deadlineFirst ? TimeUnit.MILLISECONDS.toNanos(1) : HOUR_NS;
            final List<Long> ids = new ArrayList<>();
            for (int i = 0; i < 16; i++) { // more than moves before the peer is dead
                ids.add(engine.submit(connection, write(remote, timeoutNs)));
            }
            if (deadlineFirst) { // over before anybody can know that the peer is gone
                LockSupport.parkNanos(20 * timeoutNs);
            }
            peer.signal("KILL");

            final List<Integer> states = ids.stream().map(this::settle).toList();
            assertThat(states.getLast())
                    .as("%s, the connection: %s", states, Cause.describe(connection.closed().join()))
                    .isEqualTo(deadlineFirst ? TransferState.TIMED_OUT : TransferState.FAILED);
        }
        try (PeerProcess successor = target(Metadata.parse(metadata).port())) {
            movesBothWays(engine.connect(successor.line()));
        }
    }
}
