package io.sluice.verbs.rdma;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * The C programs beside the tests, built once a run. Where there is no compiler or no header, tests that need them are
 * skipped and say so; a machine that calls itself CI has to have both.
 */
final class NativeTools {
    private static final Path SOURCES = Path.of("src/test/c").toAbsolutePath();
    private static final Path BUILT = Path.of("target/null-verbs").toAbsolutePath();
    private static final long LIMIT_SECONDS = 120;

    private NativeTools() {}

    /** Why they are missing, or null: they are built. */
    private static final class Build {
        private static final String MISSING = build();

        private static String build() {
            if (!Files.isDirectory(SOURCES)) {
                return "no sources in " + SOURCES;
            }
            try {
                run("sh", "-c", "echo '#include <infiniband/verbs.h>' | gcc -E - >/dev/null");
            } catch (final IllegalStateException e) {
                return "needs gcc and infiniband/verbs.h (Debian: gcc libc6-dev libibverbs-dev): " + e.getMessage();
            }
            run(SOURCES.resolve("build.sh").toString(), BUILT.toString());
            return null;
        }
    }

    /** @return a file that was built */
    static Path file(final String name) {
        if (Build.MISSING != null) {
            if ("true".equals(System.getenv("CI"))) {
                Assertions.fail(Build.MISSING);
            }
            Assumptions.abort(Build.MISSING);
        }
        return BUILT.resolve(name);
    }

    /** @return what the command printed; it must succeed */
    static String run(final String... command) {
        try {
            final Path output = Files.createTempFile("command", ".out");
            final Process process = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(output.toFile()).start();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException(command[0] + " did not end");
            }
            final String text = Files.readString(output);
            Files.delete(output);
            if (process.exitValue() != 0) {
                throw new IllegalStateException(
                        String.join(" ", command) + " ended with " + process.exitValue() + ": " + text);
            }
            return text;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
