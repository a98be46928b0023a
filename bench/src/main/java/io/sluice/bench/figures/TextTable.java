package io.sluice.bench.figures;

import java.io.PrintWriter;
import java.util.Collection;
import java.util.Locale;

/** The figures on a terminal. */
final class TextTable {
    private TextTable() {}

    static void print(final Report report, final PrintWriter out) {
        final Machine machine = report.machine();
        out.printf("%s, %d cores, %s%n", machine.cpu(), machine.cores(), machine.system());
        out.printf("JVM %s, %s%n", machine.jvm(), String.join(" ", machine.flags()));
        out.printf("commit %s, %s, software path on %s, %d rounds%n", machine.commit(), machine.time(),
                machine.device(), report.rounds());
        report.notes().forEach(note -> out.printf("note: %s%n", note));
        print(report.figures(), out);
    }

    /** Without the columns that nobody has something in: how far apart the cores were, what is to be reached. */
    static void print(final Collection<Figure> figures, final PrintWriter out) {
        final int width = 2 + figures.stream()
                .mapToInt(figure -> Math.max(figure.name().length(), figure.section().length() - 2)).max().orElse(0);
        final boolean moods = figures.stream().anyMatch(figure -> figure.moodNs() > 0);
        final boolean reaches = figures.stream().anyMatch(Figure::hasReach);
        for (final String section : figures.stream().map(Figure::section).distinct().toList()) {
            row(out, String.format(Locale.ROOT, "%-" + width + "s  %10s  %21s  %-14s", section, "median", "range",
                    "unit") + (moods ? "  core-core" : "") + (reaches ? "  reach" : ""), true);
            for (final Figure figure : figures) {
                if (figure.section().equals(section)) {
                    row(out, String.format(Locale.ROOT, "  %-" + (width - 2) + "s  %10s  %10s .. %7s  %-14s",
                            figure.name(), Numbers.text(figure.median()), Numbers.text(figure.least()),
                            Numbers.text(figure.most()), figure.unit())
                            + (moods ? String.format(Locale.ROOT, "  %6.0f ns", figure.moodNs()) : "")
                            + (figure.hasReach()
                                    ? "  " + Numbers.reach(figure) + (figure.isReached() ? "" : ": missed")
                                    : ""),
                            false);
                }
            }
        }
        out.flush();
    }

    private static void row(final PrintWriter out, final String text, final boolean head) {
        out.printf("%s%s%n", head ? System.lineSeparator() : "", text.stripTrailing());
    }
}
