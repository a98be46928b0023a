package io.sluice.bench.replay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;

/** The report for programs. Times in seconds but for the latencies, in microseconds; rates in bytes or slices a second. */
final class ReportJson {
    private ReportJson() {}

    static void write(final ReplayResult result, final Path file) throws IOException {
        try (Writer writer = Files.newBufferedWriter(file);
                JsonGenerator json = new JsonFactory().createGenerator(writer)) {
            json.setPrettyPrinter(new DefaultPrettyPrinter());
            json.writeStartObject();
            totals(json, result);
            times(json, result);
            latency(json, result.tally().latencyNs);
            settings(json, result);
            chaos(json, result);
            json.writeArrayFieldStart("failureMessages");
            for (final String message : result.failures().messages()) {
                json.writeString(message);
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeRaw("\n");
        }
    }

    private static void totals(final JsonGenerator json, final ReplayResult result) throws IOException {
        final Tally tally = result.tally();
        json.writeNumberField("requests", tally.requests);
        json.writeNumberField("bytes", tally.bytes);
        json.writeNumberField("failures", result.failures().count());
        json.writeNumberField("requestsPlanned", result.plannedRequests());
        json.writeNumberField("requestsThatMoved", tally.movingRequests);
        json.writeNumberField("blocks", tally.blocks);
        json.writeNumberField("blocksMoved", tally.movedBlocks);
        json.writeNumberField("blocksReused", tally.blocks - tally.movedBlocks);
        json.writeNumberField("runsPerLayer", tally.runs);
        json.writeNumberField("slices", tally.slices);
        json.writeNumberField("bytesChecked", tally.checkedBytes);
    }

    private static void times(final JsonGenerator json, final ReplayResult result) throws IOException {
        final Tally tally = result.tally();
        json.writeNumberField("bytesPerSecond", Math.round(tally.moveRate() * 1e9));
        json.writeNumberField("plainCopyBytesPerSecond", Math.round(tally.copyRate() * 1e9));
        json.writeNumberField("ratioToPlainCopy", tally.ratio());
        json.writeNumberField("slicesPerSecond", tally.slicesPerSecond());
        json.writeNumberField("cpuSecondsPerGib", tally.moveCpuSecondsPerGib());
        json.writeNumberField("plainCopyCpuSecondsPerGib", tally.copyCpuSecondsPerGib());
        json.writeNumberField("movingSeconds", tally.moveNs / 1e9);
        json.writeNumberField("plainCopySeconds", tally.copyNs / 1e9);
        json.writeNumberField("fillingSeconds", tally.fillNs / 1e9);
        json.writeNumberField("checkingSeconds", tally.checkNs / 1e9);
        json.writeNumberField("wallSeconds", result.wallNs() / 1e9);
    }

    private static void latency(final JsonGenerator json, final Histogram latency) throws IOException {
        json.writeObjectFieldStart("latencyMicros");
        json.writeNumberField("count", latency.getTotalCount());
        json.writeNumberField("p50", latency.getValueAtPercentile(50) / 1e3);
        json.writeNumberField("p90", latency.getValueAtPercentile(90) / 1e3);
        json.writeNumberField("p99", latency.getValueAtPercentile(99) / 1e3);
        json.writeNumberField("p999", latency.getValueAtPercentile(99.9) / 1e3);
        json.writeNumberField("max", latency.getMaxValue() / 1e3);
        json.writeEndObject();
    }

    private static void settings(final JsonGenerator json, final ReplayResult result) throws IOException {
        final ReplaySettings settings = result.settings();
        json.writeObjectFieldStart("settings");
        json.writeStringField("trace", result.trace());
        if (settings.remote().isPresent()) {
            json.writeStringField("remote", settings.remote().get().session());
        }
        json.writeStringField("op", settings.op().name());
        json.writeStringField("policy", settings.cut().name());
        json.writeStringField("device", settings.deviceName());
        json.writeStringField("mode", result.mode().name());
        json.writeNumberField("layers", settings.prefill().layers());
        json.writeNumberField("blockBytesPerLayer", settings.prefill().blockBytes());
        json.writeNumberField("prefillBlocks", settings.prefill().slots());
        json.writeNumberField("decodeBlocks", settings.decode().slots());
        json.writeNumberField("inFlight", settings.inFlight());
        json.writeNumberField("connections", settings.connections());
        json.writeNumberField("timeScale", settings.timeScale());
        json.writeNumberField("postingThreads", result.postingThreads());
        json.writeEndObject();
    }

    private static void chaos(final JsonGenerator json, final ReplayResult result) throws IOException {
        if (!result.settings().isChaos()) {
            return;
        }
        final Failures failures = result.failures();
        json.writeObjectFieldStart("chaos");
        json.writeNumberField("seed", result.settings().chaosSeed().getAsLong());
        json.writeNumberField("faultsInjected", result.faultsInjected());
        json.writeNumberField("connectionsFailed", failures.incidents().size());
        json.writeNumberField("connectionsMade", result.connectionsMade());
        json.writeNumberField("transfersFailed", failures.transfersFailed());
        json.writeNumberField("transfersRepeated", failures.transfersRepeated());
        json.writeArrayFieldStart("incidents");
        for (final Incident incident : failures.incidents()) {
            json.writeString(incident.toString());
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
