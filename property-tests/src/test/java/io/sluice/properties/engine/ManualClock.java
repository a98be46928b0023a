package io.sluice.properties.engine;

import org.agrona.concurrent.NanoClock;

/** Stands still but when told; or goes on a little at every look, for calls that wait. One thread. */
final class ManualClock implements NanoClock {
    private long nowNs = 1_000_000_000;
    private long stepNs;

    @Override
    public long nanoTime() {
        nowNs += stepNs;
        return nowNs;
    }

    void advance(final long ns) {
        nowNs += ns;
    }

    /** So much at every look, from now on. */
    void step(final long ns) {
        stepNs = ns;
    }
}
