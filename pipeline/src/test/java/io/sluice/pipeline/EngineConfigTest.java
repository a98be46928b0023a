package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.sluice.verbs.soft.SoftDevice;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.CachedNanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineConfigTest {

    @Test
    void textsAndObjectsHaveTheirDefaults() {
        final EngineConfig config = ConfigFixture.bare().build();
        assertThat(config.deviceName()).isEqualTo("soft");
        assertThat(config.bindAddress()).isEqualTo("127.0.0.1");
        assertThat(config.advertisedHost()).isNull();
        assertThat(config.secret()).isNull();
        assertThat(config.threadingMode()).isEqualTo(ThreadingMode.AUTO);
        assertThat(config.device()).isNull();
        assertThat(config.clock()).isSameAs(SystemNanoClock.INSTANCE);
        assertThat(config.idleStrategy()).isNull();
        assertThat(config.errorHandler()).isNotNull();
    }

    @Test
    void aBuiltConfigurationDoesNotFollowItsBuilder() {
        final EngineConfigBuilder builder = ConfigFixture.bare().sliceSize(2048);
        final EngineConfig config = builder.build();
        assertThat(builder.sliceSize(4096).build().sliceSize()).isEqualTo(4096);
        assertThat(config.sliceSize()).isEqualTo(2048);
    }

    @Test
    void eachConfigurationHasAnAgentNameOfItsOwnUnlessNamed() {
        final EngineConfigBuilder builder = ConfigFixture.bare();
        final String first = builder.build().agentName();
        assertThat(first).contains("-" + ProcessHandle.current().pid() + "-").isNotEqualTo(builder.build().agentName());
        assertThat(builder.agentName("decode-3").build().agentName()).isEqualTo("decode-3");
    }

    @Test
    void anAgentNameHasAtMost255BytesOfUtf8() {
        final String longest = "\u00e9".repeat(127) + "x";
        assertThat(ConfigFixture.bare().agentName(longest).build().agentName()).isEqualTo(longest);
        for (final String wrong : new String[]{ longest + "x", "", " ", "a\nb", "\ud800", null }) {
            assertThatIllegalArgumentException().isThrownBy(() -> ConfigFixture.bare().agentName(wrong))
                    .withMessageStartingWith("agentName").withMessageContaining("1..255 bytes");
        }
    }

    @Test
    void textsThatMustBeThereRefuseNull() {
        assertThatIllegalArgumentException().isThrownBy(() -> ConfigFixture.bare().deviceName(null));
        assertThatIllegalArgumentException().isThrownBy(() -> ConfigFixture.bare().bindAddress(null));
        assertThatIllegalArgumentException().isThrownBy(() -> ConfigFixture.bare().threadingMode(null))
                .withMessage("threadingMode null is not in DEDICATED, SHARED, INVOKER, AUTO");
        assertThatNullPointerException().isThrownBy(() -> ConfigFixture.bare().clock(null)).withMessage("clock");
        assertThatNullPointerException().isThrownBy(() -> ConfigFixture.bare().futureExecutor(null));
    }

    @Test
    void noAdvertisedHostOnTheBuilderBeatsOneFound() {
        final ConfigFixture found = new ConfigFixture().variable("SLUICE_ADVERTISED_HOST", "node-1");
        assertThat(found.builder().advertisedHost(null).build().advertisedHost()).isNull();
    }

    @Test
    void theRetryTimeFollowsRetryCountAndAckTimeout() {
        assertThat(ConfigFixture.bare().build().retryTimeNs()).isEqualTo(8L * 4 * 4096 * 16_384);
        assertThat(ConfigFixture.bare().retryCount(0).ackTimeout(1).build().retryTimeNs()).isEqualTo(4L * 8192);
        assertThat(ConfigFixture.bare().ackTimeout(31).build().retryTimeNs()).isEqualTo(8L * 4 * 4096 << 31)
                .isPositive();
        assertThat(ConfigFixture.bare().ackTimeout(0).build().retryTimeNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aFlushWaitsForTheRetryTimeUnlessSet() {
        assertThat(ConfigFixture.bare().ackTimeout(3).build().flushAfterNs())
                .isEqualTo(ConfigFixture.bare().ackTimeout(3).build().retryTimeNs());
        assertThat(ConfigFixture.bare().flushAfterNs(5).build().flushAfterNs()).isEqualTo(5);
        assertThat(ConfigFixture.bare().ackTimeout(0).build().flushAfterNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void anIdleThreadSpinsAsLongAsItsModeSaysUnlessSet() {
        final EngineConfig byMode = ConfigFixture.bare().build();
        assertThat(byMode.spinNs(ThreadingMode.DEDICATED)).isEqualTo(100_000_000);
        assertThat(byMode.spinNs(ThreadingMode.SHARED)).isEqualTo(1_000_000);
        assertThat(byMode.spinNs(ThreadingMode.AUTO)).isEqualTo(byMode.spinNs(byMode.effectiveThreadingMode()));
        assertThat(ConfigFixture.bare().spinNs(0).build().spinNs(ThreadingMode.DEDICATED)).isZero();
        assertThat(ConfigFixture.bare().spinNs(-1).build().spinNs(ThreadingMode.DEDICATED)).isEqualTo(100_000_000);
        assertThatIllegalArgumentException().isThrownBy(() -> ConfigFixture.bare().spinNs(-2));
    }

    @ParameterizedTest
    @CsvSource({ "2, 1, SHARED", "2, 3, SHARED", "2, 4, DEDICATED", "8, 9, SHARED", "8, 10, DEDICATED",
        "1, 2, SHARED", "1, 3, DEDICATED" })
    void autoIsDedicatedWhereEachThreadAndASubmitterHaveACore(final int postHandlers, final int processors,
            final ThreadingMode expected) {
        assertThat(ThreadingMode.AUTO.effective(postHandlers, processors)).isEqualTo(expected);
        assertThat(ThreadingMode.INVOKER.effective(postHandlers, processors)).isEqualTo(ThreadingMode.INVOKER);
    }

    @Test
    void theEffectiveModeIsNeverAuto() {
        assertThat(ConfigFixture.bare().build().effectiveThreadingMode()).isNotEqualTo(ThreadingMode.AUTO);
        assertThat(ConfigFixture.bare().threadingMode(ThreadingMode.DEDICATED).build().effectiveThreadingMode())
                .isEqualTo(ThreadingMode.DEDICATED);
    }

    @Test
    void threadsAreDaemonsByDefault() {
        final Thread thread = ConfigFixture.bare().build().threadFactory().newThread(() -> {});
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.isVirtual()).isFalse();
        assertThat(thread.getState()).isEqualTo(Thread.State.NEW);
    }

    @Test
    void futuresCompleteOnVirtualThreadsByDefault() throws InterruptedException {
        final CountDownLatch ran = new CountDownLatch(1);
        final AtomicBoolean virtual = new AtomicBoolean();
        ConfigFixture.bare().build().futureExecutor().execute(() -> {
            virtual.set(Thread.currentThread().isVirtual());
            ran.countDown();
        });
        assertThat(ran.await(Duration.ofSeconds(10).toMillis(), TimeUnit.MILLISECONDS)).isTrue();
        assertThat(virtual).isTrue();
    }

    @Test
    void objectsOfTheEmbeddingProgramAreKeptAndNamedInTheDump() {
        final CachedNanoClock clock = new CachedNanoClock();
        final EngineConfig config = ConfigFixture.bare().clock(clock).device(SoftDevice.shared()).build();
        assertThat(config.clock()).isSameAs(clock);
        assertThat(config.device()).isSameAs(SoftDevice.shared());
        assertThat(config.dump().lines()).contains("  clock = " + CachedNanoClock.class.getName() + " (builder)",
                "  device object = " + SoftDevice.class.getName() + " (builder)");
    }

    @Test
    void theDumpHasOneLineForEachSetting() {
        final EngineConfig config = ConfigFixture.bare().build();
        assertThat(config).hasToString(config.dump());
        for (final Setting<?> setting : Settings.ALL) {
            assertThat(config.dump().lines().filter(line -> line.startsWith("  " + setting.name() + " = ")))
                    .as(setting.name()).hasSize(1);
        }
        assertThat(config.dump().lines()).hasSize(Settings.ALL.size() + 2).contains(
                "  flushAfterNs = 2147483648 (default)",
                "  retryTimeNs = 2147483648 (derived)");
    }

    @Test
    void eachSettingHasAnAccessorAndASetter() {
        for (final Setting<?> setting : Settings.ALL) {
            final String name = setting == Settings.DEVICE ? "deviceName" : setting.name();
            assertThat(EngineConfig.class.getMethods()).as(name).anyMatch(method -> method.getName().equals(name));
            assertThat(EngineConfigBuilder.class.getMethods()).as(name)
                    .anyMatch(method -> method.getName().equals(name));
        }
    }
}
