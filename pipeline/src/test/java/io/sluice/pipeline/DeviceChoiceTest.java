package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.verbs.rdma.RdmaDevices;
import io.sluice.verbs.soft.SoftDevice;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The device on a host without RDMA, whatever this one has. */
class DeviceChoiceTest {
    private static final String NO_LIBRARY = "/no/such/libibverbs.so";

    @BeforeEach
    void hideRdma() {
        System.setProperty(RdmaDevices.LIBRARY_PROPERTY, NO_LIBRARY);
    }

    @AfterEach
    void showRdma() {
        System.clearProperty(RdmaDevices.LIBRARY_PROPERTY);
    }

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
    void theSoftDeviceHasOneGidWhateverIndexIsNamed() {
        final EngineDevice device = EngineDevice.open(ConfigFixture.bare().gidIndex(3).build());
        assertThat(device.gidIndex()).isZero();
        assertThat(device.gid().isZero()).isFalse();
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
                .withMessageStartingWith("device mlx5_7 does not exist; devices here: soft; RDMA devices cannot be "
                        + "listed: ")
                .withMessageContaining(NO_LIBRARY);
    }
}
