package io.sluice.verbs.soft;

import io.sluice.verbs.AsyncEvent;
import io.sluice.verbs.DeviceAttributes;
import io.sluice.verbs.Errno;
import io.sluice.verbs.Gid;
import io.sluice.verbs.GidEntry;
import io.sluice.verbs.GidType;
import io.sluice.verbs.PortAttributes;
import io.sluice.verbs.PortAttributes.LinkLayer;
import io.sluice.verbs.PortState;
import io.sluice.verbs.QpState;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.RtrAttributes;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.VerbsException;
import io.sluice.verbs.spi.VerbsProvider;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** One open context of a soft device: turns handles into objects, and checks limits. */
final class SoftContext implements VerbsProvider {
    private static final int MTU = 4096;
    /** 127.0.0.1: the one GID of the one port. */
    private static final GidEntry GID = new GidEntry(0, Gid.ofIpv4(0x7f00_0001), GidType.ROCE_V2);
    private static final AtomicLong NEXT_PD = new AtomicLong(1);

    private final SoftDevice device;
    private final ConcurrentLinkedQueue<AsyncEvent> events = new ConcurrentLinkedQueue<>();

    SoftContext(final SoftDevice device) {
        this.device = device;
    }

    SoftDevice device() {
        return device;
    }

    void raise(final AsyncEvent.Type type, final long element) {
        events.add(new AsyncEvent(type, element));
    }

    @Override
    public DeviceAttributes queryDevice() {
        return device.config().attributes();
    }

    @Override
    public PortAttributes queryPort(final int port) {
        return new PortAttributes(PortState.ACTIVE, MTU, MTU, 1, device.config().maxMessageSize(), 0,
                LinkLayer.ETHERNET);
    }

    @Override
    public GidEntry queryGid(final int port, final int index) {
        return GID;
    }

    @Override
    public long allocatePd() {
        return NEXT_PD.getAndIncrement();
    }

    @Override
    public void deallocatePd(final long pd) {
        // a domain is a number that its regions and queue pairs carry
    }

    @Override
    public Registration registerMemory(final long pd, final MemorySegment memory, final int access) {
        if (device.config().faultPlan().refusesRegistration(device.nextRegistration())) {
            device.countFaults(1);
            throw new VerbsException(Errno.ENOMEM,
                    "the fault plan refuses to register " + memory.byteSize() + " bytes");
        }
        final SoftMemoryRegion region = new SoftMemoryRegion(pd, memory, access);
        final long handle = device.keys().add(region);
        return new Registration(handle, device.keys().lkey(handle), device.keys().rkey(handle));
    }

    @Override
    public void deregisterMemory(final long handle) {
        final SoftMemoryRegion region = device.keys().byHandle(handle);
        device.keys().remove(region);
        region.kill();
    }

    @Override
    public CompletionQueueGrant createCq(final int depth, final Runnable onCompletion) {
        final SoftCompletionQueue cq = new SoftCompletionQueue(this, depth, onCompletion);
        return new CompletionQueueGrant(device.completionQueues().add(cq), depth);
    }

    @Override
    public void destroyCq(final long cq) {
        device.completionQueues().remove(completionQueue(cq));
    }

    @Override
    public boolean requestNotify(final long cq) {
        return completionQueue(cq).requestNotify();
    }

    @Override
    public int pollCq(final long cq, final int limit, final long completions) {
        return completionQueue(cq).poll(limit, completions);
    }

    @Override
    public QueuePairGrant createQp(final long pd, final long sendCq, final long recvCq,
            final QueuePairCapacity capacity) {
        final DeviceAttributes limits = device.config().attributes();
        refuseOver("maxSendWr", capacity.maxSendWr(), limits.maxQpWr());
        refuseOver("maxRecvWr", capacity.maxRecvWr(), limits.maxQpWr());
        refuseOver("maxSendSge", capacity.maxSendSge(), limits.maxSge());
        refuseOver("maxRecvSge", capacity.maxRecvSge(), limits.maxSge());
        refuseOver("maxInlineData", capacity.maxInlineData(), limits.maxInlineData());
        final SoftQueuePair qp = new SoftQueuePair(this, pd, completionQueue(sendCq), completionQueue(recvCq),
                capacity);
        final long handle = device.queuePairs().add(qp);
        qp.attach(device.nextQueuePairOrdinal());
        return new QueuePairGrant(handle, qp.number(), capacity);
    }

    private static void refuseOver(final String name, final int value, final int most) {
        if (value > most) {
            throw new VerbsException(Errno.EINVAL, name + " " + value + " is over the device's limit of " + most);
        }
    }

    @Override
    public void modifyToInit(final long qp, final int port, final int access) {
        if (port != 1) {
            throw new VerbsException(Errno.EINVAL, "port " + port + " does not exist: the soft device has port 1 only");
        }
        queuePair(qp).toInit(access);
    }

    @Override
    public void modifyToRtr(final long qp, final RtrAttributes attributes) {
        refuseOver("maxDestRdAtomic", attributes.maxDestRdAtomic(), device.config().attributes().maxQpRdAtom());
        queuePair(qp).toReadyToReceive(attributes);
    }

    @Override
    public void modifyToRts(final long qp, final RtsAttributes attributes) {
        refuseOver("maxRdAtomic", attributes.maxRdAtomic(), device.config().attributes().maxQpInitRdAtom());
        queuePair(qp).toReadyToSend(attributes);
    }

    @Override
    public void modifyToError(final long qp) {
        queuePair(qp).toError();
    }

    @Override
    public void modifyToReset(final long qp) {
        queuePair(qp).toReset();
    }

    @Override
    public QpState queryQpState(final long qp) {
        return queuePair(qp).state();
    }

    @Override
    public void destroyQp(final long qp) {
        final SoftQueuePair queuePair = queuePair(qp);
        device.queuePairs().remove(queuePair);
        queuePair.destroy();
    }

    @Override
    public int postSend(final long qp, final long first, final long badWr) {
        return queuePair(qp).postSend(first, badWr);
    }

    @Override
    public int postReceive(final long qp, final long first, final long badWr) {
        return queuePair(qp).postReceive(first, badWr);
    }

    @Override
    public AsyncEvent pollAsyncEvent() {
        return events.poll();
    }

    @Override
    public void close() {
        events.clear();
    }

    private SoftQueuePair queuePair(final long handle) {
        final SoftQueuePair queuePair = device.queuePairs().get(handle);
        if (queuePair == null) {
            throw new IllegalStateException("the queue pair is closed");
        }
        return queuePair;
    }

    private SoftCompletionQueue completionQueue(final long handle) {
        final SoftCompletionQueue queue = device.completionQueues().get(handle);
        if (queue == null) {
            throw new IllegalStateException("the completion queue is closed");
        }
        return queue;
    }
}
