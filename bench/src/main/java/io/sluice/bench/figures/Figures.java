package io.sluice.bench.figures;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** All figures of a run, in the order in which they were first measured. */
final class Figures {
    private final Map<String, Series> byName = new LinkedHashMap<>();
    private final Map<String, String> units = new LinkedHashMap<>();

    void add(final String name, final String unit, final double value) {
        byName.computeIfAbsent(name, n -> new Series()).add(value);
        units.put(name, unit);
    }

    void print(final PrintWriter out) {
        final int width = byName.keySet().stream().mapToInt(String::length).max().orElse(0);
        out.printf("%s, %d cores%n%n", System.getProperty("java.runtime.version"),
                Runtime.getRuntime().availableProcessors());
        out.printf("%-" + width + "s  %10s  %21s  %s%n", "", "median", "range", "unit");
        byName.forEach((name, series) -> out.printf(Locale.ROOT, "%-" + width + "s  %10s  %10s .. %7s  %s%n", name,
                number(series.median()), number(series.least()), number(series.most()), units.get(name)));
    }

    String toJson() {
        return byName.entrySet().stream()
                .map(e -> String.format(Locale.ROOT,
                        "  {\"name\": \"%s\", \"unit\": \"%s\", \"median\": %s, \"values\": %s}",
                        e.getKey(), units.get(e.getKey()), e.getValue().median(), e.getValue().values()))
                .collect(Collectors.joining(",\n", "[\n", "\n]\n"));
    }

    private static String number(final double value) {
        if (value >= 100) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        return String.format(Locale.ROOT, value >= 10 ? "%.1f" : "%.2f", value);
    }
}
