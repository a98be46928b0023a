package io.sluice.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** Default agent names: host, process, a number of this process. */
final class AgentNames {
    /** The kernel's own answer: a look-up of the local host may wait for a name service. */
    private static final Path KERNEL_HOST_NAME = Path.of("/proc/sys/kernel/hostname");
    private static final String PREFIX = host() + "-" + ProcessHandle.current().pid() + "-";
    private static final AtomicLong NUMBER = new AtomicLong();

    private AgentNames() {}

    static String next() {
        return PREFIX + NUMBER.incrementAndGet();
    }

    private static String host() {
        try {
            final String name = Files.readString(KERNEL_HOST_NAME).strip();
            return name.matches("[!-~]{1,64}") ? name : "host";
        } catch (final IOException _) {
            return "host";
        }
    }
}
