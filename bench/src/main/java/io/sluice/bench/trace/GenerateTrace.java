package io.sluice.bench.trace;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice generate-trace}: writes the trace of a chat service that never was. */
@Command(name = "generate-trace", mixinStandardHelpOptions = true, sortOptions = false, usageHelpWidth = 110, //
        description = "Writes a trace for 'sluice replay': the requests of a made-up chat service, as JSON lines.", //
        footerHeading = "%nThe trace:%n", //
        footer = {
            "  Chats arrive at random and begin with one of a few shared system prompts; some bring a long document;",
            "  each turn repeats the whole context before it. A line is a request: 'timestamp' in ms, 'input_length'",
            "  and 'output_length' in tokens, 'hash_ids' with one id a block of the input; equal ids stand for equal",
            "  content. Equal options give the same bytes on every machine; without any option it is the trace that",
            "  'sluice replay' uses by itself." })
public final class GenerateTrace implements Callable<Integer> {
    /** What {@code sluice replay} plays when it is given no trace. */
    public static final ChatShape DEFAULT = new ChatShape(1, 3_000, 4, 4, 6, 512, 32_768);

    @Spec
    private CommandSpec spec;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", //
            description = "Of all that is random (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--requests", paramLabel = "N", defaultValue = "3000", //
            description = "Requests, that is lines (default: ${DEFAULT-VALUE}).")
    private int requests;

    @Option(names = "--rate", paramLabel = "N", defaultValue = "4", //
            description = "Mean requests a second (default: ${DEFAULT-VALUE}).")
    private double requestsPerSecond;

    @Option(names = "--turns", paramLabel = "N", defaultValue = "4", //
            description = "Mean requests of a chat (default: ${DEFAULT-VALUE}).")
    private double turns;

    @Option(names = "--system-prompts", paramLabel = "N", defaultValue = "6", //
            description = "Prompts that chats share as their beginning (default: ${DEFAULT-VALUE}).")
    private int systemPrompts;

    @Option(names = "--block-tokens", paramLabel = "N", defaultValue = "512", //
            description = "Tokens of a block (default: ${DEFAULT-VALUE}).")
    private int blockTokens;

    @Option(names = "--context-tokens", paramLabel = "N", defaultValue = "32768", //
            description = "Longest context of a chat (default: ${DEFAULT-VALUE}).")
    private int contextTokens;

    @Option(names = "--out", paramLabel = "FILE", description = "Where to (default: standard output).")
    private Path out;

    @Override
    public Integer call() throws IOException {
        final List<TraceRequest> trace = TraceGenerator.generate(shape());
        if (out == null) {
            final PrintWriter writer = spec.commandLine().getOut();
            for (final TraceRequest request : trace) {
                writer.print(request.toLine() + "\n");
            }
            writer.flush();
            return writer.checkError() ? 1 : 0;
        }
        Files.writeString(out, String.join("\n", trace.stream().map(TraceRequest::toLine).toList()) + "\n");
        return 0;
    }

    private ChatShape shape() {
        try {
            return new ChatShape(seed, requests, requestsPerSecond, turns, systemPrompts, blockTokens, contextTokens);
        } catch (final IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }
}
