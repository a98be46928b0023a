package io.sluice.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    private static Comparison compare(final Figure before, final Figure after) {
        return Comparison.of(Reports.report(before), Reports.report(after));
    }

    private static String text(final Comparison comparison) {
        final StringWriter text = new StringWriter();
        comparison.print(new PrintWriter(text, true));
        return text.toString();
    }

    @Test
    void rangesThatMeetAreNoise() {
        assertThat(compare(Reports.figure("f", 80, 10, 11, 15), Reports.figure("f", 80, 14, 20, 21)).changes())
                .isEmpty();
    }

    @Test
    void aSmallChangeIsNoneHoweverNarrowTheRanges() {
        assertThat(compare(Reports.figure("f", 80, 100, 100.1), Reports.figure("f", 80, 102, 102.1)).changes())
                .isEmpty();
    }

    @Test
    void rangesThatDoNotMeetAreAChangeForTheBetterOrTheWorse() {
        final Comparison faster = compare(Reports.figure("f", 80, 10, 11), Reports.figure("f", 80, 8, 9));
        assertThat(faster.changes()).singleElement().satisfies(change -> {
            assertThat(change.isBetter()).isTrue();
            assertThat(change.isOneMood()).isTrue();
        });
        assertThat(text(faster)).contains("1 of 1 figures changed", "better", "-19.0 %").doesNotContain("ns apart");
        final Comparison slower = compare(Reports.figure("s", "f", Better.HIGHER, Double.NaN, 80, 10, 11),
                Reports.figure("s", "f", Better.HIGHER, Double.NaN, 80, 8, 9));
        assertThat(text(slower)).contains("worse");
    }

    @Test
    void aChangeUnderAnotherMoodSaysSo() {
        assertThat(text(compare(Reports.figure("f", 80, 10), Reports.figure("f", 310, 30))))
                .contains("the cores were 80 and 310 ns apart");
    }

    @Test
    void aFigureThatWasZeroHasNoPercentage() {
        assertThat(text(compare(Reports.figure("f", 80, 0, 0), Reports.figure("f", 80, 3, 4))))
                .contains("1 of 1 figures changed", "worse").doesNotContain("%", "Infinity", "NaN");
    }

    @Test
    void whatOnlyOneHasIsNamed() {
        assertThat(text(compare(Reports.figure("old", 80, 10), Reports.figure("new", 80, 30))))
                .contains("0 of 0 figures", "only in the first: old", "only in the second: new");
    }
}
