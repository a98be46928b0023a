package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs the stress tests of the protocols between threads, the classes called {@code *Stress}, in a JVM of their own. Short
 * by default; {@code -Dsluice.jcstress=long} for as long as jcstress thinks right, or {@code -Dsluice.jcstress="-m tough
 * -t Credit"} for options of one's own.
 */
@Tag("jcstress")
class JcstressTest {
    private static final String MODE = System.getProperty("sluice.jcstress", "quick");
    /** One JVM a test and way to compile it, each for a moment. */
    private static final List<String> QUICK = List.of("-sc", "false", "-af", "NONE", "-f", "1", "-iters", "1", "-time",
            "100");
    private static final long QUICK_LIMIT_SECONDS = 300;
    private static final Pattern PASSED = Pattern.compile("All remaining tests: (\\d+) matching");

    @Test
    void theProtocolsBetweenThreadsHold() throws IOException, InterruptedException {
        final Path folder = Path.of("target", "jcstress").toAbsolutePath();
        Files.createDirectories(folder);
        final Path output = folder.resolve("output.txt");

        final Process process = new ProcessBuilder(command()).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(output.toFile()).start();
        final boolean ended;
        try {
            ended = process.waitFor(MODE.equals("quick") ? QUICK_LIMIT_SECONDS : Long.MAX_VALUE, TimeUnit.SECONDS);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }

        final String text = Files.readString(output);
        assertThat(ended).as("ended within %d s; it said:%n%s", QUICK_LIMIT_SECONDS, text).isTrue();
        assertThat(process.exitValue()).as("exit code; it said:%n%s", text).isZero();
        assertThat(text).as("results").doesNotContain("[FAILED]", "[ERROR]", "[TIMEOUT]", "FATAL");
        assertThat(passed(text)).as("stress tests that ran").isGreaterThanOrEqualTo(MODE.startsWith("-") ? 1 : 30);
    }

    private static List<String> command() {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.openjdk.jcstress.Main", "-r",
                "report",
                "-jvmArgs", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED --enable-native-access=ALL-UNNAMED"));
        switch (MODE) {
            case "quick" -> command.addAll(QUICK);
            case "long" -> {
            }
            default -> command.addAll(List.of(MODE.split(" ")));
        }
        return command;
    }

    private static int passed(final String output) {
        final Matcher matcher = PASSED.matcher(output);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }
}
