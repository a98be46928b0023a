package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdleEngineTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** What the engine's own threads have used. */
    static long cpuNs(final TransferEngine engine) {
        final String name = "sluice-" + engine.config().agentName() + "-";
        return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(info -> info != null && info.getThreadName().startsWith(name))
                .mapToLong(info -> THREADS.getThreadCpuTime(info.getThreadId())).sum();
    }

    /** Two engines, connected, after traffic, with the parks of the default configuration. */
    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = { "SHARED", "DEDICATED" })
    void anIdleEngineUsesUnderOneHundredthOfACore(final ThreadingMode mode) {
        try (EnginePair pair = new EnginePair.Setup().mode(mode)
                .config(c -> c.maxParkNs(TimeUnit.MILLISECONDS.toNanos(100))).open()) {
            final Connection connection = pair.connect();
            assertThat(pair.finish(pair.write(connection, pair.buffers(connection, 100_000))))
                    .isEqualTo(TransferState.SUCCEEDED);
            pair.quiet();
            final long windowNs = TimeUnit.SECONDS.toNanos(2);
            // Code is still being compiled and interpreted in the first window: one quiet window is enough.
            Awaitility.await().atMost(40, TimeUnit.SECONDS).pollDelay(0, TimeUnit.SECONDS)
                    .pollInterval(10, TimeUnit.MILLISECONDS).pollInSameThread().until(() -> {
                        final long startNs = System.nanoTime();
                        final long before = cpuNs(pair.near) + cpuNs(pair.far);
                        Awaitility.await().pollDelay(windowNs, TimeUnit.NANOSECONDS).atMost(40, TimeUnit.SECONDS)
                                .until(() -> System.nanoTime() - startNs >= windowNs);
                        return cpuNs(pair.near) + cpuNs(pair.far) - before < 2 * (System.nanoTime() - startNs) / 100; // of two engines
                    });
        }
    }
}
