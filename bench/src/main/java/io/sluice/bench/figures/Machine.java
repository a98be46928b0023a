package io.sluice.bench.figures;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a run was made on. Figures of two machines do not compare.
 *
 * @param time   when, UTC
 * @param commit of the source tree, with a + if it had changes; "unknown" outside of one
 * @param cpu    model
 * @param cores  that the JVM may use
 * @param system kernel and architecture
 * @param jvm    version and vendor
 * @param flags  of the JVM
 * @param device on which the software path was measured
 */
record Machine(String time, String commit, String cpu, int cores, String system, String jvm, List<String> flags,
        String device) {
    private static final long GIT_SECONDS = 5;

    /** @param home folder of the source tree, null for none */
    static Machine here(final Path home, final String device) {
        return new Machine(Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), commitOf(home), cpuModel(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                System.getProperty("java.runtime.version") + " (" + System.getProperty("java.vendor") + ")",
                ManagementFactory.getRuntimeMXBean().getInputArguments(), device);
    }

    private static String cpuModel() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream().filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip()).findFirst().orElse("unknown");
        } catch (final IOException e) {
            return "unknown";
        }
    }

    private static String commitOf(final Path home) {
        if (home == null) {
            return "unknown";
        }
        final String commit = git(home, "rev-parse", "--short=12", "HEAD");
        if (commit == null) {
            return "unknown";
        }
        final String changes = git(home, "status", "--porcelain", "--untracked-files=no");
        return commit + (changes == null || !changes.isEmpty() ? "+" : "");
    }

    /** Null where it fails, or there is no git. */
    private static String git(final Path home, final String... arguments) {
        try {
            final ProcessBuilder git = new ProcessBuilder("git", "-C", home.toString());
            git.command().addAll(List.of(arguments));
            final Process process = git.redirectError(ProcessBuilder.Redirect.DISCARD).start();
            final String answer = new String(process.getInputStream().readAllBytes()).strip();
            return process.waitFor(GIT_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0 ? answer : null;
        } catch (final IOException e) {
            return null;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
