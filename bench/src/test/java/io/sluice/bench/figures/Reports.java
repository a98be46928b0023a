package io.sluice.bench.figures;

import java.util.Arrays;
import java.util.List;

/** Reports made up for tests. */
final class Reports {
    private Reports() {}

    static Figure figure(final String section, final String name, final Better better, final double reach,
            final double moodNs, final double... values) {
        return new Figure(section, name, "ns", better, reach,
                Arrays.stream(values).mapToObj(value -> new Sample(value, moodNs, moodNs)).toList());
    }

    static Figure figure(final String name, final double moodNs, final double... values) {
        return figure("section", name, Better.LOWER, Double.NaN, moodNs, values);
    }

    static Report report(final Figure... figures) {
        return new Report(new Machine("2026-01-02T03:04:05Z", "abc+", "some <CPU>", 2, "Linux", "25", List.of("-Xmx1g"),
                "null0"), 3, List.of("left out: x & y"), List.of(figures));
    }
}
