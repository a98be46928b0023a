package io.sluice.verbs.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a device is, and the threads that settle near it. */
class NumaTest {
    private final NullLibrary library = NullLibrary.load();
    @TempDir
    private Path sysfs;
    private Path folder;

    @BeforeEach
    void hasAFolder() throws IOException {
        library.set("SYSFS", sysfs);
        folder = Files.createDirectories(sysfs.resolve("null0/device"));
    }

    @Test
    void theNodeIsWhatTheKernelSays() throws IOException {
        assertThat(library.device().numaNode()).isEqualTo(-1);
        Files.writeString(folder.resolve("numa_node"), "3\n");
        assertThat(library.device().numaNode()).isEqualTo(3);
        Files.writeString(folder.resolve("numa_node"), "?\n");
        assertThat(library.device().numaNode()).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = { "0-3,8 | {0, 1, 2, 3, 8}", "5 | {5}", "7-6 | {7}", "x | {}", "1, | {}",
        "-1 | {}" })
    void theCpusNearItAreReadAsTheKernelWritesThem(final String list, final String expected) throws IOException {
        Files.writeString(folder.resolve("local_cpulist"), list + "\n");

        assertThat(new Sysfs(folder.getParent()).localCpus()).hasToString(expected);
    }

    @Test
    void aThreadThatSettlesRunsNearTheDevice() throws Exception {
        final String first = allowed().stream().mapToObj(Integer::toString).findFirst().orElseThrow();
        Files.writeString(folder.resolve("local_cpulist"), first + ",1023\n");

        assertThat(allowedAfterSettling()).hasToString("{" + first + "}");
    }

    @ParameterizedTest
    @ValueSource(strings = { "1000-1023", "nothing" })
    void aThreadThatHasNoCpuNearTheDeviceStaysWhereItIs(final String list) throws Exception {
        Files.writeString(folder.resolve("local_cpulist"), list + "\n");

        assertThat(allowedAfterSettling()).isEqualTo(allowed());
    }

    private BitSet allowedAfterSettling() throws Exception {
        final CompletableFuture<BitSet> allowed = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> {
            library.device().settleThread();
            allowed.complete(allowed());
        }).join();
        return allowed.join();
    }

    /** The calling thread's, from the kernel. */
    private static BitSet allowed() {
        try {
            final String line = Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
                    .filter(each -> each.startsWith("Cpus_allowed_list:")).findFirst().orElseThrow();
            final BitSet cpus = new BitSet();
            for (final String range : line.substring(line.indexOf(':') + 1).strip().split(",")) {
                final String[] ends = range.split("-");
                cpus.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
            }
            return cpus;
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }
}
