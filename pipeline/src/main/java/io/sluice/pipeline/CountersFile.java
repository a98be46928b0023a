package io.sluice.pipeline;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/**
 * The counters of an engine, which may be another process's, read out of the file that its setting {@code countersFile}
 * names. Read only; costs the engine nothing. Safe for use by any number of threads. The mapping lives as long as this
 * object is reachable; there is nothing to close.
 */
public final class CountersFile {
    /** A process id may be used again: a process that is this much younger than the file did not make it. */
    private static final long PID_SLACK_MS = 10_000;

    private final Path path;
    private final UnsafeBuffer header;
    private final CountersReader reader;

    /** Told of each counter. */
    @FunctionalInterface
    public interface Consumer {
        /**
         * @param typeId what it counts, as {@code docs/observability.md} lists
         * @param label  the same in words; of a connection's counter with its peer
         * @param value  now
         */
        void accept(int typeId, String label, long value);
    }

    private CountersFile(final Path path, final UnsafeBuffer memory) {
        this.path = path;
        header = memory;
        final int metadata = memory.getInt(CountersLayout.METADATA_LENGTH_AT);
        reader = new CountersReader(new UnsafeBuffer(memory, CountersLayout.METADATA_AT, metadata),
                new UnsafeBuffer(memory, CountersLayout.METADATA_AT + metadata,
                        memory.getInt(CountersLayout.VALUES_LENGTH_AT)),
                StandardCharsets.UTF_8);
    }

    /** @return the folder of files that an engine has named itself ({@code countersFile} is {@code auto}) */
    public static Path defaultDirectory() {
        return CountersDirectory.path();
    }

    /**
     * @return the files in {@link #defaultDirectory()}, live or not, in the order of their names
     * @throws IOException if the folder is there and cannot be read
     */
    public static List<Path> list() throws IOException {
        if (!Files.isDirectory(defaultDirectory())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(defaultDirectory())) {
            return files.filter(file -> file.toString().endsWith(CountersDirectory.SUFFIX)).sorted().toList();
        }
    }

    /**
     * Maps a file.
     *
     * @param path of it
     * @return its counters
     * @throws IOException if it cannot be read, or is no counters file; the message names it
     */
    public static CountersFile open(final Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            final long length = channel.size();
            if (length < CountersLayout.METADATA_AT || length > Integer.MAX_VALUE) {
                throw new IOException(path + " is no counters file: it has " + length + " bytes");
            }
            final UnsafeBuffer memory = new UnsafeBuffer(channel.map(FileChannel.MapMode.READ_ONLY, 0, length));
            final long magic = memory.getLongAcquire(CountersLayout.MAGIC_AT);
            if (magic != CountersLayout.MAGIC) {
                throw new IOException(path + " is no counters file of version 1: it begins with 0x"
                        + Long.toHexString(magic));
            }
            final long metadata = memory.getInt(CountersLayout.METADATA_LENGTH_AT);
            final long values = memory.getInt(CountersLayout.VALUES_LENGTH_AT);
            final long name = memory.getInt(CountersLayout.NAME_LENGTH_AT);
            if (metadata < 0 || values < 0 || name < 0 || name > CountersLayout.MOST_NAME
                    || metadata != values * (CountersReader.METADATA_LENGTH / CountersReader.COUNTER_LENGTH)
                    || CountersLayout.METADATA_AT + metadata + values != length) {
                throw new IOException(path + " is damaged: " + length + " bytes, of which " + metadata
                        + " of metadata and " + values + " of values");
            }
            return new CountersFile(path, memory);
        }
    }

    /** @return the file */
    public Path path() {
        return path;
    }

    /** @return process id of the engine's JVM */
    public long pid() {
        return header.getLong(CountersLayout.PID_AT);
    }

    /** @return the engine's instance id */
    public long instance() {
        return header.getLong(CountersLayout.INSTANCE_AT);
    }

    /** @return name of the engine's agent */
    public String agentName() {
        final byte[] name = new byte[header.getInt(CountersLayout.NAME_LENGTH_AT)];
        header.getBytes(CountersLayout.NAME_AT, name);
        return new String(name, StandardCharsets.UTF_8);
    }

    /** @return when the engine was made, ms since 1970 */
    public long startEpochMs() {
        return header.getLong(CountersLayout.START_AT);
    }

    /**
     * @return when the engine's poll thread last looked in, ms since 1970; 0 if the engine has closed. While the engine is
     *         idle that is once in {@code maxParkNs}; in INVOKER mode whenever the program calls
     */
    public long heartbeatEpochMs() {
        return header.getLongAcquire(CountersLayout.HEARTBEAT_AT);
    }

    /** @return whether the engine has closed */
    public boolean isClosed() {
        return heartbeatEpochMs() == 0;
    }

    /**
     * @return whether the engine is there: it has not closed, and the process that made the file is running. False is the
     *         answer for a file that a killed process has left behind
     */
    public boolean isLive() {
        return !isClosed() && ProcessHandle.of(pid()).filter(ProcessHandle::isAlive)
                .filter(process -> process.info().startInstant().map(Instant::toEpochMilli).orElse(0L)
                        - PID_SLACK_MS <= startEpochMs())
                .isPresent();
    }

    /**
     * @param typeId of a counter
     * @return whether it only counts up, so that its rate means something; else it is how much there is now
     */
    public static boolean isTotal(final int typeId) {
        return typeId < EngineCounter.CONNECTIONS.ordinal() || typeId == EngineGauges.RETURNED;
    }

    /** @param consumer told of each counter, the engine's own first */
    public void forEach(final Consumer consumer) {
        reader.forEach((counterId, typeId, key, label) -> consumer.accept(typeId, label,
                reader.getCounterValue(counterId)));
    }
}
