package io.sluice.bench.figures;

import io.sluice.bench.plot.PlotStyle;
import java.awt.Color;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * A picture of a report.
 *
 * @param name  of its file, without an ending
 * @param title what it shows
 * @param png   the file
 */
record Picture(String name, String title, byte[] png) {
    private static final Color[] COLOURS = { PlotStyle.ACCENT, PlotStyle.REFERENCE, PlotStyle.THIRD,
        PlotStyle.FOURTH };

    /** All of which there are figures. */
    static List<Picture> all(final Report report) throws IOException {
        final List<Picture> pictures = new ArrayList<>();
        rates(report, pictures);
        latencies(report, pictures);
        copies(report, pictures);
        scaling(report, "connections", "CPU time of a slice by connections, all but one idle", "connections",
                Suite.CONNECTIONS, Names::connections, pictures);
        scaling(report, "slices", "CPU time of a slice by slices a transfer", "slices a transfer",
                Suite.SCALED_SLICES, Names::scaled, pictures);
        return pictures;
    }

    private static void rates(final Report report, final List<Picture> pictures) throws IOException {
        final List<Bar> bars = new ArrayList<>();
        report.find(Names.C_TWO_THREADS).ifPresent(figure -> bars.add(new Bar("plain C", figure)));
        for (final Mode mode : Mode.values()) {
            report.find(Names.rate(mode, 64)).ifPresent(figure -> bars.add(new Bar(mode.toString(), figure)));
        }
        bars("rates", "Slices a second on a device that costs nothing, 64 a transfer, two threads",
                "M slices/s", bars, pictures);
    }

    private static void latencies(final Report report, final List<Picture> pictures) throws IOException {
        final String title = "Latency of one slice by rate, counted from when it was due";
        final XYChart chart = lines(title, "transfers a second", "us, submit to settled");
        chart.getStyler().setLegendVisible(true);
        chart.getStyler().setYAxisDecimalPattern("#,##0.###");
        int colour = 0;
        for (final String percentile : new String[]{ "50", "99", "99.9" }) {
            final List<Integer> known = known(report, Suite.RATES, rate -> Names.openLoop(rate, percentile));
            if (!known.isEmpty()) {
                chart.getStyler().setYAxisLogarithmic(true);
                line(chart, "p" + percentile, known, known.stream()
                        .map(rate -> Math.max(1, median(report, Names.openLoop(rate, percentile))) / 1e3).toList(),
                        COLOURS[colour++]);
            }
        }
        if (colour > 0) {
            pictures.add(new Picture("latency", title, PlotStyle.png(chart)));
        }
    }

    private static void copies(final Report report, final List<Picture> pictures) throws IOException {
        final List<Bar> bars = new ArrayList<>();
        for (final int block : Suite.BLOCKS) {
            final String size = (block >> 10) + " KiB";
            report.find(Names.copy(block)).ifPresent(figure -> bars.add(new Bar("copy, " + size, figure)));
            report.find(Names.soft(block)).ifPresent(figure -> bars.add(new Bar("engine, " + size, figure)));
        }
        bars("copies", "Writes of the soft device against MemorySegment.copy", "GB/s", bars, pictures);
    }

    private record Bar(String label, Figure figure) {}

    /** Medians, with the range of the rounds. */
    private static void bars(final String name, final String title, final String unit, final List<Bar> bars,
            final List<Picture> pictures) throws IOException {
        if (bars.isEmpty()) {
            return;
        }
        final CategoryChart chart = chart(title, unit);
        chart.getStyler().setOverlapped(true);
        chart.getStyler().setYAxisMin(0.0);
        final List<String> labels = bars.stream().map(Bar::label).toList();
        chart.addSeries("median of the rounds", labels, bars.stream().map(bar -> bar.figure().median()).toList())
                .setFillColor(PlotStyle.ACCENT);
        // Not error bars: those reach as far up as down, and a round of another mood is on one side.
        marks(chart, "least", SeriesMarkers.TRIANGLE_DOWN, labels,
                bars.stream().map(bar -> bar.figure().least()).toList());
        marks(chart, "most", SeriesMarkers.TRIANGLE_UP, labels, bars.stream().map(bar -> bar.figure().most()).toList());
        pictures.add(new Picture(name, title, PlotStyle.png(chart)));
    }

    private static void marks(final CategoryChart chart, final String name, final Marker marker,
            final List<String> labels, final List<Double> values) {
        final CategorySeries series = chart.addSeries(name, labels, values);
        series.setChartCategorySeriesRenderStyle(CategorySeriesRenderStyle.Scatter);
        series.setMarker(marker);
        series.setMarkerColor(PlotStyle.REFERENCE);
    }

    private static CategoryChart chart(final String title, final String unit) {
        final CategoryChart chart = new CategoryChartBuilder().width(PlotStyle.WIDTH).height(PlotStyle.HEIGHT)
                .title(title).yAxisTitle(unit).build();
        PlotStyle.apply(chart.getStyler());
        chart.getStyler().setAvailableSpaceFill(0.6);
        return chart;
    }

    private static void scaling(final Report report, final String name, final String title, final String axis,
            final int[] steps, final IntFunction<String> figureName, final List<Picture> pictures)
            throws IOException {
        final List<Integer> known = known(report, steps, figureName);
        if (known.isEmpty()) {
            return;
        }
        final XYChart chart = lines(title, axis, "ns CPU a slice");
        chart.getStyler().setLegendVisible(false);
        chart.getStyler().setYAxisMin(0.0);
        line(chart, title, known, known.stream().map(step -> median(report, figureName.apply(step))).toList(),
                PlotStyle.ACCENT);
        pictures.add(new Picture(name, title, PlotStyle.png(chart)));
    }

    private static XYChart lines(final String title, final String xAxis, final String yAxis) {
        final XYChart chart = new XYChartBuilder().width(PlotStyle.WIDTH).height(PlotStyle.HEIGHT).title(title)
                .xAxisTitle(xAxis).yAxisTitle(yAxis).build();
        PlotStyle.apply(chart.getStyler());
        chart.getStyler().setXAxisLogarithmic(true).setXAxisDecimalPattern("#,###");
        return chart;
    }

    private static void line(final XYChart chart, final String name, final List<Integer> x, final List<Double> y,
            final Color colour) {
        final XYSeries series = chart.addSeries(name, x, y);
        series.setLineColor(colour).setLineStyle(PlotStyle.LINE);
        series.setMarkerColor(colour);
    }

    private static List<Integer> known(final Report report, final int[] steps, final IntFunction<String> figureName) {
        return Arrays.stream(steps).boxed().filter(step -> report.find(figureName.apply(step)).isPresent()).toList();
    }

    private static double median(final Report report, final String name) {
        return report.find(name).orElseThrow().median();
    }
}
