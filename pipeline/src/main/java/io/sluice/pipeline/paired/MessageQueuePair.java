package io.sluice.pipeline.paired;

import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.pairing.Frame;
import io.sluice.pipeline.seam.EngineSeam;
import io.sluice.verbs.Access;
import io.sluice.verbs.CompletionQueue;
import io.sluice.verbs.MemoryRegion;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.ReceiveRequests;
import io.sluice.verbs.RtrAttributes;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.WorkCompletions;
import io.sluice.verbs.WorkRequests;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A queue pair for messages, with its completion queue and its bounce buffers: half of them to send from, half to receive
 * into. One thread at a time.
 */
final class MessageQueuePair implements AutoCloseable {
    static final int SLOT_BYTES = 64 << 10;
    static final int MOST_PAYLOAD = SLOT_BYTES - Frame.HEADER_BYTES;
    /** Bit of a wr_id: it is a send. */
    static final long SEND = 1L << 32;
    private static final int PSN_MASK = 0xff_ffff;

    private final EngineSeam seam;
    private final EngineConfig config;
    private final int slots;
    private final MemorySegment memory;
    private final MemoryRegion region;
    private final CompletionQueue completionQueue;
    private final QueuePair queuePair;
    private final Greeting.QueuePairAddress address;
    private final WorkCompletions completions;
    private final WorkRequests sends = WorkRequests.allocate(1, 1);
    private final ReceiveRequests receives = ReceiveRequests.allocate(1, 1);
    /** Set before the queue is first asked to notify. */
    private volatile Runnable onCompletion = () -> {};

    /** Makes it, in INIT. Nothing stays if it throws. */
    MessageQueuePair(final EngineSeam seam, final EngineConfig config, final int slots) {
        this.seam = seam;
        this.config = config;
        this.slots = slots;
        completions = WorkCompletions.allocate(2 * slots);
        memory = Arena.ofAuto().allocate(2L * slots * SLOT_BYTES, SLOT_BYTES);
        region = seam.domain().register(memory, Access.LOCAL_WRITE);
        CompletionQueue queue = null;
        QueuePair pair = null;
        try {
            queue = seam.context().createCompletionQueue(2 * slots, () -> onCompletion.run());
            pair = seam.domain().createQueuePair(queue, queue, new QueuePairCapacity(slots, slots, 1, 1, 0));
            pair.toInit(config.ibPort(), Access.LOCAL_WRITE);
        } catch (final RuntimeException e) {
            close(pair, queue);
            throw e;
        }
        completionQueue = queue;
        queuePair = pair;
        address = new Greeting.QueuePairAddress(pair.number(), ThreadLocalRandom.current().nextInt() & PSN_MASK,
                seam.port().lid(), Math.min(config.mtu(), seam.port().activeMtu()), seam.gid());
    }

    Greeting.QueuePairAddress address() {
        return address;
    }

    void attach(final SocketChannel socket) throws IOException {
        seam.attach(queuePair, socket);
    }

    /** Receives are posted before the peer can send. */
    void connect(final Greeting.QueuePairAddress peer, final int agreedSlots) {
        for (int slot = 0; slot < agreedSlots; slot++) {
            receive(slot);
        }
        queuePair.toReadyToReceive(new RtrAttributes(config.ibPort(), peer.number(), peer.psn(),
                Math.min(address.mtu(), peer.mtu()), peer.lid(), peer.gid(), seam.gidIndex(),
                Math.max(0, config.trafficClass()), 1, config.minRnrTimer()));
        queuePair.toReadyToSend(
                new RtsAttributes(address.psn(), config.ackTimeout(), config.retryCount(), config.rnrRetry(), 1));
    }

    void onCompletion(final Runnable run) {
        onCompletion = run;
    }

    /** Where a slot of the sending half begins. */
    long sendOffset(final int slot) {
        return (long) (slots + slot) * SLOT_BYTES;
    }

    /** Where a slot of the receiving half begins. */
    long receiveOffset(final int slot) {
        return (long) slot * SLOT_BYTES;
    }

    MemorySegment memory() {
        return memory;
    }

    /** Sends what lies in that slot; 0 or an errno. */
    int send(final int slot, final int bytes) {
        sends.clear();
        sends.addSend(SEND | slot, memory.address() + sendOffset(slot), region.lkey(), bytes, SendFlags.SIGNALED);
        return queuePair.postSend(sends);
    }

    /** Receives into that slot. */
    void receive(final int slot) {
        receives.clear();
        receives.add(slot, memory.address() + receiveOffset(slot), region.lkey(), SLOT_BYTES);
        final int refused = queuePair.postReceive(receives);
        if (refused != 0) {
            throw new IllegalStateException("the device refused a receive: errno " + refused);
        }
    }

    /** Negative: the queue overran. */
    int poll() {
        return completionQueue.poll(completions);
    }

    WorkCompletions completions() {
        return completions;
    }

    boolean requestNotify() {
        return completionQueue.requestNotify();
    }

    /** From here on the device touches the buffers no more. Idempotent. */
    @Override
    public void close() {
        close(queuePair, completionQueue);
    }

    private void close(final QueuePair pair, final CompletionQueue queue) {
        if (pair != null) {
            pair.close();
        }
        if (queue != null) {
            queue.close();
        }
        region.close();
    }
}
