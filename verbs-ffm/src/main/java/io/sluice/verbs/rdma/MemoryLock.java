package io.sluice.verbs.rdma;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** How much memory this process may pin for a device: the kernel's RLIMIT_MEMLOCK. Safe for use by any number of threads. */
public final class MemoryLock {
    /** Bit of {@code linux/capability.h}. */
    private static final long CAP_IPC_LOCK = 1 << 14;
    private static final String UNLIMITED = "unlimited";

    private MemoryLock() {}

    /**
     * {@return the soft limit in bytes; {@link Long#MAX_VALUE} where there is none, or it does not bind this process
     * (which has the capability to lock memory), or the kernel does not say}
     */
    public static long limitBytes() {
        final String limit = limit();
        return isExempt() || !limit.matches("[0-9]{1,18}") ? Long.MAX_VALUE : Long.parseLong(limit);
    }

    private static boolean isExempt() {
        return lines("/proc/self/status").filter(line -> line.startsWith("CapEff:"))
                .map(line -> line.substring("CapEff:".length()).strip())
                .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) & CAP_IPC_LOCK) != 0);
    }

    /** @return the soft limit in bytes, {@code unlimited}, or {@code unknown} */
    static String limit() {
        // Max locked memory         8388608              8388608              bytes
        return lines("/proc/self/limits").filter(line -> line.startsWith("Max locked memory"))
                .map(line -> line.substring("Max locked memory".length()).strip().split("\\s+")[0]).findFirst()
                .orElse("unknown");
    }

    /** @return such as {@code 132 kB}, or {@code unknown} */
    private static String pinned() {
        return lines("/proc/self/status").filter(line -> line.startsWith("VmPin:"))
                .map(line -> line.substring("VmPin:".length()).strip()).findFirst().orElse("unknown");
    }

    private static Stream<String> lines(final String file) {
        try {
            return Files.readAllLines(Path.of(file)).stream();
        } catch (final IOException e) {
            return List.<String>of().stream();
        }
    }

    /** {@return how to raise the limit} */
    public static String howToRaise() {
        return "ulimit -l unlimited, memlock in limits.conf, LimitMEMLOCK=infinity in a systemd unit, or "
                + "--ulimit memlock=-1 for a container";
    }

    /** @return what to do when a registration was refused for want of memory */
    static String hint() {
        final String limit = limit();
        if (limit.equals(UNLIMITED)) {
            return "locked memory is unlimited (ulimit -l), so the machine or the device has no more";
        }
        return "locked memory (ulimit -l) is limited to " + limit + " bytes, pinned by this process now: " + pinned()
                + ". Raise it: " + howToRaise();
    }
}
