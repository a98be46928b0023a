package io.sluice.pipeline;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM that runs a class of the tests, and what it says. Closing it kills it; so does time, lest a test waits for ever. */
public final class ChildJvm implements AutoCloseable {
    private static final long LIFE_SECONDS = 150;

    private final Process process;
    private final BufferedReader out;

    /**
     * @param prefix    a command that gives way to what it is given, or nothing
     * @param main      the class
     * @param arguments of its main method
     */
    public ChildJvm(final List<String> prefix, final Class<?> main, final String... arguments) {
        final List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        try {
            process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        process.onExit().orTimeout(LIFE_SECONDS, TimeUnit.SECONDS).exceptionally(late -> process.destroyForcibly());
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** @return the next line that it says; null when it has ended */
    public String line() {
        try {
            return out.readLine();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @return its process id */
    public long pid() {
        return process.pid();
    }

    /**
     * Sends it a signal.
     *
     * @param name as {@code kill} takes it. After STOP it is awaited that no thread of it runs
     */
    public void signal(final String name) {
        try {
            final Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(pid())).inheritIO().start();
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("kill -" + name + " failed");
            }
            while (name.equals("STOP") && !isStopped()) {
                Thread.onSpinWait();
            }
        } catch (final IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** By the state of each thread, behind its name in parentheses. */
    private boolean isStopped() throws IOException {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + pid() + "/task"))) {
            for (final Path thread : threads) {
                final String stat = Files.readString(thread.resolve("stat"));
                if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
                    return false;
                }
            }
        }
        return true;
    }

    /** Kills it, and returns when it is gone. */
    public void kill() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
    }
}
