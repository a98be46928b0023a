package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.soft.FaultPlan;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LateCompletionsTest {
    @ParameterizedTest
    @ValueSource(ints = { 1, 4 })
    void completionsThatWaitInTheQueueWhenTheTimeOfAConnectionIsOverAreNotLost(final int signalInterval) {
        final FaultPlan stuck = FaultPlan.builder(0).delayNth(0, 0, Long.MAX_VALUE).build();
        try (InvokedPair pair = new InvokedPair(stuck,
                config -> config.qpsPerConnection(1).batchPollSize(1).sliceSize(1024).fragmentLimit(0)
                        .signalInterval(signalInterval))) {
            final Connection connection = pair.near.connect(pair.far);
            final long id = pair.near.write(connection, pair.here, 0, 10 * 1024, pair.remote(connection), 0);
            pair.work(2);

            pair.beginToClose(connection);
            pair.clock.advance(TimeUnit.MINUTES.toNanos(1));
            pair.work(1); // the connection is failed: ten completions, taken one by one
            pair.clock.advance(TimeUnit.MINUTES.toNanos(1));
            pair.work(20);

            assertThat(pair.errors).isEmpty();
            assertThat(pair.near.cause(id)).isEqualTo(Cause.CONNECTION_CLOSED);
            assertThat(pair.near.connections()).isEmpty();
        }
    }
}
