package io.sluice.bench.pair;

import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.EngineConfigBuilder;
import io.sluice.pipeline.paired.Adaptor;
import io.sluice.pipeline.paired.PairedConfig;
import io.sluice.pipeline.paired.PairedConnection;
import io.sluice.pipeline.paired.PairedEngine;
import io.sluice.pipeline.paired.PairingFailedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** One of two agents: run it twice, in two terminals. */
@Command(name = "pair", mixinStandardHelpOptions = true, sortOptions = false, //
        description = { "One of two agents; run it twice, in two terminals:", "",
            "  sluice pair --name A --peer B", "  sluice pair --name B --peer A", "",
            "The one whose name comes first puts its window into the other's, round by round; the other waits for each, "
                    + "checks every byte, and sends back what was wrong." })
public final class Pair implements Callable<Integer> {
    private static final long MOST_MIB = 4096;
    private static final long TRY_NS = TimeUnit.SECONDS.toNanos(2);

    @Spec
    private CommandSpec spec;

    @Option(names = "--name", required = true, paramLabel = "NAME", //
            description = "This agent: letters, digits, dots, dashes.")
    private String name;

    @Option(names = "--peer", required = true, paramLabel = "NAME", description = "The other agent.")
    private String peer;

    @Option(names = "--adaptor", paramLabel = "NAME", //
            description = "SOCKET or VERBS; give both agents the same (default: VERBS where both have it).")
    private Adaptor adaptor;

    @Option(names = "--device", paramLabel = "NAME", //
            description = "The device of VERBS: soft, an RDMA device's name, or auto (default: as configured, soft).")
    private String device;

    @Option(names = "--bind", paramLabel = "ADDRESS", //
            description = "Address of this machine at which the other agent can reach this one (default: 127.0.0.1).")
    private String bind;

    @Option(names = "--exchange", paramLabel = "DIR", //
            description = "Where the agents find each other: a directory that both can write "
                    + "(default: sluice-pair in the system's temporary directory).")
    private Path exchange = Path.of(System.getProperty("java.io.tmpdir"), "sluice-pair");

    @Option(names = "--mib", paramLabel = "N", description = "MiB to write in a round, 1 to 4096 (default: 64).")
    private long mib = 64;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds, 1 to 1000000 (default: 8).")
    private int rounds = 8;

    @Option(names = "--timeout", paramLabel = "SECONDS", //
            description = "How long to wait for the other agent, 1 to 86400 (default: 60).")
    private int timeout = 60;

    @Override
    public Integer call() throws IOException {
        check();
        final EngineConfigBuilder config = EngineConfig.builder().agentName(name);
        if (device != null) {
            config.deviceName(device);
        }
        if (bind != null) {
            config.bindAddress(bind);
        }
        final PairedConfig all = PairedConfig.of(config.build());
        final BlobExchange blobs = new BlobExchange(exchange);
        try (PairedEngine engine = PairedEngine.create(adaptor == null ? all : all.adaptors(adaptor))) {
            blobs.publish(name, engine.connInfo());
            try {
                return run(engine, connect(engine, blobs));
            } finally {
                blobs.remove(name);
            }
        } catch (final PairingFailedException | PairFailedException e) {
            spec.commandLine().getErr().println("sluice pair: " + e.getMessage());
            return 1;
        }
    }

    private void check() {
        for (final String agent : new String[]{ name, peer }) {
            if (!agent.matches("[A-Za-z0-9.-]{1,200}")) {
                throw new ParameterException(spec.commandLine(),
                        "\"" + agent + "\" is no name: letters, digits, dots and dashes, at most 200");
            }
        }
        if (name.equals(peer)) {
            throw new ParameterException(spec.commandLine(), "--name and --peer are both " + name);
        }
        range("--mib", mib, 1, MOST_MIB);
        range("--rounds", rounds, 1, 1_000_000);
        range("--timeout", timeout, 1, 86_400);
    }

    private void range(final String option, final long value, final long least, final long most) {
        if (value < least || value > most) {
            throw new ParameterException(spec.commandLine(),
                    option + " " + value + " is not in " + least + ".." + most);
        }
    }

    /** The blob may be of the run before, and the other agent about to write a new one: so it is read again. */
    private PairedConnection connect(final PairedEngine engine, final BlobExchange blobs) throws IOException {
        final PrintWriter err = spec.commandLine().getErr();
        err.printf("agent %s waits for agent %s%n", name, peer);
        err.flush();
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeout);
        for (;;) {
            RuntimeException why = new PairFailedException(
                    "agent " + peer + " has left no word of itself in " + exchange);
            final byte[] blob = blobs.find(peer);
            if (blob != null) {
                engine.loadConnInfo(peer, blob);
                try {
                    return engine.connect(peer, TRY_NS);
                } catch (final PairingFailedException e) {
                    why = e;
                }
            }
            if (System.nanoTime() >= end) {
                throw why;
            }
            pause();
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(100);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int run(final PairedEngine engine, final PairedConnection connection) {
        final PrintWriter out = spec.commandLine().getOut();
        out.printf("agent %s: connected to agent %s over %s%n", name, peer, connection.adaptor());
        final PairRun run = new PairRun(engine, connection, mib << 20, rounds, TimeUnit.SECONDS.toNanos(timeout), out);
        final boolean isRight = name.compareTo(peer) < 0 ? run.write() : run.read();
        out.flush();
        return isRight ? 0 : 1;
    }
}
