package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table in the document is the table in the code; where this fails, its message holds the rows to paste. */
class ConfigurationDocumentTest {
    private static final String HEAD = "| name | system property | environment | default | range | meaning |";

    @Test
    void theDocumentListsEverySettingAsTheCodeHasIt() throws IOException {
        final List<String> lines = Files.readAllLines(document());
        final int head = lines.indexOf(HEAD);
        assertThat(head).as("the line " + HEAD).isNotNegative();
        final List<String> rows = lines.subList(head + 2, lines.size()).stream().takeWhile(line -> line.startsWith("|"))
                .toList();
        assertThat(rows).as("rows for docs/configuration.md:%n%s", String.join("\n", expected()))
                .isEqualTo(expected());
    }

    private static List<String> expected() {
        return Settings.ALL.stream().map(ConfigurationDocumentTest::row).toList();
    }

    private static String row(final Setting<?> setting) {
        return "| %s | `%s` | `%s` | %s | %s | %s |".formatted(setting.name(), setting.property(), setting.variable(),
                setting.defaultText(), setting.domain().range(), setting.meaning());
    }

    /** Tests run in the module's folder. */
    private static Path document() {
        return Path.of("..", "docs", "configuration.md");
    }
}
