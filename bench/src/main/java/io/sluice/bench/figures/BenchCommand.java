package io.sluice.bench.figures;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures everything, and reports it. */
@Command(name = "bench", mixinStandardHelpOptions = true, sortOptions = false, subcommands = CompareCommand.class, //
        description = {
            "Measures what the engine costs on this machine, beside plain C and plain copies, in about three minutes.",
            "",
            "Everything is measured in every round, so that what is compared was measured side by side. Printed are the",
            "median and the range of the rounds, and how long a cache line took from one core to the other and back,",
            "just before and just after (\"core-core\"): figures across threads compare only where that is alike.",
            "Rows marked * run more busy threads than there are cores." })
public final class BenchCommand implements Callable<Integer> {
    /** Folder of the source tree; the launcher sets it. */
    static final String HOME_PROPERTY = "sluice.home";

    @Spec
    private CommandSpec spec;

    @Option(names = "--quick", description = "One short round: about 30 seconds, coarse.")
    private boolean quick;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds, 1 to 99 (default: 5; quick: 1).")
    private Integer rounds;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the report to FILE, as JSON, for 'bench compare'.")
    private Path json;

    @Option(names = "--html", paramLabel = "FILE", description = "Write the report to FILE, one page with its pictures.")
    private Path html;

    @Option(names = "--plot", paramLabel = "DIR", description = "Write the pictures to DIR, which is made if need be.")
    private Path plots;

    @Override
    public Integer call() throws Exception {
        final int count = rounds == null ? quick ? 1 : 5 : rounds;
        if (count < 1 || count > 99) {
            throw new ParameterException(spec.commandLine(), "--rounds " + count + " is not in 1..99");
        }
        checkFile("--json", json);
        checkFile("--html", html);
        final String property = System.getProperty(HOME_PROPERTY);
        final Path home = property == null ? null : Path.of(property);
        final PrintWriter progress = spec.commandLine().getErr();
        try (Suite suite = new Suite(home, quick)) {
            suite.run(count, round -> {
                progress.println(round);
                progress.flush();
            });
            write(suite.report(home, count));
        }
        return 0;
    }

    private void write(final Report report) throws IOException {
        TextTable.print(report, spec.commandLine().getOut());
        if (json != null) {
            FigureJson.write(report, json);
        }
        if (html != null) {
            Files.writeString(html, HtmlPage.of(report));
        }
        if (plots != null) {
            Files.createDirectories(plots);
            for (final Picture picture : Picture.all(report)) {
                Files.write(plots.resolve(picture.name() + ".png"), picture.png());
            }
        }
    }

    /** Before a long run, not after it. */
    private void checkFile(final String option, final Path file) {
        if (file != null && (Files.isDirectory(file) || !Files.isDirectory(file.toAbsolutePath().getParent()))) {
            throw new ParameterException(spec.commandLine(),
                    option + " " + file + ": its folder does not exist, or it is a folder");
        }
    }
}
