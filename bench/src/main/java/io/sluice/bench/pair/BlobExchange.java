package io.sluice.bench.pair;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** How agents' blobs travel: a file for each agent in a directory that both can reach. */
final class BlobExchange {
    private final Path directory;

    BlobExchange(final Path directory) {
        this.directory = directory;
    }

    /** At once: nobody reads half of it. */
    void publish(final String agent, final byte[] blob) throws IOException {
        Files.createDirectories(directory);
        final Path temporary = Files.createTempFile(directory, "blob", ".tmp");
        Files.write(temporary, blob);
        Files.move(temporary, file(agent), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Null while there is none. */
    byte[] find(final String agent) throws IOException {
        try {
            return Files.readAllBytes(file(agent));
        } catch (final NoSuchFileException e) {
            return null;
        }
    }

    void remove(final String agent) throws IOException {
        Files.deleteIfExists(file(agent));
    }

    private Path file(final String agent) {
        return directory.resolve(agent + ".agent");
    }
}
