package io.sluice.verbs.rdma;

import io.sluice.verbs.Errno;
import io.sluice.verbs.VerbsException;
import io.sluice.verbs.layout.IbvDevice;
import io.sluice.verbs.layout.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/** The RDMA devices that one {@code libibverbs} sees. Safe for use by any number of threads; there is nothing to close. */
public final class RdmaDevices {
    /** System property that names the library: a path, or a name that the system's loader finds. */
    public static final String LIBRARY_PROPERTY = "sluice.libibverbs";
    /** Environment variable that names the library where the property does not. */
    public static final String LIBRARY_VARIABLE = "SLUICE_LIBIBVERBS";

    /** What to say and do where {@link #list()} is empty. */
    public static final String NO_DEVICE = "there is no RDMA device: load the driver of the network card, or make a "
            + "software device: modprobe rdma_rxe, then rdma link add rxe0 type rxe netdev NAME";

    private static final String DEFAULT_LIBRARY = "libibverbs.so.1";

    private final Libibverbs library;

    private RdmaDevices(final Libibverbs library) {
        this.library = library;
    }

    /**
     * Loads the library that {@link #LIBRARY_PROPERTY} names, or {@link #LIBRARY_VARIABLE}, or {@code libibverbs.so.1}.
     *
     * @return its devices
     * @throws VerbsException        (ENOENT) if it cannot be loaded
     * @throws IllegalStateException if the JVM has no native access; the message has the flag
     */
    public static RdmaDevices load() {
        final String property = System.getProperty(LIBRARY_PROPERTY);
        final String variable = System.getenv(LIBRARY_VARIABLE);
        return load(property != null && !property.isBlank()
                ? property
                : variable != null && !variable.isBlank() ? variable : DEFAULT_LIBRARY);
    }

    /**
     * Loads a library.
     *
     * @param library a path, or a name that the system's loader finds
     * @return its devices
     * @throws VerbsException        (ENOENT) if it cannot be loaded, or is no libibverbs
     * @throws IllegalStateException if the JVM has no native access; the message has the flag
     */
    public static RdmaDevices load(final String library) {
        return new RdmaDevices(Libibverbs.load(Objects.requireNonNull(library, "library")));
    }

    /** {@return the library's path or name} */
    public String library() {
        return library.toString();
    }

    /**
     * {@return the devices that there are now, in the library's order; none where the kernel knows none}
     *
     * @throws VerbsException (ENOSYS) if the kernel has no RDMA
     */
    public List<RdmaDevice> list() {
        final List<RdmaDevice> devices = new ArrayList<>();
        forEach(device -> devices.add(new RdmaDevice(this, text(device + IbvDevice.NAME),
                new Sysfs(Path.of(text(device + IbvDevice.IBDEV_PATH))))));
        return devices;
    }

    /**
     * {@return the device}
     *
     * @param name such as {@code mlx5_0}
     * @throws VerbsException (ENODEV, ENOSYS) if there is no such device; the message names those there are
     */
    public RdmaDevice find(final String name) {
        final List<RdmaDevice> devices = list();
        return devices.stream().filter(device -> device.name().equals(name)).findFirst()
                .orElseThrow(() -> noSuchDevice(name, devices));
    }

    private static VerbsException noSuchDevice(final String name, final List<RdmaDevice> devices) {
        return new VerbsException(Errno.ENODEV, "RDMA device " + name + " does not exist; "
                + (devices.isEmpty()
                        ? NO_DEVICE
                        : "there are " + devices.stream().map(RdmaDevice::name).collect(Collectors.joining(", "))));
    }

    Libibverbs lib() {
        return library;
    }

    /** Opens a device by its name, as it may have gone and come again since it was listed. */
    long open(final String name) {
        final long[] context = { 0 };
        forEach(device -> {
            if (text(device + IbvDevice.NAME).equals(name)) {
                final NativeFunction.Answer answer = library.openDevice.call(device);
                if (answer.value() == 0) {
                    throw library.openDevice.failure(name, answer.errno(), whyNotOpened(answer.errno()));
                }
                context[0] = answer.value();
            }
        });
        if (context[0] == 0) {
            throw noSuchDevice(name, list());
        }
        return context[0];
    }

    private static String whyNotOpened(final int errno) {
        return switch (errno) {
            case Errno.EACCES, Errno.EPERM -> "no permission on /dev/infiniband/uverbs*: join the group that owns it "
                    + "(often rdma), or change its udev rule";
            case Errno.ENOENT, Errno.ENODEV -> "its file in /dev/infiniband is not there: load ib_uverbs, or give the "
                    + "container the folder (--device=/dev/infiniband)";
            default -> "";
        };
    }

    private void forEach(final LongConsumer visitor) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment count = arena.allocate(ValueLayout.JAVA_INT);
            final NativeFunction.Answer answer = library.getDeviceList.call(count.address());
            final long list = answer.value();
            if (list == 0) {
                throw library.getDeviceList.failure("", answer.errno(),
                        answer.errno() == Errno.ENOSYS ? NO_DEVICE : "");
            }
            try {
                for (int i = 0; i < count.get(ValueLayout.JAVA_INT, 0); i++) {
                    visitor.accept(NativeMemory.getLong(list + (long) i * Long.BYTES));
                }
            } finally {
                library.freeDeviceList.call(list);
            }
        }
    }

    private static String text(final long address) {
        return NativeMemory.all().getString(address);
    }

    @Override
    public String toString() {
        return "RdmaDevices of " + library;
    }
}
