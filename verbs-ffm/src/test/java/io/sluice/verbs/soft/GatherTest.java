package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.sluice.verbs.Access;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GatherTest {
    private static final int PIECE = 1000;

    private final Gather gather = new Gather();
    private final Arena[] arenas = { Arena.ofShared(), Arena.ofShared(), Arena.ofShared() };
    private final SoftMemoryRegion[] regions = new SoftMemoryRegion[arenas.length];
    private SocketChannel out;
    private SocketChannel in;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            out = SocketChannel.open(server.getLocalAddress());
            in = server.accept();
        }
        for (int i = 0; i < arenas.length; i++) {
            final MemorySegment memory = arenas[i].allocate(PIECE).fill((byte) (i + 1));
            regions[i] = new SoftMemoryRegion(1, memory, Access.ALL);
        }
    }

    @AfterEach
    void close() throws IOException {
        gather.clear();
        for (final SoftMemoryRegion region : regions) {
            assertTimeoutPreemptively(Duration.ofSeconds(10), region::kill, "a use of it is left");
        }
        out.close();
        in.close();
        for (final Arena arena : arenas) {
            if (arena.scope().isAlive()) {
                arena.close();
            }
        }
    }

    private void fill() {
        gather.add(ByteBuffer.allocateDirect(10));
        for (final SoftMemoryRegion region : regions) {
            assertThat(region.acquire()).isTrue();
            assertThat(region.addTo(gather, 0, PIECE)).isEqualTo(PIECE);
        }
    }

    private void arrives(final int... values) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate(values.length * PIECE + 10);
        while (bytes.hasRemaining()) {
            assertThat(in.read(bytes)).isPositive();
        }
        for (int i = 0; i < bytes.capacity(); i++) {
            assertThat(bytes.get(i)).as("byte %d", i).isEqualTo((byte) (i < 10 ? 0 : values[(i - 10) / PIECE]));
        }
    }

    @Test
    void allPiecesGoInOneCall() throws IOException {
        fill();
        assertThat(gather.write(out)).isEqualTo(3 * PIECE + 10).isEqualTo(gather.offered());
        arrives(1, 2, 3);
        gather.clear();
        assertThat(gather.isEmpty()).isTrue();
    }

    @Test
    void whatComesBeforeClosedMemoryGoesAndThenItIsTold() throws IOException {
        fill();
        arenas[1].close();
        assertThat(gather.write(out)).isEqualTo(PIECE + 10).isEqualTo(gather.offered());
        arrives(1);
        gather.clear();

        assertThat(regions[2].acquire()).isTrue();
        regions[2].addTo(gather, 0, PIECE);
        arenas[2].close();
        assertThat(gather.write(out)).isNegative();
        gather.clear();
    }

    @Test
    void memoryThatIsClosedIsNotAddedAndItsUseIsGivenBack() {
        arenas[0].close();
        assertThat(regions[0].acquire()).isTrue();
        assertThat(regions[0].addTo(gather, 0, PIECE)).isZero();
        assertThat(gather.isEmpty()).isTrue();
    }

    @Test
    void aLonePieceOfARegionGoesAlone() throws IOException {
        gather.add(ByteBuffer.allocateDirect(10));
        assertThat(regions[0].acquire()).isTrue();
        regions[0].addTo(gather, 0, PIECE);
        assertThat(gather.write(out)).isEqualTo(10).isEqualTo(gather.offered());
        gather.clear();
    }
}
