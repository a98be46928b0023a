package io.sluice.bench.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TraceGeneratorTest {
    private static final ChatShape SHAPE = new ChatShape(7, 500, 4, 4, 3, 512, 16_384);

    private static String text(final List<TraceRequest> trace) {
        return trace.stream().map(request -> request.toLine() + "\n").collect(Collectors.joining());
    }

    @Test
    void theBundledTraceIsWhatTheGeneratorMakesWithoutOptions() throws IOException {
        try (InputStream in = BundledTrace.class.getResourceAsStream("chat.jsonl")) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(text(TraceGenerator.generate(GenerateTrace.DEFAULT)));
        }
    }

    @Test
    void equalShapesGiveEqualTracesAndAnotherSeedAnother() {
        final String trace = text(TraceGenerator.generate(SHAPE));
        assertThat(text(TraceGenerator.generate(SHAPE))).isEqualTo(trace);
        assertThat(text(TraceGenerator.generate(new ChatShape(8, 500, 4, 4, 3, 512, 16_384)))).isNotEqualTo(trace);
    }

    @Test
    void everyRequestHasOneIdABlockAndTimesAscend() {
        long before = 0;
        for (final TraceRequest request : TraceGenerator.generate(SHAPE)) {
            assertThat(request.hashIds()).hasSize((int) Math.ceilDiv(request.inputTokens(), 512L));
            assertThat(request.inputTokens()).isLessThanOrEqualTo(16_384);
            assertThat(request.timestampMs()).isGreaterThanOrEqualTo(before);
            before = request.timestampMs();
        }
    }

    @Test
    void aBlockIsFoundAgainOnlyBehindTheSamePrefixAsBefore() {
        final Set<List<Long>> prefixes = new HashSet<>();
        final Set<Long> seen = new HashSet<>();
        int again = 0;
        for (final TraceRequest request : TraceGenerator.generate(SHAPE)) {
            final List<Long> ids = Arrays.stream(request.hashIds()).boxed().toList();
            for (int i = 0; i < ids.size(); i++) {
                if (!seen.add(ids.get(i))) {
                    again++;
                    assertThat(prefixes).contains(ids.subList(0, i + 1));
                }
                prefixes.add(ids.subList(0, i + 1));
            }
        }
        assertThat(again).isGreaterThan(1000);
    }

    @Test
    void smallShapesWorkToo() {
        assertThat(TraceGenerator.generate(new ChatShape(1, 1, 0.1, 1, 1, 1, 2))).hasSize(1);
        assertThat(TraceGenerator.generate(new ChatShape(1, 300, 1000, 50, 1, 8, 16))).hasSize(300);
    }

    @Test
    void shapesThatCannotBeAreRefused() {
        assertThatThrownBy(() -> new ChatShape(1, 0, 1, 1, 1, 1, 2)).hasMessageContaining("requests 0");
        assertThatThrownBy(() -> new ChatShape(1, 1, 0, 1, 1, 1, 2)).hasMessageContaining("requests per second 0");
        assertThatThrownBy(() -> new ChatShape(1, 1, 1, Double.NaN, 1, 1, 2)).hasMessageContaining("turns NaN");
        assertThatThrownBy(() -> new ChatShape(1, 1, 1, 1, 1, 512, 1000)).hasMessageContaining("context tokens 1000");
    }
}
