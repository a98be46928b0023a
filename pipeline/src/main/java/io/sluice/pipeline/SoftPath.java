package io.sluice.pipeline;

import io.sluice.verbs.QueuePair;
import io.sluice.verbs.VerbsDevice;
import io.sluice.verbs.soft.SoftDevice;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/** The path of a soft queue pair to a peer over TCP: a data socket, which is the device's once it is attached. */
final class SoftPath {
    private SoftPath() {}

    static void attach(final VerbsDevice device, final QueuePair queuePair, final SocketChannel socket)
            throws IOException {
        if (!(device instanceof final SoftDevice soft)) {
            throw new IOException("device " + device.name() + " takes no data sockets");
        }
        soft.attach(queuePair.number(), socket);
    }
}
