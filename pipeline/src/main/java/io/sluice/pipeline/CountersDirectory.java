package io.sluice.pipeline;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;

/** Where counters files lie that are given no name: in memory where the machine has such a folder, each user's apart. */
final class CountersDirectory {
    static final String SUFFIX = ".counters";
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long KEPT_MS = TimeUnit.HOURS.toMillis(1);

    private CountersDirectory() {}

    static Path path() {
        final Path parent = Files.isDirectory(MEMORY) && Files.isWritable(MEMORY)
                ? MEMORY
                : Path.of(System.getProperty("java.io.tmpdir"));
        return parent.resolve("sluice-" + System.getProperty("user.name"));
    }

    /** Makes it, for its user alone; refuses one that somebody else has put there. */
    static Path make() throws IOException {
        final Path path = path();
        try {
            Files.createDirectory(path,
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (final FileAlreadyExistsException e) {
            final String owner = Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).getName();
            if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                    || !owner.equals(System.getProperty("user.name"))) {
                throw new IOException(path + " is no folder of this user but of " + owner
                        + ": name a file in place of auto", e);
            }
        }
        return path;
    }

    /**
     * Removes files of processes that are gone. Not at once: somebody may want to see what a process had counted when it
     * died; and not by the process id alone, for the folder may be shared by containers, which do not see each other's.
     */
    static void removeAbandoned() throws IOException {
        final long before = System.currentTimeMillis() - KEPT_MS;
        for (final Path path : CountersFile.list()) {
            try {
                final CountersFile file = CountersFile.open(path);
                if (!file.isLive() && file.heartbeatEpochMs() < before) {
                    Files.deleteIfExists(path);
                }
            } catch (final IOException e) { // its engine has closed meanwhile; or it is no counters file, and not ours
                continue;
            }
        }
    }

    static String fileName(final String agentName, final long instance) {
        final String safe = agentName.replaceAll("[^A-Za-z0-9._-]", "_");
        return safe.substring(0, Math.min(100, safe.length())) + '-' + ProcessHandle.current().pid() + '-'
                + Long.toHexString(instance) + SUFFIX;
    }
}
