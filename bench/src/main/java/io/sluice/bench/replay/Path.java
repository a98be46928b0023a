package io.sluice.bench.replay;

import io.sluice.pipeline.Connection;
import io.sluice.pipeline.RemoteRegion;

/**
 * A way to the other side: a connection, and the other side's memory as it is reached over it.
 *
 * @param number     connections are counted from 1, in the order in which they were made
 * @param connection of the moving engine
 * @param remote     the whole cache of the other side
 */
record Path(int number, Connection connection, RemoteRegion remote) {}
