package io.sluice.properties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.ThreadingMode;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever stands in the properties and variables: a configuration comes out, and each value of it is in range. */
class EngineConfigProperties {
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+");

    /** A number as it is published. */
    record Published(String property, String variable, long defaultValue, long least, long most,
            ToLongFunction<EngineConfig> get) {
        boolean allows(final BigInteger value) {
            return value.compareTo(BigInteger.valueOf(least)) >= 0 && value.compareTo(BigInteger.valueOf(most)) <= 0;
        }
    }

    private static final List<Published> NUMBERS = List.of(
            new Published("qpsPerConnection", "FLAGCX_P2P_QPS_PER_CONN", 4, 1, 32, EngineConfig::qpsPerConnection),
            new Published("workersPerPool", "FLAGCX_P2P_WORKERS_PER_POOL", 2, 1, 8, EngineConfig::workersPerPool),
            new Published("shardCount", "FLAGCX_P2P_SHARD_COUNT", 8, 1, 64, EngineConfig::shardCount),
            new Published("sharedCqDepth", "FLAGCX_P2P_CQ_DEPTH", 4096, 1, 1 << 20, EngineConfig::sharedCqDepth),
            new Published("maxWrPerPost", "FLAGCX_P2P_MAX_WR_PER_POST", 64, 1, 1024, EngineConfig::maxWrPerPost),
            new Published("maxRequests", "FLAGCX_P2P_MAX_REQUESTS", 256, 1, 1 << 16, EngineConfig::maxRequests),
            new Published("sliceSize", "FLAGCX_P2P_SLICE_SIZE", 65_536, 1024, 1 << 26, EngineConfig::sliceSize),
            new Published("fragmentLimit", "FLAGCX_P2P_FRAGMENT_LIMIT", 4096, 0, 65_536, EngineConfig::fragmentLimit),
            new Published("gidIndex", "FLAGCX_P2P_GID_INDEX", -1, -1, 255, EngineConfig::gidIndex),
            new Published("retryCount", "FLAGCX_P2P_RETRY_CNT", 7, 0, 7, EngineConfig::retryCount),
            new Published("ackTimeout", "SLUICE_ACK_TIMEOUT", 14, 0, 31, EngineConfig::ackTimeout),
            new Published("entryPoolBytes", "SLUICE_ENTRY_POOL_BYTES", 1 << 24, 1 << 16, 1L << 36,
                    EngineConfig::entryPoolBytes),
            new Published("maxParkNs", "SLUICE_MAX_PARK_NS", 100_000_000, 10_000, 10_000_000_000L,
                    EngineConfig::maxParkNs));

    private static EngineConfig with(final Map<String, String> properties, final Map<String, String> variables) {
        return EngineConfig.builder(properties::get, variables::get).build();
    }

    @Property
    void aNumberIsTheOneWrittenWhereThatIsInRangeElseTheDefault(@ForAll("numbers") final Published number,
            @ForAll("texts") final String text, @ForAll final boolean asProperty) {
        final EngineConfig config = asProperty
                ? with(Map.of("sluice." + number.property, text), Map.of())
                : with(Map.of(), Map.of(number.variable, text));
        final String digits = text.strip();
        final boolean taken = NUMBER.matcher(digits).matches() && number.allows(new BigInteger(digits));
        assertThat(number.get.applyAsLong(config)).isEqualTo(taken ? Long.parseLong(digits) : number.defaultValue);
    }

    @Property
    void aPropertyHidesTheVariable(@ForAll("numbers") final Published number, @ForAll("texts") final String property,
            @ForAll("texts") final String variable) {
        final Map<String, String> properties = Map.of("sluice." + number.property, property);
        assertThat(number.get.applyAsLong(with(properties, Map.of(number.variable, variable))))
                .isEqualTo(number.get.applyAsLong(with(properties, Map.of())));
    }

