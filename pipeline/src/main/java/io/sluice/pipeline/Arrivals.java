package io.sluice.pipeline;

import io.sluice.verbs.WorkCompletions;

/** Takes what a poll has found to the work requests that it stands for. The poll thread alone. */
abstract class Arrivals {
    /** The one for that engine's way to signal. */
    static Arrivals of(final EngineCore core) {
        return core.config().signalInterval() == 1 ? new EachSignaled(core) : new SomeSignaled(core);
    }

    /**
     * Settles.
     *
     * @param completions of one poll
     * @param count       of them, 1 or more
     */
    abstract void take(WorkCompletions completions, int count);
}
