package io.sluice.bench.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.bench.blocks.Geometry;
import io.sluice.bench.blocks.PlacedBlocks;
import io.sluice.bench.blocks.Workers;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.Metadata;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferEngine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Wishes of a guest, granted by a target in this process. */
class RemoteSideTest {
    private static final long MEMORY = 1 << 20;

    private final StringWriter out = new StringWriter();
    private final TransferEngine host = TransferEngine.create(EngineConfig.builder().build());
    private final Workers workers = new Workers("test", 2);
    private final Hosting hosting = new Hosting(host, workers, MEMORY, new PrintWriter(out, true));
    private final TransferEngine near = TransferEngine.create(
            EngineConfig.builder().agentName(RemoteSide.guestName("guest")).build());
    private final Metadata address = host.listen();
    private volatile boolean stop;
    private final Thread server = Thread.ofPlatform().start(this::serve);

    private void serve() {
        try {
            hosting.serve(() -> stop);
        } catch (final InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void close() throws InterruptedException {
        stop = true;
        server.join();
        near.close();
        hosting.close();
        host.close();
        workers.close();
    }

    private static PlacedBlocks blocks(final int count, final long firstHash) {
        return new PlacedBlocks(LongStream.range(firstHash, firstHash + count).toArray(),
                IntStream.range(0, count).toArray());
    }

    @Test
    void blocksAreFilledSpoiltAndCheckedAlsoInSeveralWishes() {
        final RemoteSide side = new RemoteSide(near, address);
        final int count = 2 * Wish.MOST_BLOCKS + 1;
        side.open(new Geometry(1, 8, count));
        side.fill(blocks(count, 1));
        assertThat(side.check(blocks(count, 1))).isNull();
        final PlacedBlocks last = new PlacedBlocks(new long[]{ count }, new int[]{ count - 1 });
        side.spoil(last);
        assertThat(side.check(blocks(count, 1))).isNotNull().returns((long) count, wrong -> wrong.hash());
        side.fill(last);
        assertThat(side.check(blocks(count, 1))).isNull();
    }

    @Test
    void whatCannotBeGrantedIsRefusedAndTheGuestMayGoOn() {
        final RemoteSide side = new RemoteSide(near, address);
        assertThatExceptionOfType(RemoteFailedException.class).isThrownBy(() -> side.fill(blocks(1, 1)))
                .withMessageContaining("outside of the memory");
        assertThatExceptionOfType(RemoteFailedException.class)
                .isThrownBy(() -> side.open(new Geometry(1, MEMORY + 8, 1)))
                .withMessageContaining((MEMORY + 8) + " bytes are asked for, and " + MEMORY + " can be given");
        side.open(new Geometry(1, 8, 4));
        for (final int slot : new int[]{ -1, 4 }) {
            assertThatExceptionOfType(RemoteFailedException.class)
                    .isThrownBy(() -> side.fill(new PlacedBlocks(new long[1], new int[]{ slot })));
        }
        side.open(new Geometry(1, MEMORY, 1));
        assertThat(near.connections()).hasSize(1);
    }

    @Test
    void aGuestsMemoryIsFreeAgainWhenItIsGone() throws Exception {
        try (TransferEngine first = TransferEngine.create(
                EngineConfig.builder().agentName(RemoteSide.guestName("first")).build())) {
            new RemoteSide(first, address).open(new Geometry(1, MEMORY, 1));
            final RemoteSide second = new RemoteSide(near, address);
            assertThatExceptionOfType(RemoteFailedException.class)
                    .isThrownBy(() -> second.open(new Geometry(1, 8, 1))).withMessageContaining("0 can be given");
        }
        final RemoteSide second = new RemoteSide(near, address);
        final long start = System.nanoTime();
        while (true) {
            try {
                second.open(new Geometry(1, MEMORY, 1));
                break;
            } catch (final RemoteFailedException e) {
                assertThat(System.nanoTime() - start).as("%s", e).isLessThan(TimeUnit.SECONDS.toNanos(20));
            }
        }
    }

    @Test
    void whoSendsWhatIsNoWishIsSentAway() {
        final RemoteSide side = new RemoteSide(near, address);
        assertThat(near.sendNotification(side.connection(), new byte[]{ 1, 2, 3 })).isEqualTo(ResultCode.OK);
        assertThatExceptionOfType(RemoteFailedException.class).isThrownBy(() -> {
            while (true) {
                side.open(new Geometry(1, 8, 1));
            }
        }).withMessageContaining("is lost: the peer closed the connection");
        assertThat(out.toString()).contains("sent what is no wish: a wish of 3 bytes ends too soon");
    }
}
