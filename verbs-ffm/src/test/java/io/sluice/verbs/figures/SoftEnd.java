package io.sluice.verbs.figures;

import io.sluice.verbs.Access;
import io.sluice.verbs.CompletionQueue;
import io.sluice.verbs.Gid;
import io.sluice.verbs.MemoryRegion;
import io.sluice.verbs.ProtectionDomain;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.RtrAttributes;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.soft.SoftDevice;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.SocketChannel;

/** One end of a run over the soft device: memory, and queue pairs with a socket each. */
final class SoftEnd implements AutoCloseable {
    static final long BYTES = 8 << 20;

    private final Arena arena = Arena.ofShared();
    private final VerbsContext context;
    private final ProtectionDomain domain;
    final CompletionQueue completions;
    final MemoryRegion region;
    final QueuePair[] queuePairs;
    private final SoftDevice device;
    int peerKey;
    long peerAddress;

    SoftEnd(final SoftDevice device, final int count, final Runnable onCompletion) {
        this.device = device;
        context = device.open();
        domain = context.allocateProtectionDomain();
        completions = context.createCompletionQueue(4096, onCompletion);
        region = domain.register(arena.allocate(BYTES, 4096), Access.ALL);
        queuePairs = new QueuePair[count];
        for (int i = 0; i < count; i++) {
            queuePairs[i] = domain.createQueuePair(completions, completions, new QueuePairCapacity(512, 16, 4, 4, 64));
        }
    }

    /** Tells the peer what it must know, hears the same, and connects; sockets in the same order on both sides. */
    void connect(final DataInputStream in, final DataOutputStream out, final SocketChannel[] sockets)
            throws IOException {
        out.writeLong(region.address());
        out.writeInt(region.rkey());
        for (final QueuePair queuePair : queuePairs) {
            out.writeInt(queuePair.number());
        }
        out.flush();
        peerAddress = in.readLong();
        peerKey = in.readInt();
        for (int i = 0; i < queuePairs.length; i++) {
            final int peer = in.readInt();
            queuePairs[i].toInit(1, Access.ALL);
            device.attach(queuePairs[i].number(), sockets[i]);
            queuePairs[i].toReadyToReceive(new RtrAttributes(1, peer, 0, 4096, 0, Gid.ZERO, 0, 0, 16, 12));
            queuePairs[i].toReadyToSend(new RtsAttributes(0, 14, 7, 7, 16));
        }
    }

    @Override
    public void close() {
        for (final QueuePair queuePair : queuePairs) {
            queuePair.close();
        }
        region.close();
        completions.close();
        domain.close();
        context.close();
        arena.close();
    }
}
