package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineDutiesTest {

    @ParameterizedTest
    @CsvSource({ "SHARED, 1, 1, true", "SHARED, 4, 2, false", "DEDICATED, 1, 2, true", "DEDICATED, 1, 3, false",
        "DEDICATED, 2, 3, true", "DEDICATED, 2, 4, false", "INVOKER, 1, 1, true", "INVOKER, 1, 2, false" })
    void itIsCrowdedWhereItsThreadsAndOneThatSubmitsAreMoreThanTheCores(final ThreadingMode mode,
            final int postHandlers, final int cores, final boolean crowded) {
        assertThat(EngineDuties.isCrowded(mode, postHandlers, cores)).isEqualTo(crowded);
    }
}
