package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * A network between two processes that is cut: the other one is in a network namespace of its own, behind a pair of
 * virtual interfaces. Skipped where those may not be made.
 */
@Tag("network")
@EnabledOnOs(OS.LINUX)
class NetworkCutTest {
    private static final String NEAR_ADDRESS = "10.217.93.1";
    private static final String FAR_ADDRESS = "10.217.93.2";

    private final String suffix = Long.toString(ProcessHandle.current().pid(), 36);
    private final String space = "sluice" + suffix;
    private final String nearLink = "slna" + suffix;
    private final String farLink = "slnb" + suffix;

    private static String run(final String... command) {
        try {
            final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? null : String.join(" ", command) + ": " + said.strip();
        } catch (final IOException | InterruptedException e) {
            return e.toString();
        }
    }

    private static void must(final String... command) {
        assertThat(run(command)).isNull();
    }

    @BeforeEach
    void makeNetwork() {
        final String refused = run("ip", "netns", "add", space);
        assumeTrue(refused == null, () -> "no network namespace can be made: " + refused);
        final String noLink = run("ip", "link", "add", nearLink, "type", "veth", "peer", "name", farLink, "netns",
                space);
        assumeTrue(noLink == null, () -> "no virtual interfaces can be made: " + noLink);
        must("ip", "addr", "add", NEAR_ADDRESS + "/30", "dev", nearLink);
        must("ip", "link", "set", nearLink, "up");
        must("ip", "-n", space, "addr", "add", FAR_ADDRESS + "/30", "dev", farLink);
        must("ip", "-n", space, "link", "set", farLink, "up");
    }

    @AfterEach
    void removeNetwork() {
        run("ip", "netns", "del", space);
        run("ip", "link", "del", nearLink);
    }

    private PeerProcess target() {
        return PeerProcess.target(List.of("ip", "netns", "exec", space), FAR_ADDRESS, 0);
    }

    private static TransferEngine engine() {
        return TransferEngine.create(ConfigFixture.bare().threadingMode(ThreadingMode.SHARED)
                .heartbeatNs(TimeUnit.MILLISECONDS.toNanos(500)).closeTimeoutNs(TimeUnit.SECONDS.toNanos(1))
                .controlTimeoutNs(TimeUnit.SECONDS.toNanos(1)).connectTimeoutNs(TimeUnit.SECONDS.toNanos(20)).build());
    }

    @Test
    void aCutInTheMiddleOfAFrameFailsWhatIsInFlightAndBackAgainItConnects() {
        try (Arena arena = Arena.ofShared(); TransferEngine engine = engine(); PeerProcess target = target()) {
            final LocalRegion region = engine.register(arena.allocate(PeerProcess.BYTES, 64));
            final String metadata = target.line();
            final Descriptor there = Descriptor.parseHex(target.line());
            final Connection connection = engine.connect(metadata);
            final RemoteRegion remote = connection.resolve(there);
            final long before = engine.write(connection, region, 0, PeerProcess.BYTES, remote, 0);
            assertThat(engine.await(before, TcpPair.PATIENCE.toNanos())).isEqualTo(TransferState.SUCCEEDED);
            engine.release(before);
            final long[] ids = new long[32];
            for (int i = 0; i < ids.length; i++) {
                ids[i] = engine.write(connection, region, 0, PeerProcess.BYTES, remote, 0);
            }
            must("ip", "link", "set", nearLink, "down");
            int failed = 0;
            for (final long id : ids) {
                failed += engine.await(id, TcpPair.PATIENCE.toNanos()) == TransferState.FAILED ? 1 : 0;
                engine.release(id);
            }
            assertThat(failed).isPositive();
            assertThat(connection.closed()).succeedsWithin(TcpPair.PATIENCE);
            must("ip", "link", "set", nearLink, "up");
            final Connection again = engine.connect(metadata);
            final RemoteRegion same = again.resolve(there);
            final long after = engine.write(again, region, 0, PeerProcess.BYTES, same, 0);
            assertThat(engine.await(after, TcpPair.PATIENCE.toNanos())).isEqualTo(TransferState.SUCCEEDED);
            engine.release(after);
        }
    }

    @Test
    void anIdleConnectionOverACutNetworkIsUnreachable() {
        try (TransferEngine engine = engine(); PeerProcess target = target()) {
            final Connection connection = engine.connect(target.line());
            must("ip", "link", "set", nearLink, "down");
            assertThat(connection.closed()).succeedsWithin(TcpPair.PATIENCE).isEqualTo(Cause.PEER_UNREACHABLE);
        }
    }

    @Test
    void aCutThatIsShorterThanThreeHeartbeatsIsSurvived() {
        try (Arena arena = Arena.ofShared();
                TransferEngine engine = TransferEngine.create(ConfigFixture.bare()
                        .threadingMode(ThreadingMode.SHARED).heartbeatNs(TimeUnit.SECONDS.toNanos(20)).build());
                PeerProcess target = target()) {
            final LocalRegion region = engine.register(arena.allocate(PeerProcess.BYTES, 64));
            final Connection connection = engine.connect(target.line());
            final RemoteRegion remote = connection.resolve(Descriptor.parseHex(target.line()));
            must("ip", "link", "set", nearLink, "down");
            final long id = engine.write(connection, region, 0, 1 << 20, remote, 0);
            must("ip", "link", "set", nearLink, "up");
            assertThat(engine.await(id, TcpPair.PATIENCE.toNanos())).isEqualTo(TransferState.SUCCEEDED);
            engine.release(id);
            connection.close();
        }
    }
}
