package io.sluice.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class HtmlPageTest {
    private static final Report REPORT = Reports.report(Reports.figure(Names.rate(Mode.SHARED, 64), 80, 25, 26),
            Reports.figure(Names.openLoop(10_000, "50"), 80, 500),
            Reports.figure(Names.openLoop(100_000, "50"), 80, 900),
            Reports.figure(Names.scaled(1), 80, 200), Reports.figure(Names.scaled(100), 80, 30),
            Reports.figure("section", "missed ratio", Better.HIGHER, 0.5, 400, 0.25));

    @Test
    void thePageNeedsNothingButItself() throws IOException {
        final String page = HtmlPage.of(REPORT);
        assertThat(page).doesNotContain("http:", "https:", "<script", "<link")
                .contains("some &lt;CPU&gt;", "left out: x &amp; y", "missed ratio", "at least 0.500: missed");
    }

    @Test
    void picturesAreDrawnOfWhatThereAreFiguresOf() throws IOException {
        final var images = Pattern.compile("data:image/png;base64,([^\"]+)").matcher(HtmlPage.of(REPORT));
        int count = 0;
        while (images.find()) {
            assertThat(ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(images.group(1)))))
                    .isNotNull();
            count++;
        }
        assertThat(count).isEqualTo(3);
    }

    @Test
    void aFigureOfAnotherMoodIsMarked() throws IOException {
        assertThat(HtmlPage.of(REPORT)).containsOnlyOnce("<td class=\"far\">400 ns</td>");
    }
}
