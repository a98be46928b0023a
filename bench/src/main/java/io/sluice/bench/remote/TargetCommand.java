package io.sluice.bench.remote;

import io.sluice.bench.blocks.Checks;
import io.sluice.bench.blocks.Workers;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.EngineConfigBuilder;
import io.sluice.pipeline.TransferEngine;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice target}: gives memory to whoever connects. */
@Command(name = "target", mixinStandardHelpOptions = true, sortOptions = false, usageHelpWidth = 110, abbreviateSynopsis = true, //
        description = {
            "Listens, and gives memory to 'sluice initiator' and 'sluice replay --remote', as many as come,",
            "until Ctrl-C. One line says where it listens, and one each who comes and who goes, and why." }, //
        exitCodeListHeading = "%nExit codes:%n", //
        exitCodeList = { " 0:never: it serves until it is ended", " 1:it cannot listen there, or has no such device",
            " 2:wrong usage", " 130:ended by Ctrl-C" }, //
        footerHeading = "%nExample, in two terminals:%n", //
        footer = { "  sluice target --port 7471", "  sluice initiator 127.0.0.1:7471 --check" })
public final class TargetCommand implements Callable<Integer> {
    private static final int MOST_WORKERS = 16;
    private static final int HIGHEST_PORT = 65_535;
    private static final long DEFAULT_MEMORY = 4L << 30;

    @Spec
    private CommandSpec spec;

    @Option(names = "--port", paramLabel = "N", required = true, order = 1, //
            description = "Port to listen at; 0: any that is free.")
    private int port;

    @Option(names = "--bind", paramLabel = "A", order = 2, //
            description = "Local address to listen at, 0.0.0.0 or :: for all (default: ${DEFAULT-VALUE}).")
    private String bind = "127.0.0.1";

    @Option(names = "--memory", paramLabel = "SIZE", order = 3, converter = Quantities.Size.class, //
            description = "Memory for all initiators together (default: 4G).")
    private long memoryBytes = DEFAULT_MEMORY;

    @ArgGroup(validate = false, order = 4, heading = "%nEngine:%n")
    private EngineOptions options = new EngineOptions();

    @Override
    public Integer call() throws InterruptedException {
        final PrintWriter out = spec.commandLine().getOut();
        final EngineConfig config = config();
        try (Interruption interruption = new Interruption();
                TransferEngine engine = TransferEngine.create(config);
                Workers workers = new Workers("target-worker",
                        Math.min(MOST_WORKERS, Runtime.getRuntime().availableProcessors()));
                Hosting hosting = new Hosting(engine, workers, memoryBytes, out)) {
            out.printf("target %s listens at %s, device %s; Ctrl-C ends it%n", config.agentName(),
                    engine.listen().session(), engine.config().deviceName());
            out.flush();
            hosting.serve(interruption);
            return 0;
        } catch (final UncheckedIOException | IllegalArgumentException | IllegalStateException e) {
            spec.commandLine().getErr().println("sluice target: " + e.getMessage());
            return 1;
        }
    }

    private EngineConfig config() {
        try {
            Checks.range("--port", port, 0, HIGHEST_PORT);
            Checks.range("--memory", memoryBytes, 1, Long.MAX_VALUE);
            final EngineConfigBuilder builder = options.builder().listenPort(port).bindAddress(bind);
            if ("0.0.0.0".equals(bind) || "::".equals(bind)) {
                builder.advertisedHost(InetAddress.getLocalHost().getHostAddress());
            }
            return builder.build();
        } catch (final IllegalArgumentException | UnknownHostException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
