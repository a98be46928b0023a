package io.sluice.bench.figures;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * What changed between two reports.
 *
 * @param differences of the machines and settings, in words
 * @param changes     beyond noise
 * @param compared    figures that both have
 * @param missing     names of figures that only one has
 */
record Comparison(List<String> differences, List<Change> changes, int compared, List<String> missing) {
    private static final double LEAST = 0.05;
    /** Moods further apart than this are two. */
    private static final double MOOD = 1.5;

    /**
     * @param before the earlier figure
     * @param after  the later one, of the same name
     */
    record Change(Figure before, Figure after) {
        double factor() {
            return after.median() / before.median();
        }

        /** In percent of the earlier median; blank where that is 0. */
        String percent() {
            return before.median() == 0 ? "" : String.format(Locale.ROOT, "%+.1f %%", 100 * (factor() - 1));
        }

        boolean isBetter() {
            return after.median() > before.median() == (after.better() == Better.HIGHER);
        }

        /** Whether the cores were equally far apart. */
        boolean isOneMood() {
            return Math.max(before.moodNs(), after.moodNs()) <= MOOD * Math.min(before.moodNs(), after.moodNs());
        }

        /** Ranges that do not meet, around medians that differ by more than a little. */
        boolean isBeyondNoise() {
            return (after.least() > before.most() || after.most() < before.least())
                    && Math.abs(after.median() - before.median()) >= LEAST * Math.abs(before.median());
        }
    }

    static Comparison of(final Report before, final Report after) {
        final List<String> differences = new ArrayList<>();
        differ("CPU", before.machine().cpu(), after.machine().cpu(), differences);
        differ("cores", before.machine().cores(), after.machine().cores(), differences);
        differ("system", before.machine().system(), after.machine().system(), differences);
        differ("JVM", before.machine().jvm(), after.machine().jvm(), differences);
        differ("flags", before.machine().flags(), after.machine().flags(), differences);
        differ("device", before.machine().device(), after.machine().device(), differences);
        differ("rounds", before.rounds(), after.rounds(), differences);
        final List<Change> changes = new ArrayList<>();
        final List<String> missing = new ArrayList<>();
        int compared = 0;
        for (final Figure figure : before.figures()) {
            final Figure later = after.find(figure.name()).orElse(null);
            if (later == null) {
                missing.add("only in the first: " + figure.name());
                continue;
            }
            compared++;
            final Change change = new Change(figure, later);
            if (change.isBeyondNoise()) {
                changes.add(change);
            }
        }
        for (final Figure figure : after.figures()) {
            if (before.find(figure.name()).isEmpty()) {
                missing.add("only in the second: " + figure.name());
            }
        }
        return new Comparison(differences, changes, compared, missing);
    }

    private static void differ(final String what, final Object before, final Object after, final List<String> to) {
        if (!Objects.equals(before, after)) {
            to.add(what + ": " + before + " -> " + after);
        }
    }

    void print(final PrintWriter out) {
        if (!differences.isEmpty()) {
            out.println("not the same conditions:");
            differences.forEach(difference -> out.println("  " + difference));
        }
        out.printf("%d of %d figures changed beyond noise%n", changes.size(), compared);
        final int width = changes.stream().mapToInt(change -> change.before().name().length()).max().orElse(0);
        for (final Change change : changes) {
            out.printf(Locale.ROOT, "  %-" + width + "s  %10s -> %-10s %-14s  %8s  %s%s%n",
                    change.before().name(), Numbers.text(change.before().median()),
                    Numbers.text(change.after().median()), change.after().unit(), change.percent(),
                    change.isBetter() ? "better" : "worse",
                    change.isOneMood()
                            ? ""
                            : String.format(Locale.ROOT, ", but the cores were %.0f and %.0f ns apart",
                                    change.before().moodNs(), change.after().moodNs()));
        }
        missing.forEach(name -> out.println("  " + name));
    }
}
