package io.sluice.bench.replay;

import io.sluice.bench.plot.PlotStyle;
import java.awt.BasicStroke;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** GB/s over the time spent moving, and of the plain copy of the same bytes. */
final class ThroughputPlot {
    private static final int BINS = 48;

    private ThroughputPlot() {}

    static XYChart of(final ReplayResult result) {
        final Tally tally = result.tally();
        final XYChart chart = new XYChartBuilder().width(PlotStyle.WIDTH).height(PlotStyle.HEIGHT)
                .title(String.format(Locale.ROOT, "Throughput: %.2f GB/s, %.2f of a plain copy", tally.moveRate(),
                        tally.ratio()))
                .xAxisTitle("time spent moving, s").yAxisTitle("GB/s").build();
        PlotStyle.apply(chart.getStyler());
        chart.getStyler().setDefaultSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Area).setYAxisMin(0.0)
                .setXAxisMin(0.0).setYAxisDecimalPattern("0.##").setXAxisDecimalPattern("0.##");
        final List<Double> seconds = new ArrayList<>();
        final List<Double> moved = new ArrayList<>();
        final List<Double> copied = new ArrayList<>();
        bin(tally.samples, seconds, moved, copied);
        if (!seconds.isEmpty()) {
            final XYSeries sluice = chart.addSeries("Sluice", seconds, moved);
            sluice.setMarker(SeriesMarkers.NONE).setLineColor(PlotStyle.ACCENT).setLineStyle(PlotStyle.LINE)
                    .setFillColor(PlotStyle.ACCENT_LIGHT);
            final XYSeries copy = chart.addSeries("MemorySegment.copy", seconds, copied);
            copy.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Line).setMarker(SeriesMarkers.NONE)
                    .setLineColor(PlotStyle.REFERENCE).setLineStyle(new BasicStroke(2.5f, BasicStroke.CAP_ROUND,
                            BasicStroke.JOIN_ROUND, 1f, new float[]{ 8f, 7f }, 0f));
        }
        return chart;
    }

    /** Joins rounds to at most {@link #BINS} points, each the rate over its own time. */
    private static void bin(final List<Tally.Sample> samples, final List<Double> seconds, final List<Double> moved,
            final List<Double> copied) {
        final int group = Math.ceilDiv(Math.max(1, samples.size()), BINS);
        for (int from = 0; from < samples.size(); from += group) {
            long bytes = 0;
            long moveNs = 0;
            long copyNs = 0;
            for (final Tally.Sample sample : samples.subList(from, Math.min(from + group, samples.size()))) {
                bytes += sample.bytes();
                moveNs += sample.moveNs();
                copyNs += sample.copyNs();
            }
            final Tally.Sample last = samples.get(Math.min(from + group, samples.size()) - 1);
            seconds.add(last.movedUntilNs() / 1e9);
            if (from == 0) { // the first rate holds from the start
                seconds.add(0, 0.0);
                moved.add(Tally.rate(bytes, moveNs));
                copied.add(Tally.rate(bytes, copyNs));
            }
            moved.add(Tally.rate(bytes, moveNs));
            copied.add(Tally.rate(bytes, copyNs));
        }
    }
}
