package io.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The replay and generate-trace commands as a user meets them, small. */
class ReplayCommandTest {
    private static final String[] SMALL = { "replay", "--requests", "60", "--layers", "2", "--token-bytes", "16",
        "--prefill-blocks", "80", "--decode-blocks", "120" };

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private int run(final String... args) {
        return Sluice.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
    }

    private int small(final String... more) {
        return run(Stream.concat(Stream.of(SMALL), Stream.of(more)).toArray(String[]::new));
    }

    /** The numbers of a JSON report; those in an object inside carry its name. */
    private static Map<String, Double> numbers(final Path json) throws IOException {
        final Map<String, Double> numbers = new HashMap<>();
        try (JsonParser parser = new JsonFactory().createParser(Files.readString(json))) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isNumeric()) {
                    final String path = parser.getParsingContext().pathAsPointer().toString();
                    numbers.put(path.substring(1), parser.getDoubleValue());
                }
            }
        }
        return numbers;
    }

    @ParameterizedTest
    @ValueSource(strings = { "--op write", "--op read", "--policy whole", "--mode dedicated", "--mode invoker",
        "--op READ --policy WHOLE --mode Shared --in-flight 1 --connections 1", "--open-loop --time-scale 100000" })
    void everyByteIsRightWhicheverWay(final String options) {
        assertThat(small(options.split(" "))).as(err.toString()).isZero();
        assertThat(out.toString()).containsPattern("requests +60 ").containsPattern("checked +all right")
                .containsPattern("failures +0\n").contains("GB/s", "slices/s", "CPU seconds per GiB", "p99.9",
                        "MemorySegment.copy", "reused");
    }

    @Test
    void theJsonReportAgreesWithItself() throws IOException {
        final Path json = folder.resolve("report.json");
        assertThat(small("--json", json.toString())).isZero();
        final Map<String, Double> numbers = numbers(json);
        assertThat(numbers).containsEntry("requests", 60.0).containsEntry("failures", 0.0);
        assertThat(numbers.get("bytes")).isEqualTo(numbers.get("blocksMoved") * 2 * 16 * 512).isPositive();
        assertThat(numbers.get("blocks")).isEqualTo(numbers.get("blocksMoved") + numbers.get("blocksReused"));
        assertThat(numbers).containsKeys("bytesPerSecond", "plainCopyBytesPerSecond", "ratioToPlainCopy",
                "slicesPerSecond", "cpuSecondsPerGib", "latencyMicros/p50", "latencyMicros/p90", "latencyMicros/p99",
                "latencyMicros/p999", "latencyMicros/max");
    }

    @Test
    void chaosEndsWithEveryByteRight() throws IOException {
        final Path json = folder.resolve("report.json");
        for (int seed = 1; seed <= 3; seed++) {
            assertThat(small("--chaos", "" + seed, "--json", json.toString())).as(out + "\n" + err).isZero();
            final Map<String, Double> numbers = numbers(json);
            assertThat(numbers).containsEntry("requests", 60.0).containsEntry("failures", 0.0);
            assertThat(numbers.get("chaos/faultsInjected")).isPositive();
            assertThat(numbers.get("chaos/connectionsFailed")).isPositive();
            assertThat(numbers.get("chaos/transfersFailed")).isPositive()
                    .isEqualTo(numbers.get("chaos/transfersRepeated"));
        }
    }

    @Test
    void plotsArePictures() throws IOException {
        final Path plots = folder.resolve("some/plots");
        assertThat(small("--plot", plots.toString())).isZero();
        for (final String name : new String[]{ "throughput.png", "latency.png", "slices.png" }) {
            assertThat(ImageIO.read(plots.resolve(name).toFile()).getWidth()).isEqualTo(1280);
        }
    }

    @Test
    void aTraceOfOnesOwnIsReplayed() {
        final Path trace = folder.resolve("own.jsonl");
        assertThat(run("generate-trace", "--seed", "9", "--requests", "20", "--out", trace.toString())).isZero();
        assertThat(out.toString()).isEmpty();
        assertThat(small("--trace", trace.toString())).isZero();
        assertThat(out.toString()).contains("Replay of " + trace).containsPattern("requests +20 ");
    }

    @Test
    void aGeneratedTraceGoesToStandardOutput() {
        assertThat(run("generate-trace", "--requests", "3")).isZero();
        assertThat(out.toString().lines()).hasSize(3).allMatch(line -> line.startsWith("{\"timestamp\": "));
    }

    @Test
    void aLineThatIsNoRequestFailsWithFileAndLine() throws IOException {
        final Path trace = Files.writeString(folder.resolve("bad.jsonl"), "{\"timestamp\": 1}\n");
        assertThat(small("--trace", trace.toString())).isEqualTo(1);
        assertThat(err.toString()).contains(trace + ", line 1: \"input_length\" is missing; expected").doesNotContain(
                "\tat ");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void poolsThatNoMachineHasMemoryForAreRefusedPlainly() {
        assertThat(small("--layers", "100000", "--token-bytes", "100000", "--decode-blocks", "1000000000")).isNotZero();
        assertThat(err.toString()).startsWith("sluice replay: ").doesNotContain("\tat ");
    }

    @ParameterizedTest
    @ValueSource(strings = { "--requests 0", "--requests x", "--trace no-such-file", "--trace .", "--op push",
        "--policy none", "--layers 0", "--token-bytes 3 --block-tokens 1", "--decode-blocks 3", "--prefill-blocks 3",
        "--in-flight 0", "--connections 129", "--time-scale 2", "--open-loop --time-scale 0", "--mode fast",
        "--device no-such-device", "--device no-such-device --chaos 1", "--chaos x", "--json no/such/folder/r.json",
        "--no-such-option" })
    void wrongUsageIsSaidInALineOrTwo(final String options) {
        assertThat(small(options.split(" "))).isEqualTo(2);
        assertThat(err.toString()).startsWith("sluice replay: ").contains("Try 'sluice replay --help'.");
        assertThat(err.toString().lines().count()).isLessThan(4);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void wrongUsageOfTheGeneratorIsSaidToo() {
        assertThat(run("generate-trace", "--requests", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("sluice generate-trace: requests 0");
    }
}
