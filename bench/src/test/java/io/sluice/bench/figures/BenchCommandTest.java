package io.sluice.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BenchCommandTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(final String... arguments) {
        return new CommandLine(new BenchCommand()).setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true)).execute(arguments);
    }

    @Test
    void wrongUsageIsSaidBeforeAnythingIsMeasured() {
        assertThat(run("--rounds", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("--rounds 0 is not in 1..99");
        assertThat(run("--json", folder.resolve("none/report.json").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("--json", "its folder does not exist").doesNotContain("round 1");
    }

    @Test
    void twoReportsAreCompared() throws IOException {
        final Path before = folder.resolve("a.json");
        final Path after = folder.resolve("b.json");
        FigureJson.write(Reports.report(Reports.figure("f", 80, 10, 11)), before);
        FigureJson.write(Reports.report(Reports.figure("f", 80, 20, 21)), after);
        assertThat(run("compare", before.toString(), after.toString())).isZero();
        assertThat(out.toString()).contains("1 of 1 figures changed beyond noise", "worse");
    }
}
