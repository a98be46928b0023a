package io.sluice.bench.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A sluice command in a process of its own. */
final class Terminal implements AutoCloseable {
    static final long PATIENCE_S = 60;
    private static final String END = "(end of output)";

    private final Process process;
    private final Path err;
    /** Standard output, filled by a thread that reads it. */
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final List<String> seen = new ArrayList<>();

    private Terminal(final Process process, final Path err) {
        this.process = process;
        this.err = err;
        Thread.ofVirtual().start(this::read);
    }

    static Terminal start(final String... args) throws IOException {
        return start(Map.of(), args);
    }

    static Terminal start(final Map<String, String> environment, final String... args) throws IOException {
        final List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED",
                "-Dsluice.heartbeatNs=300000000", "-Dsluice.retryCount=1", "-cp",
                System.getProperty("java.class.path"), "io.sluice.bench.Sluice"));
        command.addAll(List.of(args));
        final Path err = File.createTempFile("sluice-test", ".err").toPath();
        final ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
        builder.environment().putAll(environment);
        return new Terminal(builder.start(), err);
    }

    private void read() {
        try (BufferedReader reader = process.inputReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        } catch (final IOException _) {
            // It was killed.
        }
        lines.add(END);
    }

    /** @return the next line that has {@code text} in it */
    String says(final String text) throws InterruptedException, IOException {
        while (true) {
            final String line = lines.poll(PATIENCE_S, TimeUnit.SECONDS);
            assertThat(line).as("a line with '%s' after %s; %s", text, seen, Files.readString(err)).isNotNull()
                    .isNotEqualTo(END);
            seen.add(line);
            if (line.contains(text)) {
                return line;
            }
        }
    }

    /** @return the exit code */
    int ends() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE_S, TimeUnit.SECONDS)).as("ends; said %s", seen).isTrue();
        return process.exitValue();
    }

    String errors() throws IOException {
        return Files.readString(err);
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** SIGTERM, which a JVM takes as it takes Ctrl-C, and which nobody above it can have made it ignore. */
    void interrupt() throws IOException, InterruptedException {
        signal("TERM");
    }

    void signal(final String name) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor()).isZero();
    }

    @Override
    public void close() throws IOException {
        kill();
        Files.deleteIfExists(err);
    }
}
