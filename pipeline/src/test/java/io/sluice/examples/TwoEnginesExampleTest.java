package io.sluice.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class TwoEnginesExampleTest {
    @Test
    void theProgramPrintsWhatItMoved() {
        final PrintStream before = System.out;
        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            TwoEngines.main(new String[0]);
        } finally {
            System.setOut(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines("SUCCEEDED: hello, far memory");
    }

    @Test
    void theReadmeShowsThisProgram() throws IOException {
        final List<String> source = Files
                .readAllLines(Path.of("src/test/java/io/sluice/examples/TwoEngines.java"));
        final int first = source.indexOf("        final EngineConfig config = EngineConfig.builder().build();");
        final String body = String.join("\n",
                source.subList(first, source.size() - 2).stream().map(line -> line.replaceFirst("^ {8}", "")).toList());
        assertThat(Files.readString(Path.of("../README.md"))).contains("```java\n" + body + "\n```");
    }
}
