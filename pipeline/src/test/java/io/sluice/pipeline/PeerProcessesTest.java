package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Two processes, of which the other is killed, stopped and continued. */
@EnabledOnOs(OS.LINUX)
class PeerProcessesTest {
    private static final int BYTES = PeerProcess.BYTES;

    private static TransferEngine engine(final Consumer<EngineConfigBuilder> settings) {
        final EngineConfigBuilder builder = ConfigFixture.bare().threadingMode(ThreadingMode.SHARED)
                .heartbeatNs(TimeUnit.MILLISECONDS.toNanos(500)).closeTimeoutNs(TimeUnit.SECONDS.toNanos(1))
                .controlTimeoutNs(TimeUnit.SECONDS.toNanos(1));
        settings.accept(builder);
        return TransferEngine.create(builder.build());
    }

    private static int writeOnce(final TransferEngine engine, final Connection connection, final LocalRegion region,
            final RemoteRegion remote) {
        final long id = engine.write(connection, region, 0, BYTES, remote, 0);
        assertThat(id).isNotNegative();
        engine.await(id, TcpPair.PATIENCE.toNanos());
        return engine.release(id);
    }

    @Test
    void aKilledPeerFailsItsTransfersAndOneStartedOnTheSamePortServesAgain() {
        try (Arena arena = Arena.ofShared(); TransferEngine engine = engine(c -> {})) {
            final LocalRegion region = engine.register(arena.allocate(BYTES, 64));
            final String metadata;
            final Descriptor old;
            try (PeerProcess target = PeerProcess.target(0)) {
                metadata = target.line();
                old = Descriptor.parseHex(target.line());
                final Connection connection = engine.connect(metadata);
                final RemoteRegion remote = connection.resolve(old);
                assertThat(writeOnce(engine, connection, region, remote)).isEqualTo(TransferState.SUCCEEDED);
                final long id = engine.write(connection, region, 0, BYTES, remote, 0);
                target.signal("KILL");
                int state = engine.await(id, TcpPair.PATIENCE.toNanos());
                engine.release(id);
                while (state == TransferState.SUCCEEDED) { // it was done before the signal came
                    final long next = engine.write(connection, region, 0, BYTES, remote, 0);
                    state = next < 0 ? TransferState.FAILED : engine.await(next, TcpPair.PATIENCE.toNanos());
                    engine.release(next);
                }
                assertThat(state).isEqualTo(TransferState.FAILED);
                assertThat(connection.closed()).succeedsWithin(TcpPair.PATIENCE);
            }
            try (PeerProcess target = PeerProcess.target(Metadata.parse(metadata).port())) {
                assertThat(target.line()).isEqualTo(metadata);
                final Connection connection = engine.connect(metadata);
                assertThatIllegalArgumentException().isThrownBy(() -> connection.resolve(old))
                        .withMessageContaining("it was restarted");
                final RemoteRegion remote = connection.resolve(Descriptor.parseHex(target.line()));
                assertThat(writeOnce(engine, connection, region, remote)).isEqualTo(TransferState.SUCCEEDED);
                connection.close();
            }
        }
    }

    @Test
    void aStoppedPeerIsUnreachableAndContinuedServesAgain() {
        try (Arena arena = Arena.ofShared();
                TransferEngine engine = engine(c -> {});
                PeerProcess target = PeerProcess.target(0)) {
            final LocalRegion region = engine.register(arena.allocate(BYTES, 64));
            final String metadata = target.line();
            final Descriptor there = Descriptor.parseHex(target.line());
            final Connection idle = engine.connect(metadata);
            final Connection busy = engine.connect(metadata);
            assertThat(writeOnce(engine, busy, region, busy.resolve(there))).isEqualTo(TransferState.SUCCEEDED);
            target.signal("STOP");
            assertThat(writeOnce(engine, busy, region, busy.resolve(there))).isEqualTo(TransferState.FAILED);
            assertThat(idle.closed()).succeedsWithin(TcpPair.PATIENCE).isEqualTo(Cause.PEER_UNREACHABLE);
            target.signal("CONT");
            final Connection again = engine.connect(metadata);
            assertThat(writeOnce(engine, again, region, again.resolve(there))).isEqualTo(TransferState.SUCCEEDED);
        }
    }

    @Test
    void aPeerStoppedForAMomentIsNotGivenUp() {
        try (TransferEngine engine = engine(c -> c.heartbeatNs(TimeUnit.SECONDS.toNanos(30)));
                PeerProcess target = PeerProcess.target(0)) {
            final Connection connection = engine.connect(target.line());
            target.signal("STOP");
            target.signal("CONT");
            assertThat(connection.resolve(Descriptor.parseHex(target.line()))).isNotNull();
            assertThat(connection.isOpen()).isTrue();
        }
    }

    @Test
    void afterTheConnectionOfAStoppedPeerIsClosedNothingOfItWritesTheMemory() throws InterruptedException {
        try (Arena arena = Arena.ofShared(); TransferEngine engine = engine(c -> {})) {
            final MemorySegment memory = arena.allocate(BYTES, 64);
            engine.register(memory);
            engine.listen();
            try (PeerProcess writer = PeerProcess.writer(engine.metadata())) {
                assertThat(writer.line()).isEqualTo("connected");
                final Connection connection = engine.accept(TcpPair.PATIENCE.toNanos());
                TcpPair.await("it writes", () -> memory.get(ValueLayout.JAVA_BYTE, BYTES - 1) != 0);
                writer.signal("STOP");
                connection.close();
                assertThat(connection.closed()).isDone();
                memory.fill((byte) 0);
                writer.signal("CONT");
                assertThat(writer.line()).startsWith("ended");
                assertThat(memory.mismatch(arena.allocate(BYTES))).as("first byte written").isEqualTo(-1);
            }
        }
    }

    @Test
    void aKilledPeerThatWroteLeavesTheOthersAlone() throws InterruptedException {
        try (Arena arena = Arena.ofShared(); TransferEngine engine = engine(c -> {})) {
            final MemorySegment memory = arena.allocate(BYTES, 64);
            engine.register(memory);
            engine.listen();
            try (PeerProcess killed = PeerProcess.writer(engine.metadata())) {
                assertThat(killed.line()).isEqualTo("connected");
                final Connection first = engine.accept(TcpPair.PATIENCE.toNanos());
                try (PeerProcess other = PeerProcess.writer(engine.metadata())) {
                    assertThat(other.line()).isEqualTo("connected");
                    final Connection second = engine.accept(TcpPair.PATIENCE.toNanos());
                    killed.signal("KILL");
                    assertThat(first.closed()).succeedsWithin(TcpPair.PATIENCE).isEqualTo(Cause.PEER_LOST);
                    memory.fill((byte) 0);
                    TcpPair.await("the other still writes", () -> memory.get(ValueLayout.JAVA_BYTE, BYTES - 1) != 0);
                    assertThat(second.isOpen()).isTrue();
                }
            }
        }
    }
}
