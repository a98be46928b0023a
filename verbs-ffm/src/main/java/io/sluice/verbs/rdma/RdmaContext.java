package io.sluice.verbs.rdma;

import io.sluice.verbs.Access;
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
import io.sluice.verbs.layout.Cq;
import io.sluice.verbs.layout.DeviceAttr;
import io.sluice.verbs.layout.GidEntryLayout;
import io.sluice.verbs.layout.IbvContext;
import io.sluice.verbs.layout.Mr;
import io.sluice.verbs.layout.Mtu;
import io.sluice.verbs.layout.PortAttr;
import io.sluice.verbs.spi.VerbsProvider;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/** One open context of an RDMA device. A handle is the address of the library's own struct. */
final class RdmaContext implements VerbsProvider {
    /** The context of a completion queue that nobody waits for. */
    private static final long NO_WAITER = 0;

    private final Libibverbs library;
    private final long context;
    private final String device;
    private final Sysfs sysfs;
    private final EventThread events;
    private final QueuePairCalls queuePairs;
    private final MemorySegment pollCq;
    private final MemorySegment requestNotify;
    private final MemorySegment postSend;
    private final MemorySegment postReceive;
    private final DeviceAttributes attributes;

    private RdmaContext(final Libibverbs library, final long context, final String device, final Sysfs sysfs,
            final EventThread events) {
        this.library = library;
        this.context = context;
        this.device = device;
        this.sysfs = sysfs;
        this.events = events;
        queuePairs = new QueuePairCalls(library, device);
        pollCq = MemorySegment.ofAddress(IbvContext.POLL_CQ.get(context));
        requestNotify = MemorySegment.ofAddress(IbvContext.REQ_NOTIFY_CQ.get(context));
        postSend = MemorySegment.ofAddress(IbvContext.POST_SEND.get(context));
        postReceive = MemorySegment.ofAddress(IbvContext.POST_RECV.get(context));
        attributes = readAttributes(largestInline());
    }

    /** @param context open; closed again if this throws */
    static RdmaContext open(final Libibverbs library, final long context, final String device, final Sysfs sysfs) {
        EventThread events = null;
        try {
            events = EventThread.start(library, context, device);
            return new RdmaContext(library, context, device, sysfs, events);
        } catch (final RuntimeException e) {
            if (events != null) {
                events.close();
            }
            library.closeDevice.call(context);
            throw e;
        }
    }

    @Override
    public DeviceAttributes queryDevice() {
        return attributes;
    }

    private DeviceAttributes readAttributes(final int inline) {
        try (Arena arena = Arena.ofConfined()) {
            final long attr = QueuePairCalls.zeroed(arena, DeviceAttr.SIZE);
            library.queryDevice.run(device, context, attr);
            return new DeviceAttributes(DeviceAttr.MAX_MR_SIZE.get(attr), DeviceAttr.MAX_QP.count(attr),
                    DeviceAttr.MAX_QP_WR.count(attr), DeviceAttr.MAX_SGE.count(attr), DeviceAttr.MAX_CQ.count(attr),
                    DeviceAttr.MAX_CQE.count(attr), DeviceAttr.MAX_MR.count(attr),
                    DeviceAttr.MAX_QP_RD_ATOM.count(attr), DeviceAttr.MAX_QP_INIT_RD_ATOM.count(attr), inline,
                    DeviceAttr.PHYS_PORT_CNT.count(attr));
        }
    }

    private int largestInline() {
        final long pd = allocatePd();
        try {
            final long cq = createCq(1, null).handle();
            try {
                return queuePairs.largestInline(pd, cq);
            } finally {
                destroyCq(cq);
            }
        } finally {
            deallocatePd(pd);
        }
    }

    @Override
    public PortAttributes queryPort(final int port) {
        try (Arena arena = Arena.ofConfined()) {
            final long attr = QueuePairCalls.zeroed(arena, PortAttr.SIZE);
            library.queryPort.run(device + ", port " + port, context, (byte) port, attr);
            final int state = PortAttr.STATE.count(attr);
            return new PortAttributes(
                    state < PortState.values().length ? PortState.values()[state] : PortState.NOP,
                    Mtu.bytes(PortAttr.MAX_MTU.count(attr)), Mtu.bytes(PortAttr.ACTIVE_MTU.count(attr)),
                    PortAttr.GID_TBL_LEN.count(attr), PortAttr.MAX_MSG_SZ.get(attr), PortAttr.LID.count(attr),
                    PortAttr.LINK_LAYER.get(attr) == PortAttr.LINK_LAYER_ETHERNET
                            ? LinkLayer.ETHERNET
                            : LinkLayer.INFINIBAND);
        }
    }

    @Override
    public GidEntry queryGid(final int port, final int index) {
        final String asked = device + ", port " + port + ", index " + index;
        try (Arena arena = Arena.ofConfined()) {
            final long entry = QueuePairCalls.zeroed(arena, GidEntryLayout.SIZE);
            if (!library.queryGidEx.isThere()) {
                library.queryGid.run(asked, context, (byte) port, index, entry + GidEntryLayout.GID);
                return new GidEntry(index, QueuePairCalls.getGid(entry + GidEntryLayout.GID), gidType(port, index));
            }
            final int errno = library.queryGidEx
                    .call(context, port, index, entry, 0, (long) GidEntryLayout.SIZE).code();
            if (errno == Errno.ENODATA) {
                return new GidEntry(index, Gid.ZERO, GidType.INFINIBAND);
            }
            if (errno != 0) {
                throw library.queryGidEx.failure(asked, errno, "");
            }
            return new GidEntry(index, QueuePairCalls.getGid(entry + GidEntryLayout.GID),
                    gidType(GidEntryLayout.GID_TYPE.count(entry)));
        }
    }

