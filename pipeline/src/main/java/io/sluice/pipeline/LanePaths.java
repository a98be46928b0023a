package io.sluice.pipeline;

import io.sluice.verbs.QueuePair;
import java.io.IOException;

/** How the queue pairs of a connection reach the peer's. */
@FunctionalInterface
interface LanePaths {
    /** By the device's own fabric: nothing is to be done. */
    LanePaths FABRIC = (lane, queuePair) -> {};

    /** Gives a queue pair in INIT its path. */
    void attach(int lane, QueuePair queuePair) throws IOException;
}
