package io.sluice.bench.figures;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes all measurements, round after round, so that what is compared was measured side by side and not minutes apart.
 */
final class Rounds {
    private final Mood mood;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Collected> figures = new LinkedHashMap<>();
    /** This round's values. */
    private final Map<String, Sample> now = new HashMap<>();

    /** Either one of both. */
    private record Entry(String section, Measurement measurement, Ratio ratio) {}

    private record Collected(String section, Reading first, double reach, List<Sample> samples) {}

    /** @param mood asked before and after each measurement */
    Rounds(final Mood mood) {
        this.mood = mood;
    }

    void add(final String section, final Measurement measurement) {
        entries.add(new Entry(section, measurement, null));
    }

    /** Behind the two figures that it compares. */
    void add(final String section, final Ratio ratio) {
        entries.add(new Entry(section, null, ratio));
    }

    void run() throws Exception {
        now.clear();
        for (final Entry entry : entries) {
            if (entry.ratio != null) {
                compare(entry.section, entry.ratio);
            } else {
                measure(entry.section, entry.measurement);
            }
        }
    }

    private void measure(final String section, final Measurement measurement) throws Exception {
        final double before = mood.ns();
        final List<Reading> readings = measurement.take();
        final double after = mood.ns();
        for (final Reading reading : readings) {
            record(section, reading, Double.NaN, new Sample(reading.value(), before, after));
        }
    }

    private void compare(final String section, final Ratio ratio) {
        final Sample numerator = now.get(ratio.numerator());
        final Sample denominator = now.get(ratio.denominator());
        if (numerator == null || denominator == null) {
            throw new IllegalStateException("the ratio \"" + ratio.name() + "\" compares what was not measured");
        }
        record(section, new Reading(ratio.name(), "", ratio.better(), numerator.value() / denominator.value()),
                ratio.reach(),
                new Sample(numerator.value() / denominator.value(),
                        Math.max(numerator.moodBeforeNs(), denominator.moodBeforeNs()),
                        Math.max(numerator.moodAfterNs(), denominator.moodAfterNs())));
    }

    private void record(final String section, final Reading reading, final double reach, final Sample sample) {
        now.put(reading.name(), sample);
        figures.computeIfAbsent(reading.name(), name -> new Collected(section, reading, reach, new ArrayList<>()))
                .samples().add(sample);
    }

    Collection<Figure> figures() {
        return figures.values().stream().map(c -> new Figure(c.section(), c.first().name(), c.first().unit(),
                c.first().better(), c.reach(), c.samples())).toList();
    }
}
