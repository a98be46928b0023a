package io.sluice.bench.figures;

import io.sluice.pipeline.ThreadingMode;
import io.sluice.pipeline.paired.Adaptor;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures, and prints one table. */
@Command(name = "bench", mixinStandardHelpOptions = true, sortOptions = false, //
        description = {
            "Measures what the engine costs on this machine: medians of interleaved repeats, with their range.",
            "",
            "Figures compare only within one run, and only where the two cores were equally far apart (\"core to core\").",
            "Rows marked * run more busy threads than there are cores." })
public final class BenchCommand implements Callable<Integer> {
    private static final int[] SLICES = { 1, 16, 64 };
    private static final int[] BLOCKS = { 4 << 10, 64 << 10, 1 << 20 };

    @Spec
    private CommandSpec spec;

    @Option(names = "--quick", description = "One short repeat of everything: about 30 seconds, coarse.")
    private boolean quick;

    @Option(names = "--repeats", paramLabel = "N", description = "Repeats of each figure, 1 to 99 (default: 5; quick: 1).")
    private Integer repeats;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the figures there as JSON as well.")
    private Path json;

    private long timeNs;
    private Figures figures;

    @Override
    public Integer call() throws Exception {
        final int rounds = repeats == null ? quick ? 1 : 5 : repeats;
        if (rounds < 1 || rounds > 99) {
            throw new picocli.CommandLine.ParameterException(spec.commandLine(),
                    "--repeats " + rounds + " is not in 1..99");
        }
        timeNs = quick ? 300_000_000L : 1_000_000_000L;
        figures = new Figures();
        final PrintWriter progress = spec.commandLine().getErr();
        for (int round = 1; round <= rounds; round++) {
            progress.printf("round %d of %d%n", round, rounds);
            progress.flush();
            round();
        }
        final PrintWriter out = spec.commandLine().getOut();
        figures.print(out);
        out.flush();
        if (json != null) {
            Files.writeString(json, figures.toJson());
        }
        return 0;
    }

    private void round() throws InterruptedException {
        figures.add("core to core and back", "ns", Mood.pingPongNs());
        for (final int slices : SLICES) {
            figures.add(
                    String.format(Locale.ROOT, "null device, %2d slices a transfer, CPU time on one thread", slices),
                    "ns a slice", SoftwarePath.cpuNsPerSlice(slices, timeNs));
        }
        for (final Mode mode : Mode.values()) {
            for (final int slices : SLICES) {
                figures.add(String.format(Locale.ROOT, "null device, %2d slices a transfer, %s", slices, mode),
                        "M slices/s", SoftwarePath.slicesPerSecond(mode.threading, slices, timeNs) / 1e6);
            }
        }
        for (final Mode mode : Mode.values()) {
            latency(mode);
        }
        for (final int block : BLOCKS) {
            copy(block);
        }
        for (final Adaptor adaptor : Adaptor.values()) {
            PairedFigures.measure(figures, adaptor, timeNs / 2);
        }
        for (final Mode mode : Mode.values()) {
            figures.add("idle, " + mode, "% of a core", 100 * IdleCpu.share(mode.threading, 2 * timeNs));
        }
    }

    private void latency(final Mode mode) {
        final Histogram histogram = SoftwarePath.oneSliceLatency(mode.threading, timeNs);
        final String what = "one slice, submit to settled, " + mode + ", p";
        figures.add(what + "50", "ns", histogram.getValueAtPercentile(50));
        figures.add(what + "99", "ns", histogram.getValueAtPercentile(99));
        figures.add(what + "99.9", "ns", histogram.getValueAtPercentile(99.9));
    }

    private void copy(final int block) {
        final String what = "soft device, writes of " + (block >> 10) + " KiB, ";
        final double plain = CopyRatio.plain(block, timeNs);
        final double engine = CopyRatio.engine(block, timeNs);
        figures.add(what + "SHARED", "GB/s", engine / 1e9);
        figures.add(what + "against MemorySegment.copy", "ratio", engine / plain);
    }

    /** The configurations that are measured. */
    private enum Mode {
        SHARED(ThreadingMode.SHARED, 2), DEFAULT(null, 2), DEDICATED(ThreadingMode.DEDICATED, 4);

        private final ThreadingMode threading;
        /** Busy threads, the submitter among them. */
        private final int threads;

        Mode(final ThreadingMode threading, final int threads) {
            this.threading = threading;
            this.threads = threads;
        }

        @Override
        public String toString() {
            return name().equals("DEFAULT")
                    ? "default"
                    : name() + (threads > Runtime.getRuntime().availableProcessors() ? " *" : "");
        }
    }
}
