package io.sluice.bench.stat;

import io.sluice.pipeline.CountersFile;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** One engine's counters as a table, with the rate at which each has grown since it was shown last. */
final class EngineView {
    private final CountersFile file;
    private Map<String, Long> before = Map.of();
    private long beforeNs;

    EngineView(final CountersFile file) {
        this.file = file;
    }

    CountersFile file() {
        return file;
    }

    void print(final PrintWriter out, final long nowEpochMs, final long nowNs) {
        final long heartbeat = file.heartbeatEpochMs();
        out.printf(Locale.ROOT, "%s, process %d, up %s, %s%n", file.agentName(), file.pid(),
                upTime(Duration.ofMillis(nowEpochMs - file.startEpochMs())),
                heartbeat == 0 ? "closed" : "heartbeat " + Math.max(0, nowEpochMs - heartbeat) + " ms ago");
        final double seconds = (nowNs - beforeNs) / 1e9;
        final Map<String, Long> now = new HashMap<>();
        file.forEach((typeId, label, value) -> {
            now.put(label, value);
            final Long last = before.get(label);
            final String rate = last == null || !CountersFile.isTotal(typeId)
                    ? ""
                    : String.format(Locale.ROOT, "%,.0f/s", (value - last) / seconds);
            out.printf(Locale.ROOT, "  %-60s %,20d %18s%n", label, value, rate);
        });
        before = now;
        beforeNs = nowNs;
    }

    private static String upTime(final Duration up) {
        return String.format(Locale.ROOT, "%d:%02d:%02d", up.toHours(), up.toMinutesPart(), up.toSecondsPart());
    }
}
