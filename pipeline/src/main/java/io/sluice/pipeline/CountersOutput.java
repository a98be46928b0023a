package io.sluice.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;

/**
 * Where an engine's counters lie: memory of its own, or a mapped file. Mapped memory stays mapped as long as anyone can
 * reach it, also behind {@link #close()}.
 */
final class CountersOutput {
    /** Enough for the engine's own. */
    private static final int COUNTERS_IN_MEMORY = 64;
    /** Enough for three a connection of some hundreds. */
    private static final int COUNTERS_IN_FILE = 1_024;

    /** Null: memory of the engine's own. */
    private final Path path;
    private final long instance;
    private final UnsafeBuffer header;
    private final CountersManager manager;

    private CountersOutput(final Path path, final long instance, final UnsafeBuffer memory, final int counters) {
        this.path = path;
        this.instance = instance;
        header = memory;
        final int metadata = CountersLayout.metadataLength(counters);
        manager = new CountersManager(new UnsafeBuffer(memory, CountersLayout.METADATA_AT, metadata), new UnsafeBuffer(
                memory, CountersLayout.METADATA_AT + metadata, CountersLayout.valuesLength(counters)),
                StandardCharsets.UTF_8);
    }

    private static int length(final int counters) {
        return CountersLayout.METADATA_AT + CountersLayout.metadataLength(counters)
                + CountersLayout.valuesLength(counters);
    }

    /**
     * @throws IllegalStateException if the file is another live engine's
     * @throws UncheckedIOException  if it cannot be made; the message names it
     */
    static CountersOutput open(final EngineConfig config, final long instance) {
        if (config.countersFile() == null) {
            return new CountersOutput(null, instance,
                    new UnsafeBuffer(ByteBuffer.allocateDirect(length(COUNTERS_IN_MEMORY))), COUNTERS_IN_MEMORY);
        }
        try {
            return toFile(config, instance);
        } catch (final IOException e) {
            throw new UncheckedIOException("countersFile " + config.countersFile() + ": " + e.getMessage(), e);
        }
    }

    private static CountersOutput toFile(final EngineConfig config, final long instance) throws IOException {
        final Path path = path(config, instance);
        if (Files.exists(path) && CountersFile.open(path).isLive()) {
            throw new IllegalStateException("countersFile " + path + " is that of a live engine, in process "
                    + CountersFile.open(path).pid());
        }
        // Made aside, so that nobody sees half a file; and one that is stale stays whole for who still reads it.
        final Path made = Files.createTempFile(path.getParent(), ".sluice-", ".tmp");
        try (FileChannel channel = FileChannel.open(made, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            final UnsafeBuffer memory = new UnsafeBuffer(
                    channel.map(FileChannel.MapMode.READ_WRITE, 0, length(COUNTERS_IN_FILE)));
            final CountersOutput output = new CountersOutput(path, instance, memory, COUNTERS_IN_FILE);
            output.writeHeader(config.agentName());
            Files.move(made, path, StandardCopyOption.ATOMIC_MOVE);
            return output;
        } finally {
            Files.deleteIfExists(made);
        }
    }

    private static Path path(final EngineConfig config, final long instance) throws IOException {
        if (!config.countersFile().equals(Settings.COUNTERS_FILE_AUTO)) {
            return Path.of(config.countersFile()).toAbsolutePath();
        }
        final Path folder = CountersDirectory.make();
        CountersDirectory.removeAbandoned();
        return folder.resolve(CountersDirectory.fileName(config.agentName(), instance));
    }

    private void writeHeader(final String agentName) {
        final byte[] name = agentName.getBytes(StandardCharsets.UTF_8);
        final long nowMs = System.currentTimeMillis();
        header.putLong(CountersLayout.PID_AT, ProcessHandle.current().pid());
        header.putLong(CountersLayout.INSTANCE_AT, instance);
        header.putLong(CountersLayout.START_AT, nowMs);
        header.putLong(CountersLayout.HEARTBEAT_AT, nowMs);
        header.putInt(CountersLayout.METADATA_LENGTH_AT, CountersLayout.metadataLength(COUNTERS_IN_FILE));
        header.putInt(CountersLayout.VALUES_LENGTH_AT, CountersLayout.valuesLength(COUNTERS_IN_FILE));
        header.putInt(CountersLayout.NAME_LENGTH_AT, name.length);
        header.putBytes(CountersLayout.NAME_AT, name);
        header.putLongRelease(CountersLayout.MAGIC_AT, CountersLayout.MAGIC);
    }

    boolean isFile() {
        return path != null;
    }

    /** The file, null if there is none. */
    Path path() {
        return path;
    }

    CountersManager manager() {
        return manager;
    }

    /** Poll thread. */
    void heartbeat() {
        header.putLongRelease(CountersLayout.HEARTBEAT_AT, System.currentTimeMillis());
    }

    /** Tells readers that the engine has closed, and removes the file if it is still this engine's. Once. */
    void close() {
        if (path == null) {
            return;
        }
        header.putLongRelease(CountersLayout.HEARTBEAT_AT, 0);
        try {
            if (Files.exists(path) && CountersFile.open(path).instance() == instance) {
                Files.delete(path);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException("countersFile " + path + " cannot be removed: " + e.getMessage(), e);
        }
    }
}
