package io.sluice.bench.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.Sluice;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two agents in two processes. */
class PairTest {
    private static final long PATIENCE_S = 90;

    @TempDir
    private Path directory;

    private final List<Process> started = new ArrayList<>();

    private Process agent(final String name, final String peer, final String... more) throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--add-opens") || flag.startsWith("--enable-native-access"))
                .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Sluice.class.getName(), "pair", "--name",
                name, "--peer", peer, "--exchange", directory.resolve("blobs").toString()));
        command.addAll(List.of(more));
        final Process process = new ProcessBuilder(command).redirectOutput(directory.resolve(name + ".out").toFile())
                .redirectError(directory.resolve(name + ".err").toFile()).start();
        started.add(process);
        return process;
    }

    private String text(final String file) throws IOException {
        return Files.readString(directory.resolve(file));
    }

    private int exitCode(final Process process) throws InterruptedException {
        try {
            assertThat(process.waitFor(PATIENCE_S, TimeUnit.SECONDS)).as("it ends").isTrue();
        } finally {
            started.forEach(Process::destroyForcibly);
        }
        return process.exitValue();
    }

    @ParameterizedTest
    @CsvSource({ "VERBS, 'one-sided, by the device'", "SOCKET, 'two-sided, in frames'" })
    void oneWritesTheOtherChecksEveryByte(final String adaptor, final String road) throws Exception {
        final String[] options = { "--adaptor", adaptor, "--mib", "3", "--rounds", "3" };
        final Process a = agent("A", "B", options);
        final Process b = agent("B", "A", options);
        assertThat(a.waitFor(PATIENCE_S, TimeUnit.SECONDS)).isTrue();

        assertThat(exitCode(b)).as("%s", text("B.err")).isZero();
        assertThat(exitCode(a)).as("%s", text("A.err")).isZero();
        assertThat(text("A.out")).contains("agent A: connected to agent B over " + adaptor, "puts go " + road,
                "put 3 x 3 MiB at ", "agent A: B has checked 9437184 bytes: all right");
        assertThat(text("B.out")).contains("puts go " + road, "agent B: it has checked 9437184 bytes: all right");
        assertThat(directory.resolve("blobs")).isEmptyDirectory();
    }

    @Test
    void whoIsLeftAloneSaysForWhomItWaited() throws Exception {
        assertThat(exitCode(agent("A", "B", "--timeout", "1"))).isEqualTo(1);
        assertThat(text("A.err")).contains("sluice pair: agent B has left no word of itself in");
    }

    @Test
    void aPeerThatIsKilledEndsTheOther() throws Exception {
        final String[] options = { "--mib", "1", "--rounds", "1000000" };
        final Process a = agent("A", "B", options);
        final Process b = agent("B", "A", options);
        final Path out = directory.resolve("A.out");
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (!Files.readString(out).contains("puts go") && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        b.destroyForcibly();

        assertThat(exitCode(a)).isEqualTo(1);
        assertThat(text("A.err")).containsPattern("sluice pair: (PUT|RECEIVE) [0-9]+ FAILED: |sluice pair: .*CLOSED");
    }

    @ParameterizedTest
    @CsvSource({ "A, A, --name and --peer are both A", "a/b, B, is no name", "A, B, --mib 0 is not in 1..4096" })
    void wrongUsageIsNamed(final String name, final String peer, final String why) throws Exception {
        final Process process = new ProcessBuilder(List.of()).command(command(name, peer, why))
                .redirectErrorStream(true)
                .start();
        final String said = new String(process.getInputStream().readAllBytes());
        assertThat(exitCode(process)).isEqualTo(2);
        assertThat(said).contains(why);
    }

    private static List<String> command(final String name, final String peer, final String why) {
        return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), Sluice.class.getName(), "pair", "--name", name, "--peer", peer,
                "--mib", why.contains("--mib") ? "0" : "1");
    }
}
