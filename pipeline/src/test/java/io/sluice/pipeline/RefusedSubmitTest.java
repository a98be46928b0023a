package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.soft.FaultPlan;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RefusedSubmitTest {
    private static final int TRIES = 100_000;

    @Test
    void aRegionThatGoesWhileItIsSubmittedCostsNothing() throws InterruptedException {
        try (InvokedPair pair = new InvokedPair(FaultPlan.builder(0).delayNth(2, 0, Long.MAX_VALUE).build(),
                config -> config.notificationInbox(4).qpsPerConnection(1))) {
            final Connection connection = pair.near.connect(pair.far);
            final RemoteRegion remote = pair.remote(connection);
            final LocalRegion used = pair.near.register(pair.allocate());
            final Connection stuck = pair.near.connect(pair.far);
            final long holder = pair.near.write(stuck, used, 0, 1, pair.remote(stuck), 0);
            pair.work(1);
            final Thread other = Thread.ofPlatform().daemon().start(() -> {
                for (int i = 0; i < TRIES; i++) {
                    try {
                        pair.near.deregisterAsync(used);
                    } catch (final IllegalStateException e) {
                        continue; // in use by the holder; but for a moment nothing could begin on it
                    }
                }
            });
            final EntryList entries = new EntryList().add(used, 0, 1, remote, 0).add(used, 1, 1, remote, 1);
            final TransferRequest request = new TransferRequest().entries(entries).notification(new byte[1]);
            final EngineSnapshot snapshot = new EngineSnapshot();
            while (other.isAlive()) {
                try {
                    release(pair, pair.near.submit(connection, request));
                    release(pair, pair.near.write(connection, used, 0, 1, remote, 0));
                } catch (final IllegalArgumentException e) {
                    continue;
                }
            }
            other.join();
            pair.beginToClose(stuck);
            pair.clock.advance(TimeUnit.MINUTES.toNanos(1));
            pair.work(10);
            pair.near.release(holder);
            pair.near.snapshot(snapshot);

            assertThat(snapshot.freeTransferSlots()).isEqualTo(snapshot.transferSlots());
            assertThat(snapshot.entryPoolFreeBytes()).isEqualTo(snapshot.entryPoolBytes());
        }
    }

    private static void release(final InvokedPair pair, final long id) {
        while (id >= 0 && pair.near.release(id) == TransferState.IN_PROGRESS) {
            pair.work(1);
            pair.far.notifications((from, message) -> {}, 10);
        }
    }
}
