package io.sluice.bench.figures;

import java.io.IOException;
import java.util.Base64;
import java.util.Locale;

/** A report as one page that needs nothing but itself. */
final class HtmlPage {
    private static final String STYLE = """
            body { font: 15px/1.45 system-ui, sans-serif; color: #262b31; max-width: 1080px; margin: 2.5em auto;
              padding: 0 1.5em; }
            h1 { font-size: 1.7em; margin-bottom: .2em; } h2 { font-size: 1.15em; margin-top: 2.2em; }
            table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
            th, td { text-align: right; padding: .28em .7em; border-bottom: 1px solid #e3e6ea; white-space: nowrap; }
            th { font-weight: 600; color: #66707a; } th:first-child, td:first-child { text-align: left; }
            td:first-child { white-space: normal; } td.median { font-weight: 600; } td.unit { text-align: left; }
            .reached { color: #2b7a50; } .missed { color: #b5451f; } .far { color: #b5451f; }
            dl { display: grid; grid-template-columns: max-content 1fr; gap: .15em 1.2em; } dt { color: #66707a; }
            dd { margin: 0; overflow-wrap: anywhere; } img { width: 100%; }
              .pictures { display: grid; grid-template-columns: 1fr 1fr; gap: 1em; margin: 1.5em 0; } p.note { color: #b5451f; }
            """;
    /** More than this between two cores and back, beside the least of the run, is another mood. */
    private static final double FAR = 1.5;

    private final Report report;
    private final StringBuilder out = new StringBuilder();

    private HtmlPage(final Report report) {
        this.report = report;
    }

    static String of(final Report report) throws IOException {
        final HtmlPage page = new HtmlPage(report);
        page.head();
        page.out.append("<div class=\"pictures\">");
        for (final Picture picture : Picture.all(report)) {
            page.picture(picture);
        }
        page.out.append("</div>");
        for (final String section : report.sections()) {
            page.section(section);
        }
        page.out.append("</body></html>\n");
        return page.out.toString();
    }

    private void head() {
        final Machine machine = report.machine();
        out.append("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Sluice bench</title><style>")
                .append(STYLE).append("</style></head><body><h1>What Sluice costs</h1><dl>");
        fact("measured", machine.time() + ", " + report.rounds() + " rounds, everything once in each");
        fact("machine", machine.cpu() + ", " + machine.cores() + " cores, " + machine.system());
        fact("JVM", machine.jvm() + " " + String.join(" ", machine.flags()));
        fact("commit", machine.commit());
        fact("software path on", machine.device());
        fact("core to core", String.format(Locale.ROOT,
                "%s ns and back, measured before and after every figure; figures across threads go with it",
                Numbers.text(Figure.median(report.figures().stream().mapToDouble(Figure::moodNs)))));
        out.append("</dl>");
        report.notes().forEach(note -> out.append("<p class=\"note\">").append(escape(note)).append("</p>"));
    }

    private void fact(final String what, final String value) {
        out.append("<dt>").append(escape(what)).append("</dt><dd>").append(escape(value)).append("</dd>");
    }

    private void picture(final Picture picture) {
        out.append("<img alt=\"").append(escape(picture.title())).append("\" src=\"data:image/png;base64,")
                .append(Base64.getEncoder().encodeToString(picture.png())).append("\">");
    }

    private void section(final String section) {
        final double least = report.figures().stream().mapToDouble(Figure::moodNs).min().orElse(0);
        out.append("<h2>").append(escape(section)).append("</h2><table><tr><th></th><th>median</th><th>range</th>")
                .append("<th class=\"unit\">unit</th><th>core to core</th><th>reach</th></tr>");
        for (final Figure figure : report.section(section)) {
            out.append("<tr><td>").append(escape(figure.name())).append("</td><td class=\"median\">")
                    .append(Numbers.text(figure.median())).append("</td><td>").append(Numbers.text(figure.least()))
                    .append(" .. ").append(Numbers.text(figure.most())).append("</td><td class=\"unit\">")
                    .append(escape(figure.unit())).append("</td><td")
                    .append(figure.moodNs() > FAR * least ? " class=\"far\">" : ">")
                    .append(String.format(Locale.ROOT, "%.0f ns", figure.moodNs())).append("</td>");
            if (figure.hasReach()) {
                out.append(figure.isReached() ? "<td class=\"reached\">" : "<td class=\"missed\">")
                        .append(Numbers.reach(figure)).append(figure.isReached() ? "</td>" : ": missed</td>");
            } else {
                out.append("<td></td>");
            }
            out.append("</tr>");
        }
        out.append("</table>");
    }

    private static String escape(final String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
