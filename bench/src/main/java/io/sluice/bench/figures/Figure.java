package io.sluice.bench.figures;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * What was found in all rounds: the median counts, the range says how much to believe it.
 *
 * @param section it belongs to
 * @param name    of it
 * @param unit    of its values; empty for a ratio
 * @param better  which way it should go
 * @param reach   what it should reach, NaN for none
 * @param samples in the order in which they were taken, as many in each round
 */
record Figure(String section, String name, String unit, Better better, double reach, List<Sample> samples) {
    Figure {
        samples = List.copyOf(samples);
    }

    double median() {
        return median(samples.stream().mapToDouble(Sample::value));
    }

    double least() {
        return samples.stream().mapToDouble(Sample::value).min().orElseThrow();
    }

    double most() {
        return samples.stream().mapToDouble(Sample::value).max().orElseThrow();
    }

    double moodNs() {
        return median(samples.stream()
                .flatMapToDouble(sample -> DoubleStream.of(sample.moodBeforeNs(), sample.moodAfterNs())));
    }

    boolean hasReach() {
        return !Double.isNaN(reach);
    }

    /** Whether the median is where it should be. */
    boolean isReached() {
        return better == Better.HIGHER ? median() >= reach : median() <= reach;
    }

    static double median(final DoubleStream values) {
        final double[] sorted = values.sorted().toArray();
        final int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
