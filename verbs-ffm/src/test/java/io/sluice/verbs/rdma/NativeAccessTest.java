package io.sluice.verbs.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** RDMA in a JVM without native access: one message with the flag, instead of the JVM's warnings. */
class NativeAccessTest {
    private static final String FLAG = "--enable-native-access=ALL-UNNAMED";

    /** What the child JVM runs. */
    static final class Child {
        public static void main(final String[] arguments) {
            try {
                RdmaDevices.load("/no/such/library.so");
            } catch (final RuntimeException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    private static String run(final String... flags) throws Exception {
        final List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(flags));
        command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
                Child.class.getName()));
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        final String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor()).isZero();
        return out;
    }

    @Test
    void theMissingFlagIsNamedBeforeAnythingIsLoaded() throws Exception {
        assertThat(run()).isEqualTo("RDMA devices need native access: start the JVM with " + FLAG);
        assertThat(run("--illegal-native-access=deny", "--enable-native-access=java.base"))
                .isEqualTo("RDMA devices need native access: start the JVM with " + FLAG);
    }

    @Test
    void withTheFlagTheLibraryIsLookedFor() throws Exception {
        assertThat(run(FLAG)).startsWith("libibverbs cannot be loaded from /no/such/library.so");
    }
}
