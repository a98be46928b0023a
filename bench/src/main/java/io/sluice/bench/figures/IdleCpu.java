package io.sluice.bench.figures;

import io.sluice.pipeline.ThreadingMode;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** What an engine costs that has nothing to do. */
final class IdleCpu {
    private static final String PREFIX = "sluice-near-";

    private IdleCpu() {}

    /**
     * @param mode   null for the default configuration
     * @param timeNs how long to look, after it has gone to sleep
     * @return share of one core, 0 to 1 and more
     */
    static double share(final ThreadingMode mode, final long timeNs) throws InterruptedException {
        try (Setup setup = new Setup(true, mode, 4096)) {
            final long spinNs = setup.engine().config().spinNs(setup.engine().config().effectiveThreadingMode());
            Thread.sleep((2 * spinNs) / 1_000_000 + 10); // the figure is that of sleep, not of the spin before it
            final long cpu = cpuNs();
            final long start = System.nanoTime();
            Thread.sleep(timeNs / 1_000_000);
            return (double) (cpuNs() - cpu) / (System.nanoTime() - start);
        }
    }

    private static long cpuNs() {
        final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (final var info : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (info != null && info.getThreadName().startsWith(PREFIX)) {
                sum += threads.getThreadCpuTime(info.getThreadId());
            }
        }
        return sum;
    }
}
