package io.sluice.verbs.rdma;

import io.sluice.verbs.Access;
import io.sluice.verbs.Errno;
import io.sluice.verbs.Gid;
import io.sluice.verbs.QpState;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.RtrAttributes;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.VerbsException;
import io.sluice.verbs.layout.Mtu;
import io.sluice.verbs.layout.NativeMemory;
import io.sluice.verbs.layout.Qp;
import io.sluice.verbs.layout.QpAttr;
import io.sluice.verbs.layout.QpAttrMask;
import io.sluice.verbs.layout.QpInitAttr;
import io.sluice.verbs.spi.VerbsProvider.QueuePairGrant;
import java.lang.foreign.Arena;

/** Makes queue pairs and takes them from state to state. */
final class QueuePairCalls {
    /** As routers count: a path that is longer does not exist. */
    private static final int HOP_LIMIT = 64;
    /** Inline data beyond this is no faster than a fetch by the device. */
    private static final int MOST_INLINE = 512;
    private static final int LEAST_INLINE = 32;

    private final Libibverbs library;
    private final String device;

    QueuePairCalls(final Libibverbs library, final String device) {
        this.library = library;
        this.device = device;
    }

    QueuePairGrant create(final long pd, final long sendCq, final long recvCq, final QueuePairCapacity capacity) {
        try (Arena arena = Arena.ofConfined()) {
            final long init = zeroed(arena, QpInitAttr.SIZE);
            fill(init, sendCq, recvCq, capacity);
            final long qp = library.createQp.create(device + ": " + capacity, pd, init);
            return new QueuePairGrant(qp, (int) Qp.QP_NUM.get(qp), new QueuePairCapacity(
                    QpInitAttr.MAX_SEND_WR.count(init), QpInitAttr.MAX_RECV_WR.count(init),
                    QpInitAttr.MAX_SEND_SGE.count(init), QpInitAttr.MAX_RECV_SGE.count(init),
                    QpInitAttr.MAX_INLINE_DATA.count(init)));
        }
    }

    private static void fill(final long init, final long sendCq, final long recvCq, final QueuePairCapacity capacity) {
        QpInitAttr.SEND_CQ.set(init, sendCq);
        QpInitAttr.RECV_CQ.set(init, recvCq);
        QpInitAttr.MAX_SEND_WR.set(init, capacity.maxSendWr());
        QpInitAttr.MAX_RECV_WR.set(init, capacity.maxRecvWr());
        QpInitAttr.MAX_SEND_SGE.set(init, capacity.maxSendSge());
        QpInitAttr.MAX_RECV_SGE.set(init, capacity.maxRecvSge());
        QpInitAttr.MAX_INLINE_DATA.set(init, capacity.maxInlineData());
        QpInitAttr.QP_TYPE.set(init, QpInitAttr.QP_TYPE_RC);
    }

    /** No query tells how much inline data there may be: asks for less and less until a queue pair can be made. */
    int largestInline(final long pd, final long cq) {
        try (Arena arena = Arena.ofConfined()) {
            for (int inline = MOST_INLINE; inline >= LEAST_INLINE; inline /= 2) {
                final long init = zeroed(arena, QpInitAttr.SIZE);
                fill(init, cq, cq, new QueuePairCapacity(1, 1, 1, 1, inline));
                final long qp = library.createQp.call(pd, init).value();
                if (qp != 0) {
                    destroy(qp);
                    return inline;
                }
            }
        }
        return 0;
    }

    void toInit(final long qp, final int port, final int access) {
        try (Arena arena = Arena.ofConfined()) {
            final long attr = zeroed(arena, QpAttr.SIZE);
            QpAttr.QP_STATE.set(attr, QpState.INIT.code());
            QpAttr.PORT_NUM.set(attr, port);
            QpAttr.QP_ACCESS_FLAGS.set(attr, access & Access.ALL);
            modify(qp, attr, QpAttrMask.STATE | QpAttrMask.PKEY_INDEX | QpAttrMask.PORT | QpAttrMask.ACCESS_FLAGS,
                    "to INIT, port " + port + ", access " + access);
        }
    }

