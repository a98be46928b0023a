package io.sluice.bench.replay;

/**
 * When requests are due, by a clock that runs only while blocks are moved: filling and checking cost a replay no time. In
 * a closed loop a request is due as soon as there is room for it, in an open loop at its own time.
 */
final class Pace {
    private static final double NS_A_MS = 1e6;

    private final double timeScale;
    private final long firstMs;
    private long beforeNs;
    private long resumedNs;

    /** @param timeScale trace time a moving time; 0 for a closed loop */
    Pace(final double timeScale, final long firstMs) {
        this.timeScale = timeScale;
        this.firstMs = firstMs;
    }

    void resume() {
        resumedNs = System.nanoTime();
    }

    void pause() {
        beforeNs += System.nanoTime() - resumedNs;
    }

    /** Moving time so far, while paused. */
    long elapsedNs() {
        return beforeNs;
    }

    /** The nano time at which a request is due; the present one in a closed loop. Only between resume and pause. */
    long dueNs(final RequestPlan plan) {
        if (timeScale == 0) {
            return System.nanoTime();
        }
        final long due = (long) (Math.max(0, plan.timestampMs() - firstMs) * NS_A_MS / timeScale);
        return resumedNs + due - beforeNs;
    }
}
