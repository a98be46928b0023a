package io.sluice.bench.replay;

/** Shows how far a replay is. */
interface Progress extends AutoCloseable {
    /** Called after each round. */
    void at(Tally tally);

    @Override
    void close();
}
