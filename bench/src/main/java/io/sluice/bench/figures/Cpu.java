package io.sluice.bench.figures;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** CPU time used so far. */
final class Cpu {
    private Cpu() {}

    /** Of all threads, the JVM's own among them. */
    static long processNs() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** Of the threads that are alive and whose names begin so. */
    static long threadsNs(final String prefix) {
        final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (final var info : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (info != null && info.getThreadName().startsWith(prefix)) {
                sum += threads.getThreadCpuTime(info.getThreadId());
            }
        }
        return sum;
    }
}
