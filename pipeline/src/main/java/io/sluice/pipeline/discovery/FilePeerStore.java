package io.sluice.pipeline.discovery;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.DataFormatException;

/**
 * Entries as files of one directory, which may be shared by hosts over a network file system.
 *
 * <p>Each agent has a file ({@link PeerFile} says what is in it), replaced as a whole by an atomic rename, so that a reader
 * sees an old entry or a new one. Files that are no entry are ignored, as half-written ones are; links and the like are
 * not followed.
 *
 * <p><b>Clocks.</b> A file carries the time at which its lease is over, by the publisher's clock, and a reader compares
 * that with its own. The clocks of all hosts must therefore agree within half of the lease: a reader that is further ahead
 * takes the living for gone, one that is behind keeps the dead for as much longer. Within one host there is one clock.
 *
 * <p>There are no locks, which network file systems do not all have. If a name is published and removed by two processes
 * in the same moment, its file may be missing, or the older one's, until the next renewal: a third of a lease.
 *
 * <p>Calls last as long as the file system takes; there is no time-out. A publisher also removes files of others that were
 * over ten leases ago.
 */
public final class FilePeerStore implements PeerStore {
    /** Of the lease where none is given: long enough for clocks that are some seconds apart. */
    public static final Duration DEFAULT_LEASE = Duration.ofSeconds(15);
    /** How often a watch reads the directory where nothing is given. */
    public static final Duration DEFAULT_READ_INTERVAL = Duration.ofSeconds(1);

    private static final Duration LEAST = Duration.ofMillis(10);
    private static final Duration MOST = Duration.ofDays(1);
    /** Clocks that are apart do not make a publisher remove what lives: this many leases it must be over. */
    private static final int LEASES_BEFORE_SWEPT = 10;
    private static final String TEMPORARY = ".sluice-";

    private final Path directory;
    private final Duration lease;
    private final Duration readInterval;
    private final InstantSource clock;
    private final AtomicLong temporaries = new AtomicLong();

    /**
     * A store with the default lease and read interval.
     *
     * @param directory made when something is published; before, it cannot be read
     */
    public FilePeerStore(final Path directory) {
        this(directory, DEFAULT_LEASE, DEFAULT_READ_INTERVAL, InstantSource.system());
    }

    /**
     * A store with times of its own.
     *
     * @param directory    made, with its parents, when something is published
     * @param lease        of the entries published here, 10 ms to a day
     * @param readInterval of watches, 10 ms to a day: a change is told after this time at the latest
     * @param clock        tells the time of day; see above
     * @throws IllegalArgumentException if a time is out of its range
     */
    public FilePeerStore(final Path directory, final Duration lease, final Duration readInterval,
            final InstantSource clock) {
        this.directory = directory.toAbsolutePath();
        this.lease = inRange("lease", lease);
        this.readInterval = inRange("readInterval", readInterval);
        this.clock = clock;
    }

    private static Duration inRange(final String name, final Duration value) {
        if (value.compareTo(LEAST) < 0 || value.compareTo(MOST) > 0) {
            throw new IllegalArgumentException(name + " " + value + " is not in " + LEAST + ".." + MOST);
        }
        return value;
    }

    @Override
    public String place() {
        return "directory " + directory;
    }

    @Override
    public Duration lease() {
        return lease;
    }

    @Override
    public Duration readInterval() {
        return readInterval;
    }

    @Override
    public Entry publish(final String agentName, final String metadata) throws IOException {
        try {
            Files.createDirectories(directory);
            sweep();
            final FileEntry entry = new FileEntry(this, agentName, metadata);
            entry.enter();
            return entry;
        } catch (final IOException e) {
            throw named("cannot publish agent " + agentName, e);
        }
    }

    @Override
    public Contents read(final String agentName) throws IOException {
        final Map<String, String> peers = new HashMap<>();
        final Map<String, String> ignored = new HashMap<>();
        try {
            ensureThere();
            collect(fileOf(agentName), peers, ignored);
        } catch (final IOException e) {
            throw named("cannot look up agent " + agentName, e);
        }
        return new Contents(peers, ignored);
    }

    @Override
    public Reader reader(final Runnable changed) {
        return new Reader() {
            @Override
            public Contents read() throws IOException {
                return readAll();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void close() {}

    private Contents readAll() throws IOException {
        final Map<String, String> peers = new HashMap<>();
        final Map<String, String> ignored = new HashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + PeerFile.SUFFIX)) {
            for (final Path file : files) {
                collect(file, peers, ignored);
            }
        } catch (final IOException e) {
            throw named("cannot be read", e);
        }
        return new Contents(peers, ignored);
    }

    private void collect(final Path file, final Map<String, String> peers, final Map<String, String> ignored)
            throws IOException {
        try {
            final PeerFile entry = load(file);
            if (entry != null && !isOver(entry)) {
                peers.put(entry.agentName(), entry.metadata());
            }
        } catch (final DataFormatException e) {
            ignored.put(file.getFileName().toString(), e.getMessage());
        }
    }

    boolean isOver(final PeerFile entry) {
        return entry.expiresMs() < clock.millis();
    }

    long nowMs() {
        return clock.millis();
    }

    Path fileOf(final String agentName) {
        return directory.resolve(PeerFile.nameFor(agentName));
    }

    /** @return null if there is no such file */
    PeerFile load(final Path file) throws IOException, DataFormatException {
        final byte[] bytes;
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                    throw new DataFormatException("is no file");
                }
                return null;
            }
            try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                bytes = in.readNBytes(PeerFile.MOST_BYTES + 1);
            }
        } catch (final NoSuchFileException _) {
            return null;
        }
        return PeerFile.decode(bytes, file.getFileName().toString());
    }

    void store(final PeerFile entry) throws IOException {
        final Path temporary = directory
                .resolve(TEMPORARY + entry.expiresMs() + "-" + entry.owner() + "-" + temporaries.incrementAndGet());
        try {
            Files.write(temporary, entry.encode(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            Files.move(temporary, fileOf(entry.agentName()), StandardCopyOption.ATOMIC_MOVE);
        } catch (final IOException e) {
            Files.deleteIfExists(temporary);
            throw e;
        }
    }

    IOException named(final String what, final IOException cause) {
        return new IOException(place() + ": " + what + ": " + cause, cause);
    }

    /** A name that is not there and a directory that is not there are not the same. */
    private void ensureThere() throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new NoSuchFileException(directory.toString(), null, "no such directory");
        }
    }

    /** Removes what dead publishers left: entries, and files they were about to rename. */
    private void sweep() throws IOException {
        final long deadMs = clock.millis() - LEASES_BEFORE_SWEPT * lease.toMillis();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory,
                "{*" + PeerFile.SUFFIX + "," + TEMPORARY + "*}")) {
            for (final Path file : files) {
                if (expiryOf(file) < deadMs) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** @return the latest time there is, if {@code file} is none of ours */
    private long expiryOf(final Path file) throws IOException {
        final String name = file.getFileName().toString();
        try {
            if (!name.startsWith(TEMPORARY)) {
                final PeerFile entry = load(file);
                return entry == null ? Long.MAX_VALUE : entry.expiresMs();
            }
            return Long.parseLong(name.substring(TEMPORARY.length()).split("-")[0]);
        } catch (final DataFormatException | NumberFormatException _) {
            return Long.MAX_VALUE;
        }
    }
}
