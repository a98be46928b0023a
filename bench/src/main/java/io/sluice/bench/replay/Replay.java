package io.sluice.bench.replay;

import io.sluice.bench.remote.RemoteFailedException;
import io.sluice.bench.trace.TraceRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice replay}: moves the KV-cache blocks of a trace between two engines, and checks every byte. */
@Command(name = "replay", mixinStandardHelpOptions = true, sortOptions = false, usageHelpWidth = 110, abbreviateSynopsis = true, //
        description = {
            "Moves the KV-cache blocks of a trace from a prefill engine to a decode engine, checks every byte",
            "and reports rates and latencies. Without options: a chat service's 3,000 requests, in software, in about",
            "a quarter of a minute and 1.3 GB of memory." }, //
        exitCodeListHeading = "%nExit codes:%n", //
        exitCodeList = { " 0:every request moved, every byte is right",
            " 1:a transfer failed, a byte is wrong, or the trace holds a line that is no request", " 2:wrong usage" }, //
        footerHeading = "%nThe rounds:%n", //
        footer = {
            "  Requests are taken in rounds that fill at most half of a pool. In each round the prefill side makes the",
            "  blocks it lacks, all missing blocks move, then all blocks of the round's requests are checked. A request",
            "  is one vectored transfer: its missing blocks, joined to runs, layer by layer. Rates and latencies are of",
            "  the moving alone; last, MemorySegment.copy copies the same runs, for comparison.",
            "  Settings of the engine: SLUICE_JVM_OPTS=-Dsluice.sliceSize=131072, and others of docs/configuration.md.",
            "", "Examples:", "  sluice replay --op read --policy whole --plot plots",
            "  sluice replay --trace trace.jsonl --layers 4 --token-bytes 16 --decode-blocks 8192 --json report.json",
            "  sluice replay --open-loop --time-scale 100", "  sluice replay --chaos 7",
            "  sluice target --port 7471, in another terminal, and  sluice replay --remote 127.0.0.1:7471" })
public final class Replay implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ArgGroup(validate = false, order = 1, heading = "%nTrace:%n")
    private TraceOptions trace = new TraceOptions();

    @ArgGroup(validate = false, order = 2, heading = "%nGeometry:%n")
    private GeometryOptions geometry = new GeometryOptions();

    @ArgGroup(validate = false, order = 3, heading = "%nMoving:%n")
    private MoveOptions moving = new MoveOptions();

    @ArgGroup(validate = false, order = 4, heading = "%nResults:%n")
    private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() {
        final PrintWriter err = spec.commandLine().getErr();
        try {
            final ReplaySettings settings = usage(this::settings);
            final List<TraceRequest> requests = trace.read();
            final List<Round> rounds = usage(
                    () -> Planner.plan(requests, settings.prefill().slots(), settings.decode().slots()));
            final ReplayResult result;
            try (ReplaySession session = usage(() -> new ReplaySession(settings, rounds));
                    Progress progress = progress(err, requests.size())) {
                result = session.run(trace.name(), progress);
            }
            Report.print(result, spec.commandLine().getOut());
            output.write(result);
            if (!result.isGood()) {
                result.failures().messages().forEach(message -> err.println("sluice replay: " + message));
            }
            return result.isGood() ? 0 : 1;
        } catch (final IOException | ReplayFailedException | RemoteFailedException e) {
            err.println("sluice replay: " + e.getMessage());
            err.flush();
            return 1;
        }
    }

    private ReplaySettings settings() {
        trace.check();
        geometry.check();
        moving.check();
        output.check();
        return moving.settings(geometry.prefill(), geometry.decode(), trace.scale());
    }

    private static Progress progress(final PrintWriter err, final int requests) {
        return ProgressOnTerminal.isPossible() ? new ProgressOnTerminal(requests) : new ProgressLines(err, requests);
    }

    private interface Step<T> {
        T take();
    }

    /** What a step refuses is wrong usage. */
    private <T> T usage(final Step<T> step) {
        try {
            return step.take();
        } catch (final IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
