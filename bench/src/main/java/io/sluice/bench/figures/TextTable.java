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

    static void print(final Collection<Figure> figures, final PrintWriter out) {
        final int width = 2 + figures.stream().mapToInt(figure -> figure.name().length()).max().orElse(0);
        for (final String section : figures.stream().map(Figure::section).distinct().toList()) {
            out.printf("%n%-" + width + "s  %10s  %21s  %-14s  %9s  %s%n", section, "median", "range", "unit",
                    "core-core", "reach");
            figures.stream().filter(figure -> figure.section().equals(section))
                    .forEach(figure -> line(figure, width, out));
        }
        out.flush();
    }

    private static void line(final Figure figure, final int width, final PrintWriter out) {
        out.printf(Locale.ROOT, "  %-" + (width - 2) + "s  %10s  %10s .. %7s  %-14s  %6.0f ns  %s%n", figure.name(),
                Numbers.text(figure.median()), Numbers.text(figure.least()), Numbers.text(figure.most()),
                figure.unit(), figure.moodNs(),
                figure.hasReach() ? Numbers.reach(figure) + (figure.isReached() ? "" : ": missed") : "");
    }
}