    /** A type newer than this code is nothing that it may choose. */
    private static GidType gidType(final int code) {
        return code < GidType.values().length ? GidType.values()[code] : GidType.INFINIBAND;
    }

    /** A kernel that does not say knows of no RoCE v2. */
    private GidType gidType(final int port, final int index) {
        if ("RoCE v2".equals(sysfs.gidType(port, index))) {
            return GidType.ROCE_V2;
        }
        return queryPort(port).linkLayer() == LinkLayer.ETHERNET ? GidType.ROCE_V1 : GidType.INFINIBAND;
    }

    @Override
    public long allocatePd() {
        return library.allocPd.create(device, context);
    }

    @Override
    public void deallocatePd(final long pd) {
        library.deallocPd.run(device, pd);
    }

    @Override
    public Registration registerMemory(final long pd, final MemorySegment memory, final int access) {
        final long address = memory.address();
        final long length = memory.byteSize();
        final boolean relaxed = (access & Access.RELAXED_ORDERING) != 0 && library.regMrIova2.isThere();
        final NativeFunction function = relaxed ? library.regMrIova2 : library.regMr;
        final NativeFunction.Answer answer = relaxed
                ? function.call(pd, address, length, address, access)
                : function.call(pd, address, length, access & Access.ALL);
        Reference.reachabilityFence(memory);
        return registration(function, answer, length + " bytes at 0x" + Long.toHexString(address), access);
    }

    @Override
    public Registration registerDmabuf(final long pd, final int fd, final long offset, final long length,
            final long iova, final int access) {
        return registration(library.regDmabufMr,
                library.regDmabufMr.call(pd, offset, length, iova, fd, access & Access.ALL),
                length + " bytes at offset " + offset + " of dma-buf " + fd, access);
    }

    private Registration registration(final NativeFunction function, final NativeFunction.Answer answer,
            final String range, final int access) {
        final long region = answer.value();
        if (region == 0) {
            throw function.failure(device + ": " + range + ", access 0x" + Integer.toHexString(access),
                    answer.errno(), answer.errno() == Errno.ENOMEM ? MemoryLock.hint() : "");
        }
        return new Registration(region, (int) Mr.LKEY.get(region), (int) Mr.RKEY.get(region));
    }

    @Override
    public void deregisterMemory(final long region) {
        library.deregMr.run(device, region);
    }

    @Override
    public CompletionQueueGrant createCq(final int depth, final Runnable onCompletion) {
        final long waiter = onCompletion == null ? NO_WAITER : events.addWaiter(onCompletion);
        try {
            final long cq = library.createCq.create(device + ": " + depth + " entries", context, depth, waiter,
                    waiter == NO_WAITER ? 0L : events.channel(), 0);
            return new CompletionQueueGrant(cq, Cq.CQE.count(cq));
        } catch (final RuntimeException e) {
            events.removeWaiter(waiter);
            throw e;
        }
    }

    @Override
    public boolean requestNotify(final long cq) {
        return HotCalls.requestNotify(requestNotify, cq) == 0;
    }

    @Override
    public void destroyCq(final long cq) {
        final long waiter = Cq.CQ_CONTEXT.get(cq);
        library.destroyCq.run(device, cq);
        events.removeWaiter(waiter);
    }

    @Override
    public int pollCq(final long cq, final int limit, final long completions) {
        return HotCalls.poll(pollCq, cq, limit, completions);
    }

    @Override
    public QueuePairGrant createQp(final long pd, final long sendCq, final long recvCq,
            final QueuePairCapacity capacity) {
        return queuePairs.create(pd, sendCq, recvCq, capacity);
    }

    @Override
    public void modifyToInit(final long qp, final int port, final int access) {
        queuePairs.toInit(qp, port, access);
    }

    @Override
    public void modifyToRtr(final long qp, final RtrAttributes rtr) {
        queuePairs.toReadyToReceive(qp, rtr);
    }

    @Override
    public void modifyToRts(final long qp, final RtsAttributes rts) {
        queuePairs.toReadyToSend(qp, rts);
    }

    @Override
    public void modifyToError(final long qp) {
        queuePairs.toState(qp, QpState.ERR);
    }

    @Override
    public void modifyToReset(final long qp) {
        queuePairs.toState(qp, QpState.RESET);
    }

    @Override
    public QpState queryQpState(final long qp) {
        return queuePairs.state(qp);
    }

    @Override
    public void destroyQp(final long qp) {
        queuePairs.destroy(qp);
    }

    @Override
    public int postSend(final long qp, final long first, final long badWr) {
        return HotCalls.post(postSend, qp, first, badWr);
    }

    @Override
    public int postReceive(final long qp, final long first, final long badWr) {
        return HotCalls.post(postReceive, qp, first, badWr);
    }

    @Override
    public AsyncEvent pollAsyncEvent() {
        return events.poll();
    }

    @Override
    public void close() {
        events.close();
        library.closeDevice.run(device, context);
    }
}
