package io.sluice.bench.remote;

import io.sluice.bench.blocks.Checks;
import io.sluice.bench.blocks.Workers;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.Metadata;
import io.sluice.pipeline.Op;
import io.sluice.pipeline.TransferEngine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice initiator}: moves blocks from and to a target, and reports how fast. */
@Command(name = "initiator", mixinStandardHelpOptions = true, sortOptions = false, usageHelpWidth = 110, abbreviateSynopsis = true, //
        description = { "Connects to 'sluice target', moves blocks in batches for a while, and reports.",
            "An operation (ops/s) is a block. A latency is a batch's, from submit to settled." }, //
        exitCodeListHeading = "%nExit codes:%n", //
        exitCodeList = { " 0:all moved, and every byte that was checked is right",
            " 1:no connection, a transfer failed, or a byte is wrong", " 2:wrong usage", " 130:ended by Ctrl-C" }, //
        footerHeading = "%nExamples:%n", //
        footer = { "  sluice initiator 127.0.0.1:7471 --check",
            "  sluice initiator [::1]:7471 --op read --sweep --duration 1s --json report.json",
            "  sluice initiator node-7:7471 --device mlx5_0 --block-size 8 --batch 1 --in-flight 1",
            "  Settings of the engine: SLUICE_JVM_OPTS=-Dsluice.qpsPerConnection=2, and others of docs/configuration.md." })
public final class InitiatorCommand implements Callable<Integer> {
    private static final int MOST_WORKERS = 16;
    private static final long LARGEST_BLOCK = 1L << 30;
    private static final long[] SWEEP = LongStream.iterate(4096, size -> size <= 16 << 20, size -> size * 4).toArray();

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "HOST:PORT", description = "Where the target listens; IPv6 addresses in brackets.")
    private String address;

    @Option(names = "--op", paramLabel = "write|read", order = 1, //
            description = "Write to the target's memory, or read from it (default: write).")
    private Op op = Op.WRITE;

    @Option(names = "--block-size", paramLabel = "SIZE", order = 2, converter = Quantities.Size.class, //
            description = "Bytes of a block, a multiple of 8, such as 4096, 64k, 1M (default: 64k).")
    private long blockBytes = 64 << 10;

    @Option(names = "--batch", paramLabel = "N", order = 3, //
            description = "Blocks of a transfer (default: ${DEFAULT-VALUE}).")
    private int batch = 128;

    @Option(names = "--threads", paramLabel = "N", order = 4, //
            description = "Threads that submit (default: ${DEFAULT-VALUE}).")
    private int threads = 1;

    @Option(names = "--in-flight", paramLabel = "N", order = 5, //
            description = "Transfers of a thread at once (default: ${DEFAULT-VALUE}).")
    private int inFlight = 2;

    @Option(names = "--duration", paramLabel = "TIME", order = 6, converter = Quantities.Time.class, //
            description = "Time of moving, for each size, such as 4s, 500ms, 2m (default: 4s), after a fourth of it, "
                    + "a second at most, to warm up.")
    private Duration duration = Duration.ofSeconds(4);

    @Option(names = "--sweep", order = 7, //
            description = "Blocks of 4k, 16k, ... 16M, one after the other; large ones in smaller batches.")
    private boolean sweep;

    @Option(names = "--check", order = 8, //
            description = "Move in four rounds, each with new contents, and check every byte after each where it arrived.")
    private boolean check;

    @Option(names = "--json", paramLabel = "FILE", order = 9, description = "Write the results to FILE, as JSON.")
    private Path json;

    @ArgGroup(validate = false, order = 40, heading = "%nEngine:%n")
    private EngineOptions options = new EngineOptions();

    @Override
    public Integer call() {
        final Metadata target;
        final EngineConfig config;
        try {
            target = Metadata.ofSession(address);
            check();
            config = options.builder().agentName(RemoteSide.guestName("initiator")).build();
        } catch (final IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        final PrintWriter err = spec.commandLine().getErr();
        try (Interruption interruption = new Interruption();
                TransferEngine engine = TransferEngine.create(config);
                Workers workers = new Workers("initiator-worker",
                        Math.min(MOST_WORKERS, Runtime.getRuntime().availableProcessors()))) {
            return run(engine, new RemoteSide(engine, target), workers, interruption);
        } catch (final IOException | RemoteFailedException | IllegalArgumentException | IllegalStateException e) {
            err.println("sluice initiator: " + e.getMessage());
            err.flush();
            return 1;
        }
    }

    private int run(final TransferEngine engine, final RemoteSide target, final Workers workers,
            final Interruption interruption) throws IOException {
        final LoadSettings settings = settings();
        final PrintWriter out = spec.commandLine().getOut();
        out.printf(Locale.ROOT, "%s to target %s (%s), device %s, %d thread%s, %d in flight each, %s for each size%n",
                op == Op.WRITE ? "writes" : "reads", address, target.connection().peerName(),
                engine.config().deviceName(), threads, threads == 1 ? "" : "s", inFlight, time());
        final LoadReport report = new LoadReport(out);
        report.head();
        LoadResult result = null;
        for (final long size : sweep ? SWEEP : new long[]{ blockBytes }) {
            if (interruption.getAsBoolean() || result != null && result.wrong() != null) {
                break;
            }
            try (Load load = new Load(engine, target, sweep ? settings.forSweep(size) : settings, size, workers,
                    interruption)) {
                result = load.run();
            }
            if (result.bytes() > 0) { // else it was interrupted before anything was measured
                report.add(result);
            }
        }
        if (json != null) {
            report.write(json, address, engine.config().deviceName(), settings);
        }
        if (result != null && result.wrong() != null) {
            spec.commandLine().getErr().println("sluice initiator: wrong byte: " + result.wrong());
            return 1;
        }
        return 0;
    }

    private LoadSettings settings() {
        return new LoadSettings(op, batch, threads, inFlight, duration, check);
    }

    private String time() {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }

    private void check() {
        Checks.range("--block-size", blockBytes, Long.BYTES, LARGEST_BLOCK);
        if (blockBytes % Long.BYTES != 0) {
            throw new IllegalArgumentException("--block-size " + blockBytes + " is not a multiple of 8");
        }
        Checks.range("--batch", batch, 1, 65_536);
        Checks.range("--threads", threads, 1, 256);
        Checks.range("--in-flight", inFlight, 1, 256);
        Checks.range("--duration in ms", duration.toMillis(), 10, Duration.ofDays(1).toMillis());
        if ((long) batch * threads * inFlight > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("--batch x --threads x --in-flight is over " + Integer.MAX_VALUE);
        }
        if (json != null && (Files.isDirectory(json) || !Files.isDirectory(json.toAbsolutePath().getParent()))) {
            throw new IllegalArgumentException("--json " + json + ": its folder does not exist, or it is a folder");
        }
    }
}
