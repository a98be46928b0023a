package io.sluice.pipeline.duty;

/** Something that may sleep until there is work. */
@FunctionalInterface
public interface Wakeable {
    /** Sleeps never: its thread spins, or belongs to the program. */
    Wakeable AWAKE = () -> {};

    /** Wakes it if it sleeps. The caller has published the work and made a full fence after that. Any thread. */
    void wake();
}
