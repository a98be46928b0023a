package io.sluice.bench.stat;

import io.sluice.pipeline.CountersFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice stat}: what running engines count, live. */
@Command(name = "stat", mixinStandardHelpOptions = true, sortOptions = false, usageHelpWidth = 110, //
        description = "Shows the counters of running engines, also of other processes, until they close.", //
        footerHeading = "%nWhich engines:%n", //
        footer = {
            "  An engine writes its counters to a file when its setting 'countersFile' is 'auto' or a path; for instance",
            "  with -Dsluice.countersFile=auto on the command line of its JVM, or SLUICE_COUNTERS_FILE=auto. Files of",
            "  'auto' lie in one folder of the user: without FILE, all live engines there are shown. A file that a",
            "  killed process has left is shown once, as stale, and the exit code is 1." })
public final class StatCommand implements Callable<Integer> {
    private static final String CLEAR_SCREEN = "\033[H\033[2J";

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "Counters file of one engine.")
    private Path path;

    @Option(names = "--pid", paramLabel = "N", description = "Only engines of that process, among those of 'auto'.")
    private Long pid;

    @Option(names = "--interval", paramLabel = "SECONDS", defaultValue = "1", //
            description = "Between two looks (default: ${DEFAULT-VALUE}).")
    private double intervalSeconds;

    @Option(names = "--count", paramLabel = "N", defaultValue = "0", //
            description = "Ends after that many looks; 0: when all engines have closed (default: ${DEFAULT-VALUE}).")
    private int count;

    @Override
    public Integer call() throws InterruptedException {
        check();
        final List<EngineView> views;
        try {
            views = (path == null ? Chosen.live(pid) : List.of(CountersFile.open(path))).stream().map(EngineView::new)
                    .toList();
        } catch (final IOException e) {
            return failed(e instanceof NoSuchFileException ? "no such file: " + path : e.getMessage());
        }
        final PrintWriter out = spec.commandLine().getOut();
        final boolean onScreen = count != 1 && System.console() != null && System.console().isTerminal();
        for (int look = 1;; look++) {
            if (onScreen) {
                out.print(CLEAR_SCREEN);
            }
            final boolean ended = views.stream().noneMatch(view -> view.file().isLive()); // before: so the end is shown
            for (final EngineView view : views) {
                view.print(out, System.currentTimeMillis(), System.nanoTime());
            }
            out.flush();
            if (ended) {
                return ended(views);
            }
            if (look == count || out.checkError()) {
                return 0;
            }
            Thread.sleep((long) (intervalSeconds * 1_000));
        }
    }

    private void check() {
        if (path != null && pid != null) {
            throw new ParameterException(spec.commandLine(), "FILE and --pid exclude each other");
        }
        if (!(intervalSeconds >= 0.01 && intervalSeconds <= 3_600)) {
            throw new ParameterException(spec.commandLine(), "--interval " + intervalSeconds + " is not in 0.01..3600");
        }
        if (count < 0) {
            throw new ParameterException(spec.commandLine(), "--count " + count + " is negative");
        }
    }

    /** Engines that closed have ended well; a process that is gone has not. */
    private int ended(final List<EngineView> views) {
        int code = 0;
        for (final EngineView view : views) {
            if (!view.file().isClosed()) {
                code = failed(view.file().path() + " is stale: process " + view.file().pid() + " is gone");
            }
        }
        return code;
    }

    private int failed(final String why) {
        spec.commandLine().getErr().println("sluice stat: " + why);
        spec.commandLine().getErr().flush();
        return 1;
    }
}
