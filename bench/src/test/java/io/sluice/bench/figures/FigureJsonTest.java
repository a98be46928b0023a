package io.sluice.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FigureJsonTest {
    @TempDir
    Path folder;

    @Test
    void aReportComesBackAsItWasWritten() throws IOException {
        final Report report = Reports.report(Reports.figure("one \"quoted\"", 80, 1.5, 2, 1e9),
                Reports.figure("other", "ratio", Better.HIGHER, 0.5, 310, 0.25));
        final Path file = folder.resolve("report.json");
        FigureJson.write(report, file);
        assertThat(FigureJson.read(file)).isEqualTo(report);
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "[]", "{}", "{\"format\": 2}", "{\"format\": 1}", "no json",
        "{\"format\": 1, \"machine\": {}, \"figures\": 3}" })
    void whatIsNoReportIsRefusedByName(final String text) throws IOException {
        final Path file = Files.writeString(folder.resolve("other.json"), text);
        assertThatThrownBy(() -> FigureJson.read(file)).isInstanceOf(IOException.class);
    }
}
