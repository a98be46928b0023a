package io.sluice.bench.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceReaderTest {
    private static final String GOOD = "{\"timestamp\": 3000, \"input_length\": 1200, \"output_length\": 80, "
            + "\"hash_ids\": [0, 46, 9223372036854775807]}";

    private static List<TraceRequest> read(final String text) throws IOException {
        return TraceReader.read("some.jsonl", new StringReader(text), Integer.MAX_VALUE);
    }

    @Test
    void aLineIsARequest() throws IOException {
        final TraceRequest request = read(GOOD).getFirst();
        assertThat(request.timestampMs()).isEqualTo(3000);
        assertThat(request.inputTokens()).isEqualTo(1200);
        assertThat(request.outputTokens()).isEqualTo(80);
        assertThat(request.hashIds()).containsExactly(0, 46, Long.MAX_VALUE);
        assertThat(request.toLine()).isEqualTo(GOOD);
    }

    @Test
    void orderOfMembersOtherMembersAndEmptyLinesDoNotMatter() throws IOException {
        final String text = "\n{\"hash_ids\":[7],\"user\":{\"id\":[1,{}]},\"output_length\":0,\"input_length\":3,"
                + "\"timestamp\":1}\r\n  \n" + GOOD;
        assertThat(read(text)).hasSize(2).first().satisfies(r -> assertThat(r.hashIds()).containsExactly(7));
    }

    @Test
    void aRequestMayHaveManyBlocksOrNone() throws IOException {
        final String ids = "1, ".repeat(999) + "1";
        assertThat(read(GOOD.replaceAll("\\[.*]", "[" + ids + "]")).getFirst().hashIds()).hasSize(1000);
        assertThat(read(GOOD.replaceAll("\\[.*]", "[]")).getFirst().hashIds()).isEmpty();
    }

    @Test
    void noMoreThanTheLimitIsRead() throws IOException {
        assertThat(TraceReader.read("some.jsonl", new StringReader(GOOD + "\n" + GOOD + "\nbad"), 2)).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = { "hello | not JSON", "[1, 2] | found an array",
        "7 | found 7", "{\"timestamp\": 1 | not JSON", "{} | \"timestamp\" is missing",
        "{\"timestamp\":1,\"output_length\":1,\"hash_ids\":[]} | \"input_length\" is missing",
        "{\"timestamp\":1,\"input_length\":1,\"hash_ids\":[]} | \"output_length\" is missing",
        "{\"timestamp\":1,\"input_length\":1,\"output_length\":1} | \"hash_ids\" is missing",
        "{\"timestamp\":\"1\"} | \"timestamp\" is a string, not an integer",
        "{\"timestamp\":-1} | \"timestamp\" is -1, not an integer",
        "{\"timestamp\":1.5} | \"timestamp\" is 1.5, not an integer",
        "{\"timestamp\":9223372036854775808} | \"timestamp\" is 9223372036854775808, not an integer",
        "{\"input_length\":null} | \"input_length\" is null, not an integer",
        "{\"output_length\":{}} | \"output_length\" is an object, not an integer",
        "{\"hash_ids\":5} | \"hash_ids\" is 5, not an array", "{\"hash_ids\":[1,\"a\"]} | \"hash_ids[1]\" is a string",
        "{\"hash_ids\":[[1]]} | \"hash_ids[0]\" is an array", "{\"hash_ids\":[1 | not JSON",
        "{\"timestamp\":1,\"timestamp\":2} | not JSON: Duplicate",
        "{\"timestamp\":1,\"input_length\":1,\"output_length\":1,\"hash_ids\":[]} {} | found an object behind" })
    void aLineThatIsNoRequestIsNamedWithWhatWasExpected(final String bad, final String problem) {
        assertThatThrownBy(() -> read(GOOD + "\n\n" + bad)).isInstanceOf(TraceFormatException.class)
                .hasMessageStartingWith("some.jsonl, line 3: ").hasMessageContaining(problem)
                .hasMessageContaining("expected an object such as " + TraceReader.EXAMPLE);
    }

    @Test
    void anEmptyTraceIsRefused() {
        assertThatThrownBy(() -> read("\n")).isInstanceOf(TraceFormatException.class)
                .hasMessageContaining("some.jsonl, line 2: the trace ends before its first request");
    }
}
