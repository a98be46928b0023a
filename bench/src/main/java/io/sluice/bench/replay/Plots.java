package io.sluice.bench.replay;

import io.sluice.bench.plot.PlotStyle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.knowm.xchart.internal.chartpart.Chart;

/** Writes the pictures of a replay, all in one style, without a display. */
final class Plots {
    private Plots() {}

    /** @param folder exists */
    static void write(final ReplayResult result, final Path folder) throws IOException {
        save(ThroughputPlot.of(result), folder.resolve("throughput.png"));
        save(LatencyPlot.of(result), folder.resolve("latency.png"));
        save(SlicesPlot.of(result), folder.resolve("slices.png"));
    }

    private static void save(final Chart<?, ?> chart, final Path file) throws IOException {
        Files.write(file, PlotStyle.png(chart));
    }
}
