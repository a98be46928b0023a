package io.sluice.bench.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler;

/** How all pictures of the command look; drawn without a display. */
public final class PlotStyle {
    public static final int WIDTH = 1280;
    public static final int HEIGHT = 720;
    public static final Color ACCENT = new Color(0x1f, 0x6f, 0xb4);
    public static final Color ACCENT_LIGHT = new Color(0x1f, 0x6f, 0xb4, 0x50);
    public static final Color REFERENCE = new Color(0xd9, 0x7b, 0x29);
    public static final Color THIRD = new Color(0x3c, 0x96, 0x6b);
    public static final Color FOURTH = new Color(0x8a, 0x6f, 0xb0);
    public static final BasicStroke LINE = new BasicStroke(3f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);

    private static final Color TEXT = new Color(0x26, 0x2b, 0x31);
    private static final Color GRID = new Color(0xe3, 0xe6, 0xea);

    static {
        System.setProperty("java.awt.headless", "true");
    }

    private PlotStyle() {}

    /** @param styler of the chart that shall look so */
    public static void apply(final AxesChartStyler styler) {
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

    /**
     * @param chart to draw
     * @return a PNG file
     */
    public static byte[] png(final Chart<?, ?> chart) throws IOException {
        return BitmapEncoder.getBitmapBytes(chart, BitmapEncoder.BitmapFormat.PNG);
    }
}
