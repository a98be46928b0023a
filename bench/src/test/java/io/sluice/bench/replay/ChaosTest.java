package io.sluice.bench.replay;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChaosTest {
    @ParameterizedTest
    @ValueSource(longs = { 0, 1, 100, 1_000_000_000_000L })
    void thereIsAPlanForAnySizeOfReplay(final long slices) {
        for (long seed = -5; seed < 5; seed++) {
            final long chosen = seed;
            assertThatCode(() -> Chaos.plan(chosen, slices, 1, 1)).doesNotThrowAnyException();
            assertThatCode(() -> Chaos.plan(chosen, slices, 128, 32)).doesNotThrowAnyException();
        }
    }
}
