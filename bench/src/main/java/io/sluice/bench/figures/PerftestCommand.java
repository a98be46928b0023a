package io.sluice.bench.figures;

import io.sluice.pipeline.EngineConfigBuilder;
import io.sluice.pipeline.Op;
import io.sluice.verbs.CompletionQueue;
import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.WorkCompletions;
import io.sluice.verbs.rdma.RdmaDevices;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The engine and perftest on one RDMA device, by turns. */
@Command(name = "perftest", mixinStandardHelpOptions = true, sortOptions = false, //
        description = {
            "Measures the engine beside ib_write_bw and ib_read_bw (package perftest) on an RDMA device of this host.",
            "",
            "Both ends are on this host, over one queue pair as deep as perftest's. The two take turns with as many",
            "operations; a ratio is of two neighbours, and the medians of all pairs are printed." })
public final class PerftestCommand implements Callable<Integer> {
    /** perftest's default depth of the send queue; the engine's is twice its maxRequests. */
    private static final int DEPTH = 128;
    private static final int[] SIZES = { 64 << 10, 4 << 10, 8 };
    /** perftest takes no fewer than it keeps in flight, and some more make a rate. */
    private static final long LEAST_OPERATIONS = 1_000;
    private static final int EMPTY_POLLS = 300_000;

    @Spec
    private CommandSpec spec;

    @Option(names = "--device", paramLabel = "NAME", required = true, description = "The RDMA device.")
    private String device;

    @Option(names = "--gid-index", paramLabel = "N", description = "GID of both ends (default: each one's own choice).")
    private int gidIndex = -1;

    @Option(names = "--pairs", paramLabel = "N", description = "Measurements of each kind, 1 to 99 (default: ${DEFAULT-VALUE}).")
    private int pairs = 5;

    @Option(names = "--seconds", paramLabel = "N", description = "Seconds of one measurement, 1 to 60 (default: ${DEFAULT-VALUE}).")
    private int seconds = 1;

    @Option(names = "--mode", paramLabel = "MODE", description = "Threads of the engine: dedicated, shared or invoker "
            + "(default: invoker, a thread that submits and polls, as perftest's does).")
    private Mode mode = Mode.INVOKER;

    @Override
    public Integer call() throws Exception {
        range("--pairs", pairs, 99);
        range("--seconds", seconds, 60);
        final PrintWriter err = spec.commandLine().getErr();
        final Rounds rounds = new Rounds(() -> 0);
        try (DeviceRate engine = new DeviceRate(this::onDevice, mode)) {
            for (final int size : SIZES) {
                rounds.add(device, () -> measure(engine, Op.WRITE, "ib_write_bw", size));
                rounds.add(device, () -> measure(engine, Op.READ, "ib_read_bw", size));
            }
            rounds.add(device, () -> List.of(Reading.lower("poll of an empty completion queue", "ns", emptyPollNs())));
            for (int pair = 1; pair <= pairs; pair++) {
                err.printf("pair %d of %d%n", pair, pairs);
                err.flush();
                rounds.run();
            }
        } catch (final IOException e) {
            err.println("sluice perftest: " + e.getMessage());
            return 1;
        }
        final PrintWriter out = spec.commandLine().getOut();
        TextTable.print(rounds.figures(), out);
        out.flush();
        return 0;
    }

    private void range(final String option, final int value, final int most) {
        if (value < 1 || value > most) {
            throw new ParameterException(spec.commandLine(), option + " " + value + " is not in 1.." + most);
        }
    }

    private EngineConfigBuilder onDevice(final EngineConfigBuilder builder) {
        return builder.deviceName(device).gidIndex(gidIndex).qpsPerConnection(1).maxRequests(DEPTH / 2);
    }

    private List<Reading> measure(final DeviceRate engine, final Op op, final String program, final int bytes)
            throws Exception {
        final double ours = engine.operationsPerSecond(op, bytes, TimeUnit.SECONDS.toNanos(seconds));
        final double theirs = new Perftest(device, gidIndex, DEPTH).operationsPerSecond(program, bytes,
                Math.max(LEAST_OPERATIONS, Math.round(ours * seconds)));
        final String what = op + ", " + (bytes >= 1024 ? bytes / 1024 + " KiB, " : bytes + " B, ");
        return List.of(Reading.higher(what + program, "ops/s", theirs), Reading.higher(what + "engine", "ops/s", ours),
                Reading.higher(what + "ratio", "", ours / theirs));
    }

    private double emptyPollNs() {
        try (VerbsContext context = RdmaDevices.load().find(device).open();
                CompletionQueue queue = context.createCompletionQueue(16)) {
            final WorkCompletions completions = WorkCompletions.allocate(16);
            long start = 0;
            for (int i = -EMPTY_POLLS; i < EMPTY_POLLS; i++) {
                if (i == 0) {
                    start = System.nanoTime(); // warm
                }
                if (queue.poll(completions) != 0) {
                    throw new IllegalStateException("a completion on a queue that nothing uses");
                }
            }
            return (double) (System.nanoTime() - start) / EMPTY_POLLS;
        }
    }
}
