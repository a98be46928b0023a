package io.sluice.bench.replay;

import io.sluice.bench.blocks.Checks;
import io.sluice.bench.trace.BundledTrace;
import io.sluice.bench.trace.TraceReader;
import io.sluice.bench.trace.TraceRequest;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Which requests, and when. */
final class TraceOptions {
    @Option(names = "--trace", paramLabel = "FILE", order = 1, description = {
        "What to replay (default: the trace that "
                + "'sluice generate-trace' makes by itself).",
        "Each line is a request:",
        "  {\"timestamp\": ms, \"input_length\": tokens,", "   \"output_length\": tokens, \"hash_ids\": [one a block]}",
        "Equal ids are equal blocks: one that the decode side still holds is not moved again." })
    Path file;

    @Option(names = "--requests", paramLabel = "N", order = 2, //
            description = "Only the first N requests (default: all).")
    int requests = Integer.MAX_VALUE;

    @Option(names = "--open-loop", order = 3, //
            description = {
                "Start requests at their timestamps, at most --in-flight at once (default: each as soon as there is room).",
                "Latency then counts from the timestamp. The clock runs only while blocks move." })
    boolean openLoop;

    @Option(names = "--time-scale", paramLabel = "X", order = 4, description = "With --open-loop: X times as fast as "
            + "the timestamps say, for example 10 or 0.5 (default: 1).")
    Double timeScale;

    String name() {
        return file == null ? BundledTrace.NAME : file.toString();
    }

    /** 0 for a closed loop. */
    double scale() {
        if (timeScale != null && !openLoop) {
            throw new IllegalArgumentException("--time-scale needs --open-loop");
        }
        if (timeScale != null && !(timeScale > 0 && timeScale < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("--time-scale " + timeScale + " is not over 0");
        }
        return openLoop ? timeScale == null ? 1 : timeScale : 0;
    }

    void check() {
        Checks.range("--requests", requests, 1, Integer.MAX_VALUE);
        if (file != null && (!Files.isReadable(file) || Files.isDirectory(file))) {
            throw new IllegalArgumentException("--trace " + file + ": there is no such file, or it cannot be read");
        }
    }

    List<TraceRequest> read() throws IOException {
        if (file == null) {
            return BundledTrace.read(requests);
        }
        // What is no UTF-8 becomes a mark that is no JSON, so that the error has the right line.
        try (Reader reader = new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8)) {
            return TraceReader.read(file.toString(), reader, requests);
        }
    }
}
