package io.sluice.pipeline;

import io.sluice.verbs.QueuePair;
import io.sluice.verbs.VerbsDevice;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/** The path of a soft queue pair to a peer in another process: a data socket, which is the device's from here on. */
final class SoftPath {
    private SoftPath() {}

    static void attach(final VerbsDevice device, final QueuePair queuePair, final SocketChannel socket)
            throws IOException {
        socket.close();
    }
}
