package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SecretSettingTest {
    private static final String TEXT = " correct horse \u00e9 ";

    @Test
    void aSecretIsCopiedInAndOut() {
        final byte[] secret = TEXT.getBytes(StandardCharsets.UTF_8);
        final EngineConfig config = ConfigFixture.bare().secret(secret).build();
        secret[0] = 0;
        assertThat(config.secret()).isEqualTo(TEXT.getBytes(StandardCharsets.UTF_8));
        config.secret()[0] = 0;
        assertThat(config.secret()).isEqualTo(TEXT.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aSecretFoundInAVariableIsTakenAsItIs() {
        final EngineConfig config = new ConfigFixture().variable("SLUICE_SECRET", TEXT).build();
        assertThat(config.secret()).isEqualTo(TEXT.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void noSecretOnTheBuilderBeatsOneFound() {
        assertThat(new ConfigFixture().variable("SLUICE_SECRET", TEXT).builder().secret(null).build().secret())
                .isNull();
    }

    @Test
    void aSecretIsNeverShown() {
        final EngineConfig config = new ConfigFixture().property("sluice.secret", TEXT).build();
        assertThat(config.toString()).doesNotContain("correct", "horse")
                .contains("secret = set, not shown (system property)");
        assertThat(config.values().describe(Settings.SECRET)).doesNotContain("horse");
    }

    @Test
    void aSecretHasAtLeast16AndAtMost4096Bytes() {
        assertThat(ConfigFixture.bare().secret(new byte[16]).build().secret()).hasSize(16);
        assertThat(ConfigFixture.bare().secret(new byte[4096]).build().secret()).hasSize(4096);
        for (final int wrong : new int[]{ 0, 15, 4097 }) {
            assertThatIllegalArgumentException().isThrownBy(() -> ConfigFixture.bare().secret(new byte[wrong]))
                    .withMessage("secret of " + wrong + " bytes is not in 16..4096 bytes");
        }
    }

    @Test
    void aShortSecretFoundRefusesToStartAndIsNotShown() {
        for (final String text : new String[]{ "battery staple", "" }) {
            final ConfigFixture found = new ConfigFixture().variable("SLUICE_SECRET", text);
            assertThatIllegalArgumentException().isThrownBy(found::build).withMessageContainingAll(
                    "SLUICE_SECRET of " + text.length() + " bytes", "16..4096 bytes", "not be authenticated")
                    .withMessageNotContainingAny("battery", "staple");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(
                        new ConfigFixture().property("sluice.secret", "short").variable("SLUICE_SECRET", TEXT)::build)
                .withMessageContaining("sluice.secret of 5 bytes");
    }

    @Test
    void aShortSecretFoundDoesNotMatterWhereTheBuilderHasOne() {
        assertThat(new ConfigFixture().variable("SLUICE_SECRET", "short").builder().secret(new byte[16]).build()
                .secret()).hasSize(16);
    }
}
