package io.sluice.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;

/** The soft device keeps the device contract, and has nothing left over at its end. */
class SoftDeviceContractTest {
    private static final SoftDevice DEVICE = SoftDevice
            .create(SoftDeviceConfig.builder().maxMessageSize(4 << 20).maxMrSize(1L << 40).build());

    @AfterAll
    static void nothingIsLeft() {
        assertThat(DEVICE.liveObjects()).isZero();
    }

    @Nested
    class OneSided extends OneSidedContract {
        @Override
        VerbsDevice device() {
            return DEVICE;
        }
    }

    @Nested
    class TwoSided extends TwoSidedContract {
        @Override
        VerbsDevice device() {
            return DEVICE;
        }
    }

    @Nested
    class Protection extends ProtectionContract {
        @Override
        VerbsDevice device() {
            return DEVICE;
        }
    }

    @Nested
    class Notification extends NotificationContract {
        @Override
        VerbsDevice device() {
            return DEVICE;
        }
    }

    @Nested
    class Queues extends QueuesContract {
        @Override
        VerbsDevice device() {
            return DEVICE;
        }
    }

    @Nested
    class States extends StatesContract {
        @Override
        VerbsDevice device() {
            return DEVICE;
        }
    }

    @Nested
    class Registration extends RegistrationContract {
        @Override
        VerbsDevice device() {
            return DEVICE;
        }
    }

    @Nested
    class Lifetime extends LifetimeContract {
        @Override
        VerbsDevice device() {
            return DEVICE;
        }
    }

    @Nested
    class Order extends OrderContract {
        @Override
        VerbsDevice device() {
            return DEVICE;
        }
    }

    @Nested
    class Teardown extends TeardownContract {
        @Override
        VerbsDevice device() {
            return DEVICE;
        }
    }
}
