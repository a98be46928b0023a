package io.sluice.properties.engine;

import org.agrona.concurrent.NanoClock;

/** Stands still but when told; or goes on a little at every look, for calls that wait. One thread. */
final class ManualClock implements NanoClock {
    private long nowNs = 1_000_000_000;
    private long stepNs;
    private Runnable atNextLook;

    @Override
    public long nanoTime() {
        final Runnable now = atNextLook;
        atNextLook = null;
        if (now != null) {
            now.run();
        }
        nowNs += stepNs;
        return nowNs;
    }

    /** For what comes between two steps of a call; null for nothing. */
    void atNextLook(final Runnable action) {
        atNextLook = action;
    }

    void advance(final long ns) {
        nowNs += ns;
    }

    /** So much at every look, from now on. */
    void step(final long ns) {
        stepNs = ns;
    }
}
