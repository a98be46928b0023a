package io.sluice.pipeline.duty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SpinThenParkTest {
    private static final int IDLES = 1_000;

    private final AtomicInteger asked = new AtomicInteger();

    private SpinThenPark idle(final boolean crowded) {
        return new SpinThenPark(crowded, 0, () -> {
            asked.incrementAndGet();
            return false;
        }, () -> 1);
    }

    @Test
    void whereCoresAreScarceItDoesNotSpinBeforeItGivesWay() {
        final SpinThenPark idle = idle(true);
        for (int i = 1; i <= IDLES; i++) {
            idle.idle(0);
            assertThat(asked).hasValue(i);
        }
    }

    @Test
    void whereThereAreCoresItSpinsFirst() {
        final SpinThenPark idle = idle(false);
        idle.idle(0);
        assertThat(asked).hasValue(0);
        for (int i = 0; i < IDLES; i++) {
            idle.idle(0);
        }
        assertThat(asked).hasPositiveValue();
    }

    @Test
    void afterWorkItSpinsAnew() {
        final SpinThenPark idle = idle(false);
        for (int i = 0; i < IDLES; i++) {
            idle.idle(0);
        }
        idle.idle(1);
        final int before = asked.get();
        idle.idle(0);
        assertThat(asked).hasValue(before);
    }
}
