package io.sluice.bench.replay;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler;

/** Writes the pictures of a replay, all in one style, without a display. */
final class Plots {
    static final int WIDTH = 1280;
    static final int HEIGHT = 720;
    static final Color ACCENT = new Color(0x1f, 0x6f, 0xb4);
    static final Color ACCENT_LIGHT = new Color(0x1f, 0x6f, 0xb4, 0x50);
    static final Color REFERENCE = new Color(0xd9, 0x7b, 0x29);
    static final BasicStroke LINE = new BasicStroke(3f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);

    private static final Color TEXT = new Color(0x26, 0x2b, 0x31);
    private static final Color GRID = new Color(0xe3, 0xe6, 0xea);

    private Plots() {}

    /** @param folder exists */
    static void write(final ReplayResult result, final Path folder) throws IOException {
        System.setProperty("java.awt.headless", "true");
        save(ThroughputPlot.of(result), folder.resolve("throughput.png"));
        save(LatencyPlot.of(result), folder.resolve("latency.png"));
        save(SlicesPlot.of(result), folder.resolve("slices.png"));
    }

    static void style(final AxesChartStyler styler) {
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridLinesColor(GRID);
        styler.setPlotGridLinesStroke(new BasicStroke(1f));
        styler.setPlotGridVerticalLinesVisible(false);
        styler.setChartFontColor(TEXT);
        styler.setAxisTickLabelsColor(TEXT);
        styler.setAxisTickMarksColor(GRID);
        styler.setChartTitleBoxVisible(false);
        styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 22));
        styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 17));
        styler.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 15));
        styler.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 16));
        styler.setLegendBorderColor(GRID);
        styler.setLegendPosition(Styler.LegendPosition.OutsideS);
        styler.setLegendLayout(Styler.LegendLayout.Horizontal);
        styler.setChartTitlePadding(18);
        styler.setPlotContentSize(0.99);
        styler.setYAxisTickMarkSpacingHint(70);
        styler.setXAxisTickMarkSpacingHint(110);
        styler.setAntiAlias(true);
        styler.setChartPadding(24);
    }

    private static void save(final Chart<?, ?> chart, final Path file) throws IOException {
        Files.write(file, BitmapEncoder.getBitmapBytes(chart, BitmapEncoder.BitmapFormat.PNG));
    }
}
