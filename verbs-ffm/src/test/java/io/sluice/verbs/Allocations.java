package io.sluice.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Counts what a thread allocates. */
public final class Allocations {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 8;
    private static final int CALLS = 20_000;

    private Allocations() {}

    /** The best of some rounds is exactly 0 bytes; the first ones run before the compiler. */
    public static void nothingIn(final Runnable call) {
        long best = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && best > 0; round++) {
            final long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                call.run();
            }
            best = Math.min(best, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(best).as("bytes allocated in the best round").isZero();
    }
}
