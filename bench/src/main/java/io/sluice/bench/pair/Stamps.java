package io.sluice.bench.pair;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What the writer writes and the reader expects: every 8 bytes are those of their place and their round alone. */
final class Stamps {
    private static final long STEP = 0x9e37_79b9_7f4a_7c15L; // odd: no two places of a round are alike

    private Stamps() {}

    static void fill(final MemorySegment memory, final long bytes, final int round) {
        for (long at = 0; at < bytes; at += Long.BYTES) {
            memory.set(ValueLayout.JAVA_LONG, at, stamp(at, round));
        }
    }

    /** The bytes that are wrong, counted in eights. */
    static long wrongBytes(final MemorySegment memory, final long bytes, final int round) {
        long wrong = 0;
        for (long at = 0; at < bytes; at += Long.BYTES) {
            if (memory.get(ValueLayout.JAVA_LONG, at) != stamp(at, round)) {
                wrong += Long.BYTES;
            }
        }
        return wrong;
    }

    private static long stamp(final long at, final int round) {
        return (at + 1) * STEP + round;
    }
}
