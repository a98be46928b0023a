package io.sluice.bench.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where results go besides standard output. */
final class OutputOptions {
    @Option(names = "--json", paramLabel = "FILE", order = 31, //
            description = { "Write the report to FILE, as JSON;",
                "'requests', 'bytes' and 'failures' are at its top." })
    Path json;

    @Option(names = "--plot", paramLabel = "DIR", order = 32, //
            description = "Write throughput.png, latency.png and slices.png to DIR, which is made if need be.")
    Path plots;

    /** Before a long run, not after it. */
    void check() {
        if (json != null && (Files.isDirectory(json) || !Files.isDirectory(json.toAbsolutePath().getParent()))) {
            throw new IllegalArgumentException("--json " + json + ": its folder does not exist, or it is a folder");
        }
        if (plots != null) {
            try {
                Files.createDirectories(plots);
            } catch (final IOException e) {
                throw new IllegalArgumentException("--plot " + plots + ": cannot make this folder", e);
            }
        }
    }

    void write(final ReplayResult result) throws IOException {
        if (json != null) {
            ReportJson.write(result, json);
        }
        if (plots != null) {
            Plots.write(result, plots);
        }
    }
}
