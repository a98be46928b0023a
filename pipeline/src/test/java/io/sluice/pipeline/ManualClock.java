package io.sluice.pipeline;

import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;

/** A clock that stands until a test moves it; it starts close to where {@code nanoTime} wraps around. */
final class ManualClock implements NanoClock {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000_000);

    @Override
    public long nanoTime() {
        return now.get();
    }

    void advance(final long ns) {
        now.addAndGet(ns);
    }
}
