package io.sluice.bench.figures;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Two reports side by side. */
@Command(name = "compare", mixinStandardHelpOptions = true, //
        description = {
            "Compares two reports of 'sluice bench --json' and prints the figures that changed beyond noise:",
            "the ranges of the rounds do not meet, and the medians differ by at least 5 %.",
            "Where the two cores were not equally far apart, the change may come from there; such rows say so." })
final class CompareCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "A.json", description = "The earlier report.")
    private Path before;

    @Parameters(index = "1", paramLabel = "B.json", description = "The later report.")
    private Path after;

    @Override
    public Integer call() throws Exception {
        final PrintWriter out = spec.commandLine().getOut();
        Comparison.of(FigureJson.read(before), FigureJson.read(after)).print(out);
        out.flush();
        return 0;
    }
}
