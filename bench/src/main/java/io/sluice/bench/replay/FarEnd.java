package io.sluice.bench.replay;

import io.sluice.pipeline.Connection;
import io.sluice.pipeline.RemoteRegion;

/** The side that does not move, as the moving one reaches it. */
interface FarEnd extends AutoCloseable {
    /** @return a connection of the moving engine, open */
    Connection connect();

    /** @return the whole cache, as it is reached over a connection */
    RemoteRegion memory(Connection connection);

    /** In INVOKER mode: does the work of this end. */
    int doWork();

    @Override
    void close();
}
