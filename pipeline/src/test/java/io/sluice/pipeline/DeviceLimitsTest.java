package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.verbs.DeviceAttributes;
import io.sluice.verbs.PortAttributes;
import io.sluice.verbs.PortState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceLimitsTest {
    private static final DeviceAttributes LARGE = device(1 << 16, 32, 1 << 22, 128, 1024, 2);
    private static final DeviceAttributes TINY = device(16, 1, 6, 1, 0, 1);
    private static final PortAttributes PORT = port(16, 1L << 30);

    private final RecordedLog log = new RecordedLog();

    private static DeviceAttributes device(final int maxQpWr, final int maxSge, final int maxCqe,
            final int maxInitRdAtom, final int maxInline, final int ports) {
        return new DeviceAttributes(Long.MAX_VALUE, 1 << 10, maxQpWr, maxSge, 16, maxCqe, 1 << 10, 128, maxInitRdAtom,
                maxInline, ports);
    }

    private static PortAttributes port(final int gids, final long maxMessageSize) {
        return new PortAttributes(PortState.ACTIVE, 4096, 4096, gids, maxMessageSize, 0,
                PortAttributes.LinkLayer.ETHERNET);
    }

    private EngineConfig fit(final EngineConfigBuilder builder, final DeviceAttributes device,
            final PortAttributes port) {
        return builder.build().clampedTo(device, port, log);
    }

    @Test
    void aLargeDeviceChangesNothingAndNothingIsSaid() {
        final EngineConfig config = ConfigFixture.bare().build();
        assertThat(config.clampedTo(LARGE, PORT, log).dump()).isEqualTo(config.dump());
        assertThat(log.warnings).isEmpty();
        assertThat(log.infos).isEmpty();
    }

    @Test
    void theDefaultsWorkOnATinyDeviceAndEachChangeIsSaid() {
        final EngineConfig config = fit(ConfigFixture.bare(), TINY, port(0, 2048));
        assertThat(config.maxRequests()).isEqualTo(8);
        assertThat(config.maxWrPerPost()).isEqualTo(8);
        assertThat(config.maxSge()).isEqualTo(1);
        assertThat(config.sharedCqDepth()).isEqualTo(6);
        assertThat(config.qpsPerConnection()).isEqualTo(3);
        assertThat(config.maxInline()).isZero();
        assertThat(config.maxRdAtomic()).isEqualTo(1);
        assertThat(config.sliceSize()).isEqualTo(2048);
        assertThat(config.fragmentLimit()).isZero();
        assertThat(config.gidIndex()).isEqualTo(-1);
        assertThat(log.warnings).isEmpty();
        assertThat(log.infos).hasSize(9)
                .contains("maxRequests 256 (default) becomes 8: half of the device's max_qp_wr, 16",
                        "sharedCqDepth 4096 (default) becomes 6: the device's max_cqe");
    }

    @Test
    void theConfigurationAskedForStaysAsItWas() {
        final EngineConfig config = ConfigFixture.bare().build();
        config.clampedTo(TINY, PORT, log);
        assertThat(config.maxRequests()).isEqualTo(256);
    }

    @Test
    void whatWasAskedForAndCannotBeHadIsAWarning() {
        final EngineConfig config = fit(ConfigFixture.bare().maxSge(8), TINY, PORT);
        assertThat(config.maxSge()).isEqualTo(1);
        assertThat(log.warnings).containsExactly("maxSge 8 (builder) becomes 1: the device's max_sge");
    }

    @Test
    void bothQueueSettingsAskedForAreLoweredTogether() {
        final EngineConfig config = fit(ConfigFixture.bare().maxRequests(1024).maxWrPerPost(1024), TINY, PORT);
        assertThat(config.maxRequests()).isEqualTo(8);
        assertThat(config.maxWrPerPost()).isEqualTo(8);
        assertThat(log.warnings).hasSize(2);
    }

    @Test
    void theDefaultPostSizeFollowsFewRequestsAskedFor() {
        assertThat(fit(ConfigFixture.bare().maxRequests(16), LARGE, PORT).maxWrPerPost()).isEqualTo(16);
        assertThat(log.infos).hasSize(1);
    }

    @Test
    void theSignalIntervalFollowsThePostDown() {
        assertThat(fit(ConfigFixture.bare().signalInterval(32).maxRequests(16), LARGE, PORT).signalInterval())
                .isEqualTo(16);
        assertThat(log.warnings)
                .containsExactly("signalInterval 32 (builder) becomes 16: maxWrPerPost as limited");
    }

    @Test
    void aPostLargerThanTheRequestsIsAnErrorOnEveryDevice() {
        for (final DeviceAttributes device : new DeviceAttributes[]{ LARGE, TINY }) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> fit(ConfigFixture.bare().maxWrPerPost(64).maxRequests(32), device, PORT))
                    .withMessageContainingAll("maxWrPerPost 64 (builder)", "maxRequests 32 (builder)");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fit(ConfigFixture.bare().maxWrPerPost(512), LARGE, PORT))
                .withMessageContainingAll("maxWrPerPost 512 (builder)", "maxRequests 256 (default)");
    }

    @Test
    void aContradictionInTheEnvironmentIsAnErrorToo() {
        final EngineConfig config = new ConfigFixture().variable("FLAGCX_P2P_MAX_WR_PER_POST", "64")
                .variable("FLAGCX_P2P_MAX_REQUESTS", "32").build();
        assertThatIllegalArgumentException().isThrownBy(() -> config.clampedTo(LARGE, PORT, log))
                .withMessageContaining("(environment)");
    }

    @Test
    void theLanesOfAConnectionReserveAtMostHalfOfTheCompletionQueue() {
        assertThat(fit(ConfigFixture.bare().qpsPerConnection(32).sharedCqDepth(64), LARGE, PORT).qpsPerConnection())
                .isEqualTo(32);
        assertThat(fit(ConfigFixture.bare().sharedCqDepth(5), LARGE, PORT).qpsPerConnection()).isEqualTo(2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fit(ConfigFixture.bare().qpsPerConnection(32).sharedCqDepth(63), LARGE, PORT))
                .withMessageContainingAll("qpsPerConnection 32", "sharedCqDepth 63");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fit(ConfigFixture.bare().qpsPerConnection(4), TINY, PORT))
                .withMessageContainingAll("qpsPerConnection 4", "sharedCqDepth 6");
        assertThatIllegalArgumentException().isThrownBy(() -> fit(ConfigFixture.bare().sharedCqDepth(1), LARGE, PORT))
                .withMessageContaining("sharedCqDepth 1");
    }

    @Test
    void sliceAndRestTogetherFitInAMessage() {
        final EngineConfig rest = fit(ConfigFixture.bare(), LARGE, port(1, 65_536 + 100));
        assertThat(rest.sliceSize()).isEqualTo(65_536);
        assertThat(rest.fragmentLimit()).isEqualTo(100);
        final EngineConfig slice = fit(ConfigFixture.bare().sliceSize(1 << 20), LARGE, port(1, 65_536));
        assertThat(slice.sliceSize()).isEqualTo(65_536);
        assertThat(slice.fragmentLimit()).isZero();
        assertThat(fit(ConfigFixture.bare(), LARGE, port(1, 65_536 + 4096)).fragmentLimit()).isEqualTo(4096);
    }

    @Test
    void aGidIndexIsNeverChanged() {
        assertThat(fit(ConfigFixture.bare().gidIndex(16), LARGE, PORT).gidIndex()).isEqualTo(16);
        assertThat(log.warnings).isEmpty();
    }

    @Test
    void aPortBeyondTheLastBecomesTheLast() {
        final EngineConfig config = ConfigFixture.bare().ibPort(3).build();
        assertThat(config.ibPortOn(LARGE)).isEqualTo(2);
        assertThat(config.clampedTo(LARGE, PORT, log).ibPort()).isEqualTo(2);
        assertThat(log.warnings).hasSize(1);
    }

    @Test
    void aDeviceWithoutReadsLeavesNone() {
        assertThat(fit(ConfigFixture.bare(), device(1 << 16, 32, 1 << 22, 0, 64, 1), PORT).maxRdAtomic()).isZero();
    }

    @Test
    void aDeviceTooSmallForAnyEngineIsAnErrorThatSaysWhatIsMissing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fit(ConfigFixture.bare(), device(1, 1, 64, 1, 0, 1), PORT))
                .withMessageContaining("maxRequests");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fit(ConfigFixture.bare(), device(16, 0, 64, 1, 0, 1), PORT))
                .withMessageContaining("maxSge");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fit(ConfigFixture.bare(), device(16, 1, 1, 1, 0, 1), PORT))
                .withMessageContaining("sharedCqDepth");
        assertThatIllegalArgumentException().isThrownBy(() -> fit(ConfigFixture.bare(), LARGE, port(1, 0)))
                .withMessageContaining("sliceSize");
    }

    @ParameterizedTest
    @ValueSource(strings = { "0.0.0.0", "::", "0:0:0:0:0:0:0:0", "0", "::ffff:0.0.0.0" })
    void aWildcardAddressNeedsAHostThatPeersCanDial(final String wildcard) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fit(ConfigFixture.bare().bindAddress(wildcard), LARGE, PORT))
                .withMessageContainingAll(wildcard, "advertisedHost");
        assertThat(fit(ConfigFixture.bare().bindAddress(wildcard).advertisedHost("node-1"), LARGE, PORT)
                .advertisedHost()).isEqualTo("node-1");
    }

    @Test
    void deviceAffinityIsAcceptedAndSaidToHaveNoEffect() {
        assertThat(fit(ConfigFixture.bare().destDeviceAffinity(1), LARGE, PORT).destDeviceAffinity()).isEqualTo(1);
        assertThat(log.infos).singleElement().asString().contains("destDeviceAffinity 1", "no effect");
    }
}
