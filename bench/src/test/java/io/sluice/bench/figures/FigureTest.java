package io.sluice.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FigureTest {

    @Test
    void theMedianOfAnEvenNumberOfValuesIsBetweenTheMiddleTwo() {
        assertThat(Reports.figure("f", 80, 4, 1, 3, 2).median()).isEqualTo(2.5);
        assertThat(Reports.figure("f", 80, 9, 1, 2).median()).isEqualTo(2);
    }

    @Test
    void theRangeHasTheLeastAndTheMost() {
        final Figure figure = Reports.figure("f", 80, 4, 1, 3);
        assertThat(figure.least()).isEqualTo(1);
        assertThat(figure.most()).isEqualTo(4);
    }

    @Test
    void whatIsReachedDependsOnWhichWayIsBetter() {
        assertThat(Reports.figure("s", "f", Better.LOWER, 1.5, 80, 1.4).isReached()).isTrue();
        assertThat(Reports.figure("s", "f", Better.LOWER, 1.5, 80, 1.6).isReached()).isFalse();
        assertThat(Reports.figure("s", "f", Better.HIGHER, 1.5, 80, 1.6).isReached()).isTrue();
        assertThat(Reports.figure("s", "f", Better.HIGHER, 1.5, 80, 1.4).isReached()).isFalse();
        assertThat(Reports.figure("f", 80, 1).hasReach()).isFalse();
    }
}
