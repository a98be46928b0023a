package io.sluice.bench.figures;

import java.util.Locale;

/** How values are written: three digits that count. */
final class Numbers {
    private Numbers() {}

    static String text(final double value) {
        final double size = Math.abs(value);
        if (size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        if (size >= 10) {
            return String.format(Locale.ROOT, "%.1f", value);
        }
        return String.format(Locale.ROOT, size >= 1 || size == 0 ? "%.2f" : "%.3f", value);
    }

    /** What a ratio should reach, or nothing. */
    static String reach(final Figure figure) {
        if (!figure.hasReach()) {
            return "";
        }
        return (figure.better() == Better.HIGHER ? "at least " : "at most ") + text(figure.reach());
    }
}
