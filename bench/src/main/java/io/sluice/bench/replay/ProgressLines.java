package io.sluice.bench.replay;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** A plain line every few seconds, for logs. */
final class ProgressLines implements Progress {
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(2);

    private final PrintWriter out;
    private final long requests;
    private long lastNs = System.nanoTime();

    ProgressLines(final PrintWriter out, final long requests) {
        this.out = out;
        this.requests = requests;
    }

    @Override
    public void at(final Tally tally) {
        final long now = System.nanoTime();
        if (now - lastNs >= INTERVAL_NS) {
            lastNs = now;
            out.printf(Locale.ROOT, "sluice replay: %,d of %,d requests (%d %%), %.2f GB/s%n", tally.requests, requests,
                    100 * tally.requests / requests, tally.moveRate());
            out.flush();
        }
    }

    @Override
    public void close() {}
}
