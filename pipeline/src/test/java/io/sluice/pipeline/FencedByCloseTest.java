package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.soft.FaultPlan;
import org.junit.jupiter.api.Test;

class FencedByCloseTest {
    @Test
    void aPeerThatClosesIsFenced() {
        try (InvokedPair pair = new InvokedPair(FaultPlan.NONE, config -> {})) {
            final Connection connection = pair.near.connect(pair.far);

            pair.far.close();
            pair.work(5);

            assertThat(connection.remoteFenced()).isCompleted();
        }
    }
}
