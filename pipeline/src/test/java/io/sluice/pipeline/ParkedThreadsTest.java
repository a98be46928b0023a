package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.EnginePair.Buffers;
import io.sluice.pipeline.duty.Wakeable;
import io.sluice.pipeline.transfer.TransferTable;
import io.sluice.pipeline.transfer.TransferWord;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Threads that park at once, for longer than a test waits: a wake-up that is lost shows. */
class ParkedThreadsTest {
    private static final long AN_HOUR_OR_SO_NS = 10_000_000_000L;

    private static EnginePair parking(final ThreadingMode mode) {
        return new EnginePair.Setup().mode(mode).config(c -> c.spinNs(0).maxParkNs(AN_HOUR_OR_SO_NS).maxRequests(8)
                .sliceSize(1024).fragmentLimit(0).qpsPerConnection(2)).open();
    }

    @Test
    void whatThePollThreadFeedsWakesTheParkedPostHandlers() {
        try (EnginePair pair = parking(ThreadingMode.DEDICATED)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 256 << 10);
            for (int i = 0; i < 3; i++) { // far more slices than the lanes hold: the poll thread feeds most
                assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.SUCCEEDED);
            }
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
        }
    }

    /** A visit that publishes a little and then lacks credit has published all the same. */
    @Test
    void everyPublishOfThePollThreadWakesThePostHandlers() {
        final AtomicInteger woken = new AtomicInteger();
        try (HandDriven engine = new HandDriven(1,
                config -> config.sharedCqDepth(8).sliceSize(1024).fragmentLimit(0))) {
            engine.core.sleepers(woken::incrementAndGet, Wakeable.AWAKE);
            final long id = engine.write(200 << 10);
            int publishes = 0;
            while (TransferWord.isFed(engine.core.table().word((int) id & TransferTable.MAX_SLOTS - 1))) {
                engine.post(0);
                final long before = engine.core.ring().cursor();
                woken.set(0);
                engine.poll.doWork();
                if (engine.core.ring().cursor() > before) {
                    publishes++;
                    assertThat(woken).hasPositiveValue();
                }
            }
            assertThat(publishes).isPositive();
        }
    }

    @Test
    void aParkedEngineSettlesWhatIsSubmittedNext() {
        try (EnginePair pair = parking(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 4_000);
            for (int i = 0; i < 200; i++) {
                assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.SUCCEEDED);
            }
        }
    }
}