    void toReadyToReceive(final long qp, final RtrAttributes rtr) {
        try (Arena arena = Arena.ofConfined()) {
            final long attr = zeroed(arena, QpAttr.SIZE);
            QpAttr.QP_STATE.set(attr, QpState.RTR.code());
            QpAttr.PATH_MTU.set(attr, Mtu.code(rtr.pathMtu()));
            QpAttr.DEST_QP_NUM.set(attr, rtr.destQpNumber());
            QpAttr.RQ_PSN.set(attr, rtr.receivePsn());
            QpAttr.MAX_DEST_RD_ATOMIC.set(attr, rtr.maxDestRdAtomic());
            QpAttr.MIN_RNR_TIMER.set(attr, rtr.minRnrTimer());
            QpAttr.AH_PORT_NUM.set(attr, rtr.port());
            QpAttr.DLID.set(attr, rtr.destLid());
            if (!rtr.destGid().isZero()) {
                QpAttr.IS_GLOBAL.set(attr, 1);
                putGid(attr + QpAttr.DGID, rtr.destGid());
                QpAttr.SGID_INDEX.set(attr, rtr.sourceGidIndex());
                QpAttr.HOP_LIMIT.set(attr, HOP_LIMIT);
                QpAttr.TRAFFIC_CLASS.set(attr, rtr.trafficClass());
            }
            modify(qp, attr, QpAttrMask.STATE | QpAttrMask.AV | QpAttrMask.PATH_MTU | QpAttrMask.DEST_QPN
                    | QpAttrMask.RQ_PSN | QpAttrMask.MAX_DEST_RD_ATOMIC | QpAttrMask.MIN_RNR_TIMER, "to RTR, " + rtr);
        }
    }

    void toReadyToSend(final long qp, final RtsAttributes rts) {
        try (Arena arena = Arena.ofConfined()) {
            final long attr = zeroed(arena, QpAttr.SIZE);
            QpAttr.QP_STATE.set(attr, QpState.RTS.code());
            QpAttr.SQ_PSN.set(attr, rts.sendPsn());
            QpAttr.TIMEOUT.set(attr, rts.ackTimeout());
            QpAttr.RETRY_CNT.set(attr, rts.retryCount());
            QpAttr.RNR_RETRY.set(attr, rts.rnrRetry());
            QpAttr.MAX_RD_ATOMIC.set(attr, rts.maxRdAtomic());
            modify(qp, attr, QpAttrMask.STATE | QpAttrMask.SQ_PSN | QpAttrMask.TIMEOUT | QpAttrMask.RETRY_CNT
                    | QpAttrMask.RNR_RETRY | QpAttrMask.MAX_QP_RD_ATOMIC, "to RTS, " + rts);
        }
    }

    /** To ERR or RESET, which need nothing else. */
    void toState(final long qp, final QpState state) {
        try (Arena arena = Arena.ofConfined()) {
            final long attr = zeroed(arena, QpAttr.SIZE);
            QpAttr.QP_STATE.set(attr, state.code());
            modify(qp, attr, QpAttrMask.STATE, "to " + state);
        }
    }

    private void modify(final long qp, final long attr, final int mask, final String step) {
        library.modifyQp.run(device + ", queue pair " + Qp.QP_NUM.get(qp) + " " + step, qp, attr, mask);
    }

    QpState state(final long qp) {
        try (Arena arena = Arena.ofConfined()) {
            final long attr = zeroed(arena, QpAttr.SIZE);
            library.queryQp.run(device + ", queue pair " + Qp.QP_NUM.get(qp), qp, attr, QpAttrMask.STATE,
                    zeroed(arena, QpInitAttr.SIZE));
            final long code = QpAttr.QP_STATE.get(attr);
            for (final QpState state : QpState.values()) {
                if (state.code() == code) {
                    return state;
                }
            }
            throw new VerbsException(Errno.EINVAL, "queue pair " + Qp.QP_NUM.get(qp) + " of " + device
                    + " is in state " + code + ", which reliable connections do not have here");
        }
    }

    void destroy(final long qp) {
        library.destroyQp.run(device + ", queue pair " + Qp.QP_NUM.get(qp), qp);
    }

    static void putGid(final long address, final Gid gid) {
        NativeMemory.putLong(address, Long.reverseBytes(gid.high()));
        NativeMemory.putLong(address + Long.BYTES, Long.reverseBytes(gid.low()));
    }

    static Gid getGid(final long address) {
        return new Gid(Long.reverseBytes(NativeMemory.getLong(address)),
                Long.reverseBytes(NativeMemory.getLong(address + Long.BYTES)));
    }

    static long zeroed(final Arena arena, final long bytes) {
        return arena.allocate(bytes, Long.BYTES).address();
    }
}
