package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigSourceTest {
    private static final String PROPERTY = "sluice.sliceSize";
    private static final String VARIABLE = "FLAGCX_P2P_SLICE_SIZE";

    private final ConfigFixture found = new ConfigFixture();

    @Test
    void theBuilderBeatsThePropertyBeatsTheVariableBeatsTheDefault() {
        assertThat(found.build().sliceSize()).isEqualTo(65_536);
        found.variable(VARIABLE, "2000");
        assertThat(found.build().sliceSize()).isEqualTo(2000);
        found.property(PROPERTY, "3000");
        assertThat(found.build().sliceSize()).isEqualTo(3000);
        assertThat(found.builder().sliceSize(4000).build().sliceSize()).isEqualTo(4000);
        assertThat(found.log.warnings).isEmpty();
    }

    @Test
    void theDumpSaysWhereAValueCameFrom() {
        found.variable("FLAGCX_P2P_CQ_DEPTH", "64").property(PROPERTY, "3000");
        assertThat(found.builder().maxSge(2).build().dump().lines()).contains("  sharedCqDepth = 64 (environment)",
                "  sliceSize = 3000 (system property)", "  maxSge = 2 (builder)", "  maxInline = 64 (default)");
    }

    @ParameterizedTest
    @ValueSource(strings = { "", " ", "64k", "abc", "-", "--1024", "+2048", "0x800", "2048.0", "2 048", "2e3", "1023",
        "67108865", "-1", "-2048", "9223372036854775808", "-9223372036854775809", "99999999999999999999999",
        "\u0662\u0660\u0664\u0668", "2048\u0000", "2048;" })
    void aWrongNumberGivesTheDefaultAndOneLineThatNamesVariableValueAndRange(final String text) {
        assertThat(found.variable(VARIABLE, text).build().sliceSize()).isEqualTo(65_536);
        assertThat(found.log.warnings).singleElement().asString().contains(VARIABLE, "1024..67108864", "65536");
        if (text.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            assertThat(found.log.warnings.getFirst()).contains(text);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { " 2048", "2048 ", "\t2048\r\n", "002048" })
    void surroundingWhiteSpaceAndLeadingZerosAreNoPartOfANumber(final String text) {
        assertThat(found.variable(VARIABLE, text).build().sliceSize()).isEqualTo(2048);
        assertThat(found.log.warnings).isEmpty();
    }

    @Test
    void aWrongPropertyHidesTheVariableToo() {
        found.property(PROPERTY, "64k").variable(VARIABLE, "2048");
        assertThat(found.build().sliceSize()).isEqualTo(65_536);
        assertThat(found.log.warnings).singleElement().asString().startsWith(PROPERTY + " \"64k\"");
    }

    @Test
    void aWrongValueThatTheBuilderReplacesIsNotMentioned() {
        assertThat(found.variable(VARIABLE, "64k").builder().sliceSize(2048).build().sliceSize()).isEqualTo(2048);
        assertThat(found.log.warnings).isEmpty();
    }

    @Test
    void aValueWithLineBreaksOrOfManyCharactersStaysOneShortLine() {
        found.variable(VARIABLE, "1\n2\r3\u2028" + "x".repeat(10_000)).build();
        assertThat(found.log.warnings).singleElement().asString().hasSizeLessThan(300).contains("\\u000a")
                .doesNotContain("\n", "\r", "\u2028");
    }

    @ParameterizedTest
    @CsvSource({ "SLUICE_DEVICE, sluice.device, mlx5_0, device = mlx5_0",
        "SLUICE_AGENT_NAME, sluice.agentName, prefill-7, agentName = prefill-7",
        "SLUICE_BIND_ADDRESS, sluice.bindAddress, ::1, bindAddress = ::1",
        "SLUICE_ADVERTISED_HOST, sluice.advertisedHost, node-1.example, advertisedHost = node-1.example",
        "SLUICE_THREADING_MODE, sluice.threadingMode, invoker, threadingMode = INVOKER",
        "SLUICE_FLUSH_AFTER_NS, sluice.flushAfterNs, 7, flushAfterNs = 7",
        "SLUICE_SPIN_NS, sluice.spinNs, 0, spinNs = 0" })
    void textsAndModesAreFoundUnderTheirNames(final String variable, final String property, final String text,
            final String line) {
        assertThat(found.variable(variable, text).build().dump().lines()).contains("  " + line + " (environment)");
        found.variables.clear();
        assertThat(found.property(property, text).build().dump().lines())
                .contains("  " + line + " (system property)");
        assertThat(found.log.warnings).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({ "SLUICE_DEVICE, ''", "SLUICE_DEVICE, 'a b'", "SLUICE_AGENT_NAME, ' '", "SLUICE_AGENT_NAME, 'a\u0000'",
        "SLUICE_BIND_ADDRESS, 'host:1'", "SLUICE_BIND_ADDRESS, '[::1]'", "SLUICE_BIND_ADDRESS, 'a b'",
        "SLUICE_ADVERTISED_HOST, '0.0.0.0'", "SLUICE_ADVERTISED_HOST, '::'", "SLUICE_ADVERTISED_HOST, 'h?1?2'",
        "SLUICE_THREADING_MODE, MANY", "SLUICE_THREADING_MODE, ''", "SLUICE_SPIN_NS, -2",
        "SLUICE_FLUSH_AFTER_NS, -1" })
    void aWrongTextGivesTheDefaultAndOneLine(final String variable, final String text) {
        final EngineConfig config = found.variable(variable, text).build();
        assertThat(found.log.warnings).singleElement().asString().contains(variable, "using the default");
        assertThat(config.deviceName()).isEqualTo("soft");
        assertThat(config.bindAddress()).isEqualTo("127.0.0.1");
        assertThat(config.advertisedHost()).isNull();
        assertThat(config.threadingMode()).isEqualTo(ThreadingMode.AUTO);
        assertThat(config.flushAfterNs()).isEqualTo(config.retryTimeNs());
    }

    @Test
    void thisProcesssPropertiesAreRead() {
        System.setProperty("sluice.batchPollSize", "17");
        try {
            assertThat(EngineConfig.builder().build().batchPollSize()).isEqualTo(17);
        } finally {
            System.clearProperty("sluice.batchPollSize");
        }
    }
}
