package io.sluice.bench.replay;

import io.sluice.bench.blocks.Checks;
import io.sluice.bench.blocks.Geometry;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.Metadata;
import io.sluice.pipeline.Op;
import io.sluice.pipeline.ThreadingMode;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/** How the engines move. */
final class MoveOptions {
    private static final String SOFT = "soft";

    @Option(names = "--op", paramLabel = "write|read", order = 21, //
            description = "Who moves: the prefill side writes, or the decode side reads (default: write).")
    Op op = Op.WRITE;

    @Option(names = "--policy", paramLabel = "blocks|whole", order = 22, //
            description = "Runs are cut into slices of the engine's slice size, or not at all (default: blocks).")
    ReplaySettings.Cut cut = ReplaySettings.Cut.BLOCKS;

    @Option(names = "--in-flight", paramLabel = "N", order = 23, //
            description = "Requests that move at once (default: ${DEFAULT-VALUE}).")
    int inFlight = 8;

    @Option(names = "--connections", paramLabel = "N", order = 24, //
            description = "Connections that requests take turns on (default: ${DEFAULT-VALUE}).")
    int connections = 2;

    @Option(names = "--device", paramLabel = "NAME", order = 25, //
            description = "soft (in software), an RDMA device, or auto (default: as the engine is configured, soft).")
    String device;

    @Option(names = "--mode", paramLabel = "MODE", order = 26, description = "Threads of an engine: dedicated, shared, invoker or auto "
            + "(default: as the engine is configured, auto).")
    ThreadingMode mode;

    @Option(names = "--remote", paramLabel = "HOST:PORT", order = 28, description = {
        "The other side is 'sluice target', in another process: the decode side with --op write, else the prefill side.",
        "The plain copy stays one in this process. A secret is taken from the variable SLUICE_SECRET." })
    String remote;

    @Option(names = "--chaos", paramLabel = "SEED", order = 27, description = {
        "Let connections fail in the middle: lanes are killed, work requests fail and are delayed, where and when follows "
                + "from SEED.",
        "Failed transfers are repeated on new connections; in the end every byte must be right. Device soft only." })
    Long chaos;

    void check() {
        Checks.range("--in-flight", inFlight, 1, 4096);
        Checks.range("--connections", connections, 1, 128);
        if (chaos != null && !deviceName().equals(SOFT)) {
            throw new IllegalArgumentException("--chaos works on the soft device only, not on " + deviceName());
        }
    }

    private Optional<Metadata> target() {
        if (remote == null) {
            return Optional.empty();
        }
        if (chaos != null) {
            throw new IllegalArgumentException(
                    "--chaos needs both engines in this process: it does not go with --remote");
        }
        if (mode() == ThreadingMode.INVOKER) {
            throw new IllegalArgumentException("--mode invoker does not go with --remote");
        }
        return Optional.of(Metadata.ofSession(remote));
    }

    String deviceName() {
        return device == null ? EngineConfig.builder().build().deviceName() : device;
    }

    ThreadingMode mode() {
        return mode == null ? EngineConfig.builder().build().threadingMode() : mode;
    }

    ReplaySettings settings(final Geometry prefill, final Geometry decode, final double timeScale) {
        return new ReplaySettings(prefill, decode, op, cut, inFlight, connections, timeScale, deviceName(), mode(),
                chaos == null ? OptionalLong.empty() : OptionalLong.of(chaos), target());
    }
}
