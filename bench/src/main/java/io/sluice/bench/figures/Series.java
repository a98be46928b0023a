package io.sluice.bench.figures;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Repeated measurements of one figure: the median counts, the range says how much to believe it. */
final class Series {
    private final List<Double> values = new ArrayList<>();

    void add(final double value) {
        values.add(value);
    }

    double median() {
        final List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        final int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    double least() {
        return Collections.min(values);
    }

    double most() {
        return Collections.max(values);
    }

    List<Double> values() {
        return List.copyOf(values);
    }
}