    /** All but the secret, of which a wrong one is never taken for none: the next property. */
    @Property
    void anyTextInEveryVariableAtOnceGivesAConfigurationInRange(@ForAll("texts") final String text) {
        final EngineConfig config = EngineConfig
                .builder(name -> null, name -> name.equals("SLUICE_SECRET") ? null : text).build();
        for (final Published number : NUMBERS) {
            assertThat(number.get.applyAsLong(config)).as(number.property).isBetween(number.least,
                    number.property.equals("fragmentLimit") ? config.sliceSize() : number.most);
        }
        assertThat(config.mtu()).isIn(512, 1024, 2048, 4096);
        assertThat(config.deviceName()).matches("[!-~]{1,63}");
        assertThat(config.agentName()).isNotBlank();
        assertThat(config.agentName().getBytes(StandardCharsets.UTF_8)).hasSizeBetween(1, 255);
        assertThat(config.bindAddress()).isNotBlank();
        assertThat(config.effectiveThreadingMode()).isNotEqualTo(ThreadingMode.AUTO);
        assertThat(config.flushAfterNs()).isPositive();
        assertThat(config.spinNs(ThreadingMode.SHARED)).isNotNegative();
        assertThat(config.secret()).isNull();
    }

    @Property
    void aSecretFoundIsTakenWholeOrRefused(@ForAll("texts") final String text) {
        final Map<String, String> variables = Map.of("SLUICE_SECRET", text);
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length >= 16 && bytes.length <= 4096) {
            assertThat(with(Map.of(), variables).secret()).isEqualTo(bytes);
        } else {
            assertThatThrownBy(() -> with(Map.of(), variables)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("SLUICE_SECRET").hasMessageContaining("16..4096");
        }
    }

    @Property
    void aSecretIsNeverInTheDump(@ForAll("secrets") final String secret) {
        final EngineConfig config = with(Map.of(), Map.of("SLUICE_SECRET", secret));
        assertThat(config.secret()).isEqualTo(secret.getBytes(StandardCharsets.UTF_8));
        assertThat(config.toString()).doesNotContain(secret);
    }

    @Property
    void aSliceAndAFragmentLimitFoundTogetherAreInRange(@ForAll("texts") final String slice,
            @ForAll("texts") final String fragment) {
        final EngineConfig config = with(Map.of(),
                Map.of("FLAGCX_P2P_SLICE_SIZE", slice, "FLAGCX_P2P_FRAGMENT_LIMIT", fragment));
        assertThat(config.sliceSize()).isBetween(1024, 1 << 26);
        assertThat(config.fragmentLimit()).isBetween(0, config.sliceSize());
    }

    @Property
    void theBuilderTakesExactlyWhatIsInRange(@ForAll final int value) {
        final Throwable refused = catchThrowable(
                () -> EngineConfig.builder(name -> null, name -> null).sliceSize(value).build());
        if (value >= 1024 && value <= 1 << 26) {
            assertThat(refused).isNull();
        } else {
            assertThat(refused).isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("sliceSize " + value + " is not in 1024..67108864");
        }
    }

    @Provide
    Arbitrary<Published> numbers() {
        return Arbitraries.of(NUMBERS);
    }

    /** Anything, and often what is nearly right. */
    @Provide
    Arbitrary<String> texts() {
        final Arbitrary<String> edges = Arbitraries.of(NUMBERS).flatMap(number -> Arbitraries
                .of(number.least - 1, number.least, number.defaultValue, number.most, number.most + 1)
                .map(String::valueOf));
        final Arbitrary<String> longs = Arbitraries.longs().map(String::valueOf);
        final Arbitrary<String> small = Arbitraries.longs().between(-2, 5000).map(String::valueOf);
        final Arbitrary<String> large = Arbitraries.bigIntegers().map(String::valueOf);
        final Arbitrary<String> nearly = small.flatMap(
                digits -> Arbitraries.of("", " ", "\n", "k", "L", "+", ".0", "_", "\u0000", "\u0663")
                        .map(digits::concat));
        final Arbitrary<String> hosts = Arbitraries.of("0.0.0.0", "::", "[::]", "fe80::1%no", "a:b", "1.2.3.4", "x.y",
                "auto", "invoker", "AUTO", "-", "%", "?");
        return Arbitraries
                .oneOf(List.of(edges, longs, small, large, nearly, hosts, Arbitraries.strings().ofMaxLength(300),
                        Arbitraries.strings().ascii().ofMaxLength(20)));
    }

    @Provide
    Arbitrary<String> secrets() {
        return Arbitraries.strings().alpha().ofMinLength(16).ofMaxLength(200);
    }
}
