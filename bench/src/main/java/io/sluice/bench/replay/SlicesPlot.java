package io.sluice.bench.replay;

import io.sluice.bench.plot.PlotStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;

/** How many requests moved how many slices; the bars' ranges double, for a few requests move far more than most. */
final class SlicesPlot {
    private SlicesPlot() {}

    static CategoryChart of(final ReplayResult result) {
        final Histogram slices = result.tally().slicesARequest;
        final CategoryChart chart = new CategoryChartBuilder().width(PlotStyle.WIDTH).height(PlotStyle.HEIGHT)
                .title(String.format(Locale.ROOT, "Slices of a request: %,d in the middle, %,d at most, %,d in all",
                        slices.getValueAtPercentile(50), slices.getMaxValue(), result.tally().slices))
                .xAxisTitle("slices").yAxisTitle("requests").build();
        PlotStyle.apply(chart.getStyler());
        chart.getStyler().setAvailableSpaceFill(0.85).setLegendVisible(false);
        chart.getStyler().setYAxisMin(0.0).setYAxisDecimalPattern("#,##0");
        final List<String> ranges = new ArrayList<>();
        final List<Long> requests = new ArrayList<>();
        final long first = Long.highestOneBit(Math.max(1, slices.getMinValue()));
        for (long low = first; low <= slices.getMaxValue(); low *= 2) {
            final long high = 2 * low - 1;
            ranges.add(low == high ? Long.toString(low) : String.format(Locale.ROOT, "%,d\u2013%,d", low, high));
            requests.add(slices.getCountBetweenValues(low, high));
        }
        if (!ranges.isEmpty()) {
            chart.addSeries("requests", ranges, requests).setFillColor(PlotStyle.ACCENT);
        }
        return chart;
    }
}
