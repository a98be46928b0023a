package io.sluice.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;

/** Two soft devices whose queue pairs are connected by sockets keep the device contract, and nothing is left over. */
class SocketContractTest {
    private static final SoftDeviceConfig CONFIG = SoftDeviceConfig.builder().maxMessageSize(4 << 20)
            .maxMrSize(1L << 40).build();
    private static final SoftDevice DEVICE = SoftDevice.create(CONFIG);
    private static final SoftDevice PEER = SoftDevice.create(CONFIG);
    private static final Sockets SOCKETS = new Sockets();

    @AfterAll
    static void nothingIsLeft() throws IOException {
        SOCKETS.close();
        for (final SoftDevice device : List.of(DEVICE, PEER)) {
            assertThat(device.liveObjects()).isZero();
        }
    }

    private static ConnectedPair.Spec wired() {
        return ConnectedPair.on(DEVICE).wired(PEER, SOCKETS);
    }

    @Nested
    class OneSided extends OneSidedContract {
        @Override
        VerbsDevice device() {
            return DEVICE;
        }

        @Override
        ConnectedPair.Spec spec() {
            return wired();
        }
    }

    @Nested
    class TwoSided extends TwoSidedContract {
        @Override
        VerbsDevice device() {
            return DEVICE;
        }

        @Override
        ConnectedPair.Spec spec() {
            return wired();
        }
    }

    @Nested
    class Protection extends ProtectionContract {
        @Override
        VerbsDevice device() {
            return DEVICE;
        }

        @Override
        ConnectedPair.Spec spec() {
            return wired();
        }
    }

    @Nested
    class Notification extends NotificationContract {
        @Override
        VerbsDevice device() {
            return DEVICE;
        }

        @Override
        ConnectedPair.Spec spec() {
            return wired();
        }
    }

    @Nested
    class Queues extends QueuesContract {
        @Override
        VerbsDevice device() {
            return DEVICE;
        }

        @Override
        ConnectedPair.Spec spec() {
            return wired();
        }
    }

    @Nested
    class States extends StatesContract {
        @Override
        VerbsDevice device() {
            return DEVICE;
        }

        @Override
        ConnectedPair.Spec spec() {
            return wired();
        }
    }

    @Nested
    class Registration extends RegistrationContract {
        @Override
        VerbsDevice device() {
            return DEVICE;
        }

        @Override
        ConnectedPair.Spec spec() {
            return wired();
        }
    }

    @Nested
    class Lifetime extends LifetimeContract {
        @Override
        VerbsDevice device() {
            return DEVICE;
        }

        @Override
        ConnectedPair.Spec spec() {
            return wired();
        }
    }

    @Nested
    class Order extends OrderContract {
        @Override
        VerbsDevice device() {
            return DEVICE;
        }

        @Override
        ConnectedPair.Spec spec() {
            return wired();
        }
    }

    @Nested
    class Teardown extends TeardownContract {
        @Override
        VerbsDevice device() {
            return DEVICE;
        }

        @Override
        ConnectedPair.Spec spec() {
            return wired();
        }
    }
}
