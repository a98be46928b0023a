package io.sluice.properties.device;

import io.sluice.verbs.Access;
import io.sluice.verbs.QpState;
import io.sluice.verbs.WcOpcode;
import io.sluice.verbs.WcStatus;
import java.util.List;

/** What one send work request does, by the rules of verbs. */
final class ModelExecution {
    /** Not now: try again at the next poll. */
    static final int LATER = -1;
    /** The rnr_retry that never gives up. */
    private static final int FOREVER = 7;

    private ModelExecution() {}

    static int opcode(final ModelSend send) {
        return switch (send.asked.op()) {
            case WRITE, WRITE_WITH_IMM -> WcOpcode.RDMA_WRITE;
            case READ -> WcOpcode.RDMA_READ;
            default -> WcOpcode.SEND;
        };
    }

    /** @return a status, or LATER */
    static int attempt(final ModelMachine machine, final ModelQueuePair qp, final ModelSend send) {
        if (machine.now() < send.notBeforeNs) {
            return LATER;
        }
        if (send.killed) {
            machine.raise("QP_FATAL " + qp.name());
            return WcStatus.WR_FLUSH_ERR;
        }
        if (send.failed) {
            return Setup.Fault.STATUS;
        }
        if (machine.setup().nullMode()) {
            return WcStatus.SUCCESS;
        }
        final int local = checkLocal(machine, qp, send);
        if (local != WcStatus.SUCCESS) {
            return local;
        }
        final ModelQueuePair peer = qp.peer;
        if (peer == null || peer.peer != qp || peer.receivePsn != qp.sendPsn
                || peer.state() != QpState.RTR && peer.state() != QpState.RTS) {
            return nobody(machine, qp, send);
        }
        final int status = atPeer(qp, send, peer);
        if (status == ModelReceives.NONE) {
            return notReady(machine, qp, send, peer);
        }
        if (status == WcStatus.REM_ACCESS_ERR) {
            peer.failFromPeer("QP_ACCESS_ERR");
        } else if (status != WcStatus.SUCCESS) {
            peer.failFromPeer("QP_REQ_ERR");
        }
        return status;
    }

    private static int checkLocal(final ModelMachine machine, final ModelQueuePair qp, final ModelSend send) {
        if (send.length() > machine.setup().map().length(machine.setup().maxMessage())) {
            return WcStatus.LOC_LEN_ERR;
        }
        final boolean read = send.asked.op() == Send.Op.READ;
        if (read && qp.readsAsked == 0) {
            return WcStatus.LOC_QP_OP_ERR;
        }
        for (final ModelRange entry : send.entries) {
            if (!send.asked.inline() && entry.bytes() > 0
                    && !ModelRegion.permits(entry, entry.bytes(), qp.pd(), read ? Access.LOCAL_WRITE : 0)) {
                return WcStatus.LOC_PROT_ERR;
            }
        }
        return WcStatus.SUCCESS;
    }

    private static int nobody(final ModelMachine machine, final ModelQueuePair qp, final ModelSend send) {
        if (send.aloneSinceNs == null) {
            send.aloneSinceNs = machine.now();
        }
        return machine.now() - send.aloneSinceNs >= qp.retryTimeNs ? WcStatus.RETRY_EXC_ERR : LATER;
    }

    private static int notReady(final ModelMachine machine, final ModelQueuePair qp, final ModelSend send,
            final ModelQueuePair peer) {
        send.aloneSinceNs = null;
        if (qp.rnrRetry != FOREVER) {
            if (send.rnrTriesLeft == 0) {
                return WcStatus.RNR_RETRY_EXC_ERR;
            }
            send.rnrTriesLeft--;
        }
        send.notBeforeNs = machine.now() + peer.rnrTimerNs;
        return LATER;
    }

    private static int atPeer(final ModelQueuePair qp, final ModelSend send, final ModelQueuePair peer) {
        final ModelMemory memory = qp.memory();
        final String immediate = send.asked.hasImmediate() ? " imm " + send.asked.immediate() : "";
        switch (send.asked.op()) {
            case READ -> {
                final int refusal = peer.readsAnswered == 0
                        ? WcStatus.REM_INV_REQ_ERR
                        : refusal(send, peer, Access.REMOTE_READ);
                if (refusal != WcStatus.SUCCESS) {
                    return refusal;
                }
                if (send.length() > 0) { // an empty one may point anywhere
                    memory.scatter(memory.gather(List.of(target(send))), send.entries);
                }
                return WcStatus.SUCCESS;
            }
            case WRITE, WRITE_WITH_IMM -> {
                if (send.asked.hasImmediate() && peer.receives().isEmpty()) {
                    return ModelReceives.NONE;
                }
                final int refusal = refusal(send, peer, Access.REMOTE_WRITE);
                if (refusal != WcStatus.SUCCESS) {
                    return refusal;
                }
                if (send.length() > 0) {
                    memory.scatter(data(memory, send), List.of(target(send)));
                }
                if (send.asked.hasImmediate()) {
                    peer.receives().succeed(WcOpcode.RECV_RDMA_WITH_IMM, send.length(), immediate);
                }
                return WcStatus.SUCCESS;
            }
            default -> {
                return peer.receives().accept(data(memory, send), immediate);
            }
        }
    }

    /** What a queue pair does not do at all is invalid, at any length; the key of an empty range is not looked at. */
    private static int refusal(final ModelSend send, final ModelQueuePair peer, final int wanted) {
        if ((peer.access & wanted) == 0) {
            return WcStatus.REM_INV_REQ_ERR;
        }
        return send.length() == 0 || ModelRegion.permits(send.target, send.length(), peer.pd(), wanted)
                ? WcStatus.SUCCESS
                : WcStatus.REM_ACCESS_ERR;
    }

    private static ModelRange target(final ModelSend send) {
        return new ModelRange(send.target.region(), send.target.at(), send.length());
    }

    private static byte[] data(final ModelMemory memory, final ModelSend send) {
        return send.inlineData == null ? memory.gather(nonEmpty(send.entries)) : send.inlineData;
    }

    /** Empty entries may point anywhere. */
    private static List<ModelRange> nonEmpty(final List<ModelRange> ranges) {
        return ranges.stream().filter(range -> range.bytes() > 0).toList();
    }
}
