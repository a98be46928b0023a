package io.sluice.bench.remote;

import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.EngineConfigBuilder;
import io.sluice.pipeline.ThreadingMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import picocli.CommandLine.Option;

/** The engine of a target or an initiator. */
final class EngineOptions {
    /** The entries of large batches. */
    private static final long ENTRY_POOL_BYTES = 64L << 20;

    @Option(names = "--device", paramLabel = "NAME", order = 41, //
            description = "soft (in software, over TCP), an RDMA device, or auto (default: as the engine is configured, soft).")
    String device;

    @Option(names = "--mode", paramLabel = "MODE", order = 42, //
            description = "Threads of the engine: dedicated, shared or auto (default: as the engine is configured, auto).")
    ThreadingMode mode;

    @Option(names = "--secret-file", paramLabel = "FILE", order = 43, //
            description = {
                "Shared secret of both sides, 16..4096 bytes; a line end at the end of FILE is no part of it.",
                "Without: the variable SLUICE_SECRET; without that, whoever reaches the port may connect." })
    Path secretFile;

    /** @throws IllegalArgumentException if an option does not fit */
    EngineConfigBuilder builder() {
        final EngineConfigBuilder builder = EngineConfig.builder().entryPoolBytes(ENTRY_POOL_BYTES);
        if (device != null) {
            builder.deviceName(device);
        }
        if (mode == ThreadingMode.INVOKER) {
            throw new IllegalArgumentException("--mode invoker: this program has no loop of its own for it");
        }
        if (mode != null) {
            builder.threadingMode(mode);
        }
        if (secretFile != null) {
            builder.secret(secret());
        }
        return builder;
    }

    private byte[] secret() {
        try {
            final byte[] bytes = Files.readAllBytes(secretFile);
            int length = bytes.length;
            while (length > 0 && (bytes[length - 1] == '\n' || bytes[length - 1] == '\r')) {
                length--;
            }
            return Arrays.copyOf(bytes, length);
        } catch (final IOException e) {
            throw new IllegalArgumentException("--secret-file " + secretFile + " cannot be read: " + e, e);
        }
    }
}
