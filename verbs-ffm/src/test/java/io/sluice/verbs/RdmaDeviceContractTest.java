package io.sluice.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.rdma.RdmaDevices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * An RDMA device keeps the device contract, and has nothing left over at its end. Which one is named by the system
 * property {@code sluice.test.rdmaDevice}; without it there is nothing to test.
 */
@EnabledIfSystemProperty(named = RdmaDeviceContractTest.DEVICE_PROPERTY, matches = ".+")
class RdmaDeviceContractTest {
    static final String DEVICE_PROPERTY = "sluice.test.rdmaDevice";

    private static VerbsDevice device;
    private static long filesBefore;

    @BeforeAll
    static void find() throws IOException {
        device = RdmaDevices.load().find(System.getProperty(DEVICE_PROPERTY));
        device.open().close(); // the library keeps what it opens the first time
        filesBefore = openFiles();
    }

    @AfterAll
    static void nothingIsLeft() throws IOException {
        assertThat(openFiles()).as("files open").isEqualTo(filesBefore);
        assertThat(eventThreads()).isEmpty();
    }

    private static long openFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.filter(file -> isOfDevice(file)).count();
        }
    }

    /** Files that the JVM opens meanwhile, such as jars, are its own affair. */
    private static boolean isOfDevice(final Path file) {
        try {
            final String target = Files.readSymbolicLink(file).toString();
            return target.contains("infiniband") || target.contains("[event") || target.contains("[infinibandevent]");
        } catch (final IOException e) {
            return false; // the listing's own
        }
    }

    private static List<String> eventThreads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                .filter(name -> name.startsWith("sluice-events")).toList();
    }

    @Nested
    class OneSided extends OneSidedContract {
        @Override
        VerbsDevice device() {
            return device;
        }
    }

    @Nested
    class TwoSided extends TwoSidedContract {
        @Override
        VerbsDevice device() {
            return device;
        }
    }

    @Nested
    class Protection extends ProtectionContract {
        @Override
        VerbsDevice device() {
            return device;
        }
    }

    @Nested
    class Queues extends QueuesContract {
        @Override
        VerbsDevice device() {
            return device;
        }
    }

    @Nested
    class Notification extends NotificationContract {
        @Override
        VerbsDevice device() {
            return device;
        }
    }

    @Nested
    class States extends StatesContract {
        @Override
        VerbsDevice device() {
            return device;
        }
    }

    @Nested
    class Registration extends RegistrationContract {
        @Override
        VerbsDevice device() {
            return device;
        }
    }

    @Nested
    class Lifetime extends LifetimeContract {
        @Override
        VerbsDevice device() {
            return device;
        }
    }

    @Nested
    class Order extends OrderContract {
        @Override
        VerbsDevice device() {
            return device;
        }
    }

    @Nested
    class Teardown extends TeardownContract {
        @Override
        VerbsDevice device() {
            return device;
        }
    }
}
