package io.sluice.pipeline.paired;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells whether two agents run on one host: FNV-1a, 64 bits, of host name and boot id. */
final class HostHash {
    // http://www.isthe.com/chongo/tech/comp/fnv/
    private static final long OFFSET_BASIS = 0xcbf2_9ce4_8422_2325L;
    private static final long PRIME = 0x100_0000_01b3L;

    private HostHash() {}

    /** Of this host; 0 where the kernel does not tell. */
    static long local() {
        try {
            return fnv1a((read("/proc/sys/kernel/hostname") + read("/proc/sys/kernel/random/boot_id"))
                    .getBytes(StandardCharsets.UTF_8));
        } catch (final IOException _) {
            return 0;
        }
    }

    static long fnv1a(final byte[] bytes) {
        long hash = OFFSET_BASIS;
        for (final byte b : bytes) {
            hash = (hash ^ Byte.toUnsignedInt(b)) * PRIME;
        }
        return hash;
    }

    private static String read(final String file) throws IOException {
        return Files.readString(Path.of(file)).strip();
    }
}
