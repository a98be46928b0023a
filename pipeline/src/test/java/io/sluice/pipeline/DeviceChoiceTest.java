package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.verbs.soft.SoftDevice;
import org.junit.jupiter.api.Test;

class DeviceChoiceTest {
    private static EngineDevice open(final String name) {
        return EngineDevice.open(ConfigFixture.bare().deviceName(name).build());
    }

    @Test
    void softIsTheProcessesSharedSoftDevice() {
        final EngineDevice device = open("soft");
        assertThat(device.device()).isSameAs(SoftDevice.shared());
        device.close();
    }

    @Test
    void autoTakesTheSoftDeviceWhereThereIsNoOther() {
        final EngineDevice device = open("auto");
        assertThat(device.device()).isSameAs(SoftDevice.shared());
        device.close();
    }

    @Test
    void aNameThatNoDeviceHasIsRefusedWithTheNamesThereAre() {
        assertThatIllegalArgumentException().isThrownBy(() -> open("mlx5_7"))
                .withMessage("device mlx5_7 does not exist; devices here: soft");
    }
}
