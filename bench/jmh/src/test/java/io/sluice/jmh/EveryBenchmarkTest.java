package io.sluice.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Every benchmark runs, for a moment and with its first parameters: the figures mean nothing here. */
class EveryBenchmarkTest {
    private static final int BENCHMARKS = 15;

    @Test
    void everyBenchmarkRuns() throws RunnerException {
        final Collection<RunResult> results = new Runner(new OptionsBuilder().forks(0).warmupIterations(0)
                .measurementIterations(1).measurementTime(TimeValue.milliseconds(5)).shouldFailOnError(true)
                .param("length", "4096").param("run", "1").param("records", "16").param("readers", "2")
                .param("claim", "16").param("ringEach", "true").param("chain", "64").param("mode", "INVOKER")
                .param("idle", "own").param("slices", "64").verbosity(VerboseMode.SILENT).build()).run();
        assertThat(results).hasSize(BENCHMARKS)
                .allSatisfy(result -> assertThat(result.getPrimaryResult().getScore()).isPositive());
    }
}
