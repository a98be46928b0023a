package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An engine in a JVM that lacks a flag: the message names that flag, ready to be copied, and no other. */
class JvmFlagsTest {
    private static final String OPENS = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED";
    private static final String NATIVE = "--enable-native-access=ALL-UNNAMED";

    /** What the child JVM runs. */
    static final class Child {
        public static void main(final String[] arguments) {
            try {
                TransferEngine.create(EngineConfig.builder().build()).close();
                System.out.println("created");
            } catch (final IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    private static String run(final String... flags) throws Exception {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flags));
        command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
                Child.class.getName()));
        final Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        process.getOutputStream().close();
        final String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor()).isZero();
        return out;
    }

    @Test
    void withBothFlagsAnEngineOpens() throws Exception {
        assertThat(run(OPENS, NATIVE)).isEqualTo("created");
    }

    @Test
    void eachFlagThatIsMissingIsNamedAlone() throws Exception {
        assertThat(run(NATIVE)).isEqualTo("start the JVM with " + OPENS);
        assertThat(run(OPENS, "--illegal-native-access=deny", "--enable-native-access=java.base"))
                .isEqualTo("start the JVM with " + NATIVE);
    }

    @Test
    void bothAreNamedWhereBothAreMissing() throws Exception {
        assertThat(run()).isEqualTo("start the JVM with " + OPENS + " " + NATIVE);
    }
}
