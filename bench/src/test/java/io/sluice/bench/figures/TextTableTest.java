package io.sluice.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {

    private static List<String> lines(final Figure... figures) {
        final StringWriter text = new StringWriter();
        TextTable.print(List.of(figures), new PrintWriter(text));
        return text.toString().lines().toList();
    }

    @Test
    void aSectionHasAHeadAndItsFigures() {
        assertThat(lines(Reports.figure("one", "first", Better.LOWER, 2, 80, 1, 2, 3),
                Reports.figure("two", "second", Better.HIGHER, 9, 80, 4, 5, 6))).containsExactly("",
                        "one           median                  range  unit            core-core  reach",
                        "  first         2.00        1.00 ..    3.00  ns                  80 ns  at most 2.00", "",
                        "two           median                  range  unit            core-core  reach",
                        "  second        5.00        4.00 ..    6.00  ns                  80 ns  at least 9.00: missed");
    }

    @Test
    void columnsWithNothingInThemAreLeftOut() {
        assertThat(lines(Reports.figure("f", 0, 1, 2))).containsExactly("",
                "section      median                  range  unit", "  f            1.50        1.00 ..    2.00  ns");
    }
}
