package io.sluice.bench.replay;

import io.sluice.bench.blocks.Geometry;
import io.sluice.pipeline.Op;
import java.io.PrintWriter;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** The report for people. */
final class Report {
    private static final double GIB = 1L << 30;
    private static final double MIB = 1L << 20;

    private final ReplayResult result;
    private final Tally tally;
    private final PrintWriter out;

    private Report(final ReplayResult result, final PrintWriter out) {
        this.result = result;
        this.tally = result.tally();
        this.out = out;
    }

    static void print(final ReplayResult result, final PrintWriter out) {
        final Report report = new Report(result, out);
        report.head();
        report.counts();
        report.rates();
        report.latency();
        report.chaos();
        report.failures();
        out.flush();
    }

    private void head() {
        final ReplaySettings settings = result.settings();
        final Geometry geometry = settings.prefill();
        line("Replay of %s", result.trace());
        line("  %s, policy %s, device %s, %s mode, %s on %s", settings.op() == Op.WRITE
                ? "prefill writes to decode"
                : "decode reads from prefill", lower(settings.cut()), settings.deviceName(), lower(result.mode()),
                settings.isOpenLoop()
                        ? String.format(Locale.ROOT, "open loop at %.3gx, up to %d in flight", settings.timeScale(),
                                settings.inFlight())
                        : settings.inFlight() + " in flight",
                counted(settings.connections(), "connection"));
        settings.remote().ifPresent(target -> line("  the %s side is at target %s", settings.op() == Op.WRITE
                ? "decode"
                : "prefill", target.session()));
        line("  block: %d x %s = %s; pools: %,d blocks (prefill), %,d (decode)", geometry.layers(),
                size(geometry.blockBytes()), size(geometry.bytesOfBlock()), geometry.slots(),
                settings.decode().slots());
        line("");
    }

    private void counts() {
        line("requests      %,12d    %,d of them moved blocks", tally.requests, tally.movingRequests);
        line("blocks        %,12d    %,d moved, %,d reused (%.0f %%)", tally.blocks, tally.movedBlocks,
                tally.blocks - tally.movedBlocks, percent(tally.blocks - tally.movedBlocks, tally.blocks));
        line("bytes         %,12d    %.2f GiB in %,d runs a layer, %,d slices", tally.bytes, tally.bytes / GIB,
                tally.runs, tally.slices);
        line("checked       %12s    %.2f GiB, moved and reused, byte for byte", verdict(),
                tally.checkedBytes / GIB);
        line("");
    }

    /** Only what was looked at can be right. */
    private String verdict() {
        return result.failures().count() > 0 ? "not right" : "all right";
    }

    private void rates() {
        line("moving        %7.2f GB/s    %.2f s, %.2f CPU seconds per GiB, %,.0f slices/s", tally.moveRate(),
                seconds(tally.moveNs), tally.moveCpuSecondsPerGib(), tally.slicesPerSecond());
        line("plain copy    %7.2f GB/s    %.2f s, %.2f CPU seconds per GiB, MemorySegment.copy of the same runs, %s",
                tally.copyRate(), seconds(tally.copyNs), tally.copyCpuSecondsPerGib(),
                counted(result.postingThreads(), "thread"));
        line("ratio         %7.2f         moving against plain copy", tally.ratio());
        line("other work    fill %.2f s at %.2f GB/s, check %.2f s at %.2f GB/s, %s; all together %.2f s",
                seconds(tally.fillNs), Tally.rate(tally.filledBytes, tally.fillNs), seconds(tally.checkNs),
                Tally.rate(tally.checkedBytes, tally.checkNs), counted(result.workers(), "thread"),
                seconds(result.wallNs()));
        line("");
    }

    private void latency() {
        final Histogram latency = tally.latencyNs;
        line("latency, ms           p50         p90         p99       p99.9         max");
        line("per request  %s%s%s%s%s", ms(latency.getValueAtPercentile(50)), ms(latency.getValueAtPercentile(90)),
                ms(latency.getValueAtPercentile(99)), ms(latency.getValueAtPercentile(99.9)),
                ms(latency.getMaxValue()));
        line("");
    }

    private void chaos() {
        if (!result.settings().isChaos()) {
            return;
        }
        final Failures failures = result.failures();
        line("chaos         seed %d: %s injected, %s failed and replaced", result.settings().chaosSeed().getAsLong(),
                counted(result.faultsInjected(), "fault"),
                counted(failures.incidents().size(), "connection"));
        line("transfers     %,d failed, %,d repeated", failures.transfersFailed(), failures.transfersRepeated());
        for (final Incident incident : failures.incidents()) {
            line("  %s", incident);
        }
        line("");
    }

    private void failures() {
        line("failures      %,12d", result.failures().count());
        for (final String message : result.failures().messages()) {
            line("  %s", message);
        }
    }

    private void line(final String format, final Object... values) {
        out.print(String.format(Locale.ROOT, format, values).stripTrailing() + "\n");
    }

    private static String ms(final long ns) {
        return String.format(Locale.ROOT, "%12.3f", ns / 1e6);
    }

    private static double seconds(final long ns) {
        return ns / 1e9;
    }

    private static double percent(final long part, final long whole) {
        return whole == 0 ? 0 : 100.0 * part / whole;
    }

    private static String counted(final long count, final String thing) {
        return String.format(Locale.ROOT, "%,d %s%s", count, thing, count == 1 ? "" : "s");
    }

    private static String lower(final Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String size(final long bytes) {
        return bytes < MIB
                ? String.format(Locale.ROOT, "%s KiB", number(bytes / 1024.0))
                : String.format(Locale.ROOT, "%s MiB", number(bytes / MIB));
    }

    /** Without decimals where there are none. */
    private static String number(final double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%,.2f", value);
    }
}
