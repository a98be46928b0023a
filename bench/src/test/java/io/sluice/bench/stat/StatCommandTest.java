package io.sluice.bench.stat;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.Connection;
import io.sluice.pipeline.CountersFile;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferState;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(120)
class StatCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private int stat(final String... args) {
        return new CommandLine(new StatCommand()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err))
                .execute(args);
    }

    @Test
    void itShowsWhatAnEngineHasDoneAndTheRates() {
        final Path file = folder.resolve("here.counters");
        try (Arena arena = Arena.ofShared();
                TransferEngine engine = TransferEngine
                        .create(EngineConfig.builder().device(SoftDevice.create(SoftDeviceConfig.builder().build()))
                                .agentName("shown").countersFile(file.toString()).build())) {
            final LocalRegion region = engine.register(arena.allocate(2_000));
            final Connection connection = engine.connect(engine);
            final long id = engine.write(connection, region, 0, 1_000,
                    connection.resolve(region.address(), region.length()), 1_000);
            assertThat(engine.await(id, TimeUnit.SECONDS.toNanos(40))).isEqualTo(TransferState.SUCCEEDED);
            engine.release(id);
            // The first look may come before the engine's own first; a rate wants two that show the connection.
            assertThat(stat(file.toString(), "--count", "5", "--interval", "0.25")).isZero();
        }
        assertThat(out.toString()).contains("shown, process " + ProcessHandle.current().pid(), "heartbeat")
                .containsPattern("transfers succeeded +1 ").containsPattern("bytes moved +1,000 +0/s")
                .containsPattern("connections now +2 ")
                .containsPattern("connection [01] to shown: slices returned +1 +0/s");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void anotherProcessIsFoundByItsIdAndItsFileIsStaleOnceItIsKilled() throws Exception {
        final Process process = start("elsewhere");
        final Path file;
        try {
            final String pid = String.valueOf(process.pid());
            assertThat(stat("--pid", pid, "--count", "1")).as(err.toString()).isZero();
            assertThat(out.toString()).contains("elsewhere, process " + pid).containsPattern("connections now +0");
            file = CountersFile.list().stream().filter(path -> path.toString().contains("elsewhere-" + pid + "-"))
                    .findAny().orElseThrow();
            process.destroyForcibly().waitFor();
            assertThat(stat("--pid", pid)).isEqualTo(1);
            assertThat(err.toString()).contains("no live engine of process " + pid, "stale files");
        } finally {
            process.destroyForcibly();
        }
        try {
            assertThat(stat(file.toString())).isEqualTo(1);
            assertThat(err.toString()).contains(file + " is stale: process " + process.pid() + " is gone");
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void itEndsWellWhenTheEngineCloses() throws Exception {
        final Process process = start("closing");
        try {
            final Thread closer = Thread.startVirtualThread(() -> {
                try {
                    while (!out.toString().contains("closing, process")) {
                        Thread.onSpinWait();
                    }
                    process.getOutputStream().close();
                } catch (final IOException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(stat("--pid", String.valueOf(process.pid()), "--interval", "0.05")).isZero();
            closer.join();
        } finally {
            process.destroyForcibly();
        }
        assertThat(out.toString()).contains(", closed");
    }

    @Test
    void wrongUsageAndWrongFilesAreNamed() throws IOException {
        assertThat(stat("--interval", "0")).isEqualTo(2);
        assertThat(stat("x", "--pid", "1")).isEqualTo(2);
        assertThat(stat("--count", "-1")).isEqualTo(2);
        final Path missing = folder.resolve("missing");
        assertThat(stat(missing.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("sluice stat: no such file: " + missing);
        final Path other = Files.writeString(folder.resolve("other"), "x".repeat(2_000));
        assertThat(stat(other.toString())).isEqualTo(1);
        assertThat(err.toString()).contains(other + " is no counters file");
        assertThat(out.toString()).isEmpty();
    }

    private static Process start(final String agentName) throws IOException {
        final Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), IdleEngine.class.getName(), agentName)
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        final BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream()));
        assertThat(lines.readLine()).isEqualTo("up");
        return process;
    }
}
