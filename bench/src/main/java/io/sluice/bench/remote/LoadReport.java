package io.sluice.bench.remote;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What an initiator reports: a line for each size of block as it comes, and all of them as JSON. */
final class LoadReport {
    private final PrintWriter out;
    private final List<LoadResult> results = new ArrayList<>();

    LoadReport(final PrintWriter out) {
        this.out = out;
    }

    void head() {
        line("     block   batch       GB/s         ops/s     p50 us     p99 us   checked");
    }

    void add(final LoadResult result) {
        results.add(result);
        line("%,10d %7d %10.2f %,13.0f %10.1f %10.1f   %s", result.blockBytes(), result.batch(),
                result.gigabytesPerSecond(), result.blocksPerSecond(), result.latencyUs(50), result.latencyUs(99),
                checked(result));
    }

    private static String checked(final LoadResult result) {
        if (result.wrong() != null) {
            return "WRONG";
        }
        return result.checkedBytes() == 0
                ? "no"
                : String.format(Locale.ROOT, "%.0f MB right", result.checkedBytes() / 1e6);
    }

    private void line(final String format, final Object... values) {
        out.print(String.format(Locale.ROOT, format, values) + "\n");
        out.flush();
    }

    /** Times in microseconds; rates in bytes and blocks a second. */
    void write(final Path file, final String target, final String device, final LoadSettings settings)
            throws IOException {
        try (Writer writer = Files.newBufferedWriter(file);
                JsonGenerator json = new JsonFactory().createGenerator(writer)) {
            json.setPrettyPrinter(new DefaultPrettyPrinter());
            json.writeStartObject();
            json.writeStringField("target", target);
            json.writeStringField("device", device);
            json.writeStringField("op", settings.op().name());
            json.writeNumberField("threads", settings.threads());
            json.writeNumberField("inFlight", settings.inFlight());
            json.writeNumberField("secondsEach", settings.duration().toMillis() / 1e3);
            json.writeArrayFieldStart("results");
            for (final LoadResult result : results) {
                write(json, result);
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeRaw("\n");
        }
    }

    private static void write(final JsonGenerator json, final LoadResult result) throws IOException {
        json.writeStartObject();
        json.writeNumberField("blockBytes", result.blockBytes());
        json.writeNumberField("batch", result.batch());
        json.writeNumberField("bytes", result.bytes());
        json.writeNumberField("seconds", result.ns() / 1e9);
        json.writeNumberField("bytesPerSecond", Math.round(result.gigabytesPerSecond() * 1e9));
        json.writeNumberField("opsPerSecond", Math.round(result.blocksPerSecond()));
        json.writeNumberField("transfers", result.latencyNs().getTotalCount());
        json.writeNumberField("p50Us", result.latencyUs(50));
        json.writeNumberField("p99Us", result.latencyUs(99));
        json.writeNumberField("maxUs", result.latencyUs(100));
        json.writeNumberField("bytesChecked", result.checkedBytes());
        json.writeBooleanField("wrongBytes", result.wrong() != null);
        json.writeEndObject();
    }
}
