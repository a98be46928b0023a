package io.sluice.bench.replay;

import io.sluice.bench.plot.PlotStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Latency by percentile, the tail stretched: each step to the right has a tenth of the requests before it. */
final class LatencyPlot {
    private static final int TICKS_A_HALVING = 8;

    private LatencyPlot() {}

    static XYChart of(final ReplayResult result) {
        final Histogram latency = result.tally().latencyNs;
        final XYChart chart = new XYChartBuilder().width(PlotStyle.WIDTH).height(PlotStyle.HEIGHT)
                .title(String.format(Locale.ROOT, "Latency of %,d requests: p50 %s ms, p99 %s ms, max %s ms",
                        latency.getTotalCount(), ms(latency.getValueAtPercentile(50)),
                        ms(latency.getValueAtPercentile(99)), ms(latency.getMaxValue())))
                .xAxisTitle("percentile of requests").yAxisTitle("latency, ms").build();
        PlotStyle.apply(chart.getStyler());
        chart.getStyler().setPlotGridVerticalLinesVisible(true).setYAxisLogarithmic(true).setLegendVisible(false);
        chart.getStyler().setXAxisMin(0.0).setYAxisDecimalPattern("#,##0.####")
                .setxAxisTickLabelsFormattingFunction(LatencyPlot::percentile);
        final List<Double> rarity = new ArrayList<>();
        final List<Double> values = new ArrayList<>();
        for (final HistogramIterationValue value : latency.percentiles(TICKS_A_HALVING)) {
            final double above = 100 - value.getPercentileLevelIteratedTo();
            if (above > 0) { // the last is the largest, at 100 %: its place is that of one request among all
                rarity.add(Math.log10(100 / above));
                values.add(Math.max(1, value.getValueIteratedTo()) / 1e6);
            }
        }
        if (!rarity.isEmpty()) {
            final XYSeries series = chart.addSeries("requests", rarity, values);
            series.setMarker(SeriesMarkers.NONE).setLineColor(PlotStyle.ACCENT).setLineStyle(PlotStyle.LINE);
        }
        return chart;
    }

    /** 1 is 90 %, 2 is 99 %, 3 is 99.9 %; between them there is no label. */
    private static String percentile(final double decade) {
        if (decade != Math.rint(decade)) {
            return "";
        }
        return String.format(Locale.ROOT, "%." + Math.max(0, (int) decade - 2) + "f %%",
                100 - 100 / Math.pow(10, decade));
    }

    private static String ms(final long ns) {
        return String.format(Locale.ROOT, ns < 10_000_000 ? "%.2f" : "%,.0f", ns / 1e6);
    }
}
