package io.sluice.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One end of a connection in a test: domain, send and receive completion queue, queue pair, and the buffers registered
 * for it. Everything it made is closed with it; whatever a test leaks makes that close fail.
 */
public final class Endpoint implements AutoCloseable {
    private final ConnectedPair.Spec spec;
    private final VerbsContext context;
    private final ProtectionDomain domain;
    private final CompletionQueue sendQueue;
    private final CompletionQueue receiveQueue;
    private final QueuePair queuePair;
    private final Arena arena = Arena.ofShared();
    private final List<MemoryRegion> regions = new ArrayList<>();
    private final WorkCompletions polled = WorkCompletions.allocate(64);
    private final Deque<Completion> sends = new ArrayDeque<>();
    private final Deque<Completion> receives = new ArrayDeque<>();
    private final AtomicInteger sendNotifications = new AtomicInteger();
    private final AtomicInteger receiveNotifications = new AtomicInteger();

    Endpoint(final VerbsContext context, final ConnectedPair.Spec spec) {
        this.spec = spec;
        this.context = context;
        domain = context.allocateProtectionDomain();
        sendQueue = context.createCompletionQueue(spec.depth, sendNotifications::incrementAndGet);
        receiveQueue = context.createCompletionQueue(spec.depth, receiveNotifications::incrementAndGet);
        queuePair = domain.createQueuePair(sendQueue, receiveQueue, spec.capacity);
    }

    public VerbsContext context() {
        return context;
    }

    public ProtectionDomain domain() {
        return domain;
    }

    public QueuePair queuePair() {
        return queuePair;
    }

    public CompletionQueue sendQueue() {
        return sendQueue;
    }

    public CompletionQueue receiveQueue() {
        return receiveQueue;
    }

    /** RESET to RTS, towards a peer that does the same; {@code ownPsn} is what this side starts to send with. */
    void connect(final QueuePair own, final Endpoint peer, final QueuePair toQueuePair, final int ownPsn,
            final int peerPsn) {
        own.toInit(1, spec.access);
        readyToReceive(own, peer, toQueuePair, peerPsn);
        own.toReadyToSend(spec.rts(ownPsn));
    }

    /** INIT to RTR, with what the fixture's paths are made of. */
    public void readyToReceive(final QueuePair own, final Endpoint peer, final QueuePair toQueuePair,
            final int peerPsn) {
        spec.wiring.wire(context.device(), own, toQueuePair);
        own.toReadyToReceive(spec.rtr(context, peer.context, toQueuePair.number(), peerPsn));
    }

    /** @return what the fixture goes to RTS with */
    public RtsAttributes rts(final int psn) {
        return spec.rts(psn);
    }

    /** @return a further queue pair of this end, in RESET, on the same completion queues; the test closes it */
    public QueuePair createQueuePair() {
        return domain.createQueuePair(sendQueue, receiveQueue, spec.capacity);
    }

    /** @return zeroed memory, registered; closed with this endpoint unless the test does */
    public Buffer buffer(final long bytes, final int access) {
        final MemorySegment memory = arena.allocate(bytes, 64);
        return new Buffer(memory, register(memory, access));
    }

    /** @return a registration, closed with this endpoint unless the test does */
    public MemoryRegion register(final MemorySegment memory, final int access) {
        final MemoryRegion region = domain.register(memory, access);
        regions.add(region);
        return region;
    }

    public Buffer buffer(final long bytes) {
        return buffer(bytes, Access.ALL);
    }

    /** @return an empty chain as long and as wide as the queue pair takes, and one longer */
    public WorkRequests chain() {
        return WorkRequests.allocate(queuePair.capacity().maxSendWr() + 1, queuePair.capacity().maxSendSge());
    }

    /** Posts a signaled WRITE of a whole buffer to the start of another. */
    public int write(final long wrId, final Buffer local, final Buffer remote) {
        final WorkRequests one = WorkRequests.allocate(1, 1);
        one.addWrite(wrId, local.address(), local.lkey(), (int) local.memory().byteSize(), remote.address(),
                remote.rkey(), SendFlags.SIGNALED);
        return queuePair.postSend(one);
    }

    /** Posts a signaled READ of a whole buffer from the start of another. */
    public int read(final long wrId, final Buffer local, final Buffer remote) {
        final WorkRequests one = WorkRequests.allocate(1, 1);
        one.addRead(wrId, local.address(), local.lkey(), (int) local.memory().byteSize(), remote.address(),
                remote.rkey(), SendFlags.SIGNALED);
        return queuePair.postSend(one);
    }

    /** Posts a signaled SEND of a whole buffer. */
    public int send(final long wrId, final Buffer local) {
        final WorkRequests one = WorkRequests.allocate(1, 1);
        one.addSend(wrId, local.address(), local.lkey(), (int) local.memory().byteSize(), SendFlags.SIGNALED);
        return queuePair.postSend(one);
    }

    /** Posts a receive into a whole buffer. */
    public int receive(final long wrId, final Buffer local) {
        final ReceiveRequests one = ReceiveRequests.allocate(1, 1);
        one.add(wrId, local.address(), local.lkey(), (int) local.memory().byteSize());
        return queuePair.postReceive(one);
    }

    /** Takes whatever has completed; a soft device goes on with what it held back. */
    public void pump() {
        drain(sendQueue, sends);
        drain(receiveQueue, receives);
    }

    private void drain(final CompletionQueue queue, final Deque<Completion> into) {
        int count;
        do {
            count = queue.poll(polled);
            for (int i = 0; i < count; i++) {
                into.add(Completion.of(polled, i));
            }
        } while (count == polled.capacity());
    }

    /** Completions of sends that {@link #pump()} found and no test has taken. */
    public Deque<Completion> sends() {
        return sends;
    }

    /** Completions of receives that {@link #pump()} found and no test has taken. */
    public Deque<Completion> receives() {
        return receives;
    }

    /** @return how often the send queue has told of a completion, as it was asked to */
    public int sendNotifications() {
        return sendNotifications.get();
    }

    /** @return how often the receive queue has told of a completion, as it was asked to */
    public int receiveNotifications() {
        return receiveNotifications.get();
    }

    @Override
    public void close() {
        queuePair.close();
        regions.forEach(MemoryRegion::close);
        receiveQueue.close();
        sendQueue.close();
        domain.close();
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }

    /** Closes the memory under its registrations. */
    public void closeMemory() {
        arena.close();
    }
}
