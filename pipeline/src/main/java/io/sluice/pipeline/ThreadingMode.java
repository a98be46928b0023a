package io.sluice.pipeline;

/** Which threads do an engine's work. */
public enum ThreadingMode {
    /** One thread per post handler and one that polls. */
    DEDICATED,
    /** One thread does all. */
    SHARED,
    /** No thread: the embedding program calls the engine's duty cycle. */
    INVOKER,
    /**
     * {@link #DEDICATED} where the machine has a core for each of its threads and one for a submitter, else
     * {@link #SHARED}.
     */
    AUTO;

    /**
     * Resolves AUTO. The submitter's core is counted because an engine's threads spin: where they take every core, the
     * program that feeds them runs only in the slices they are descheduled, and a descheduled handler fills the ring.
     *
     * @param postHandlers threads that post; one more polls
     * @param processors   cores this process may use
     * @return this, or for AUTO what it stands for
     */
    ThreadingMode effective(final int postHandlers, final int processors) {
        if (this != AUTO) {
            return this;
        }
        return processors < postHandlers + 2 ? SHARED : DEDICATED;
    }
}
