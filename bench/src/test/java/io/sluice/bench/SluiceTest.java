package io.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class SluiceTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Sluice.commandLine().addSubcommand(new Probe()).setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err)).execute(args);
    }

    @Test
    void versionComesFromTheBuildAndNamesTheJvm() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString().lines().toList()).hasSize(2).first().asString()
                .matches("sluice \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
        assertThat(out.toString()).contains("Java " + Runtime.version().feature());
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void helpGoesToStandardOutputWithCommandsExitCodesAndEnvironment() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("Usage: sluice", "Commands:", "Exit codes:", "SLUICE_JAVA_HOME");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void noCommandIsAUsageErrorWithAHint() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("sluice: Missing required subcommand", "Try 'sluice --help'.");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void anUnknownCommandIsNamedAndTheLikelyOneSuggested() {
        assertThat(run("prob")).isEqualTo(2);
        assertThat(err.toString()).contains("'prob'", "Did you mean: sluice probe?", "Try 'sluice --help'.");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aWrongOptionValueOfASubcommandPointsToThatSubcommandsHelp() {
        assertThat(run("probe", "--count", "64k", "x")).isEqualTo(2);
        assertThat(err.toString()).contains("sluice probe:", "--count", "64k", "Try 'sluice probe --help'.");
    }

    @Test
    void aSubcommandsResultIsTheExitCode() {
        assertThat(run("probe", "--count", "0", "x")).isZero();
        assertThat(run("probe", "--count", "1", "x")).isEqualTo(1);
    }

    @Test
    void aSubcommandThatThrowsFailsWithItsCauseOnStandardError() {
        assertThat(run("probe", "throw")).isEqualTo(1);
        assertThat(err.toString()).contains("IllegalStateException: no such device: mlx5_9");
        assertThat(out.toString()).isEmpty();
    }

    /** Stands for any subcommand. */
    @Command(name = "probe", mixinStandardHelpOptions = true)
    static final class Probe implements Callable<Integer> {
        @Option(names = "--count")
        private int count;

        @Parameters
        private String what;

        @Override
        public Integer call() {
            if (what.equals("throw")) {
                throw new IllegalStateException("no such device: mlx5_9");
            }
            return count;
        }
    }
}
