package io.sluice.verbs.soft;

import io.sluice.verbs.QpState;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WrOpcode;

/**
 * Executes one request: checks the local side, finds the peer, lets it check its side, and moves the data in chunks of
 * at most 1 MiB. All is checked before the first byte moves; each chunk checks again that both queue pairs are still in
 * service and both regions still registered. Under the requester's lock.
 */
final class Transfer {
    /** So long can an error or a deregistration be held up by a copy. */
    static final long CHUNK_BYTES = 1 << 20;

    private final SoftQueuePair queuePair;
    private int peerRnrTimer;

    Transfer(final SoftQueuePair queuePair) {
        this.queuePair = queuePair;
    }

    /** The code of the time to wait after {@link Requester#NOT_READY}. */
    int peerRnrTimer() {
        return peerRnrTimer;
    }

    /** @return a value of {@link WcStatus}, {@link Requester#NOT_READY} or {@link Requester#NO_ANSWER} */
    int execute(final long wr, final RtsAttributes own) {
        final int local = LocalCheck.of(wr, own, queuePair);
        if (local != WcStatus.SUCCESS) {
            return local;
        }
        final int opcode = Request.opcode(wr);
        final long length = Request.length(wr);
        final SoftQueuePair peer = queuePair.peer();
        if (peer == null || !peer.answers(queuePair)) {
            return Requester.NO_ANSWER;
        }
        final int outcome = switch (opcode) {
            case WrOpcode.RDMA_READ, WrOpcode.RDMA_WRITE -> rdma(wr, length, peer);
            case WrOpcode.RDMA_WRITE_WITH_IMM -> writeWithImmediate(wr, length, peer);
            default -> send(wr, length, peer);
        };
        if (outcome == Requester.NOT_READY) {
            peerRnrTimer = peer.responder().rnrTimer();
        } else if (isRemoteError(outcome)) {
            peer.failFromPeer(queuePair, outcome);
        }
        return outcome;
    }

    private static boolean isRemoteError(final int outcome) {
        return outcome == WcStatus.REM_ACCESS_ERR || outcome == WcStatus.REM_INV_REQ_ERR
                || outcome == WcStatus.REM_OP_ERR;
    }

    private int rdma(final long wr, final long length, final SoftQueuePair peer) {
        final boolean read = Request.opcode(wr) == WrOpcode.RDMA_READ;
        final int checked = peer.responder().check(queuePair, Request.remoteAddress(wr), length, Request.rkey(wr),
                read);
        if (checked != WcStatus.SUCCESS) {
            return checked;
        }
        long remote = Request.remoteAddress(wr);
        final int entries = Request.sgeCount(wr);
        for (int i = 0; i < entries; i++) {
            final long sge = Request.sge(wr, i);
            final long bytes = Request.sgeLength(sge);
            for (long done = 0; done < bytes; done += CHUNK_BYTES) {
                final long chunk = Math.min(CHUNK_BYTES, bytes - done);
                final int status = chunk(wr, sge, done, chunk, remote, peer, read, chunk == length);
                if (status != WcStatus.SUCCESS) {
                    return status;
                }
                remote += chunk;
            }
        }
        return WcStatus.SUCCESS;
    }

    private int chunk(final long wr, final long sge, final long done, final long bytes, final long remote,
            final SoftQueuePair peer, final boolean read, final boolean whole) {
        final LocalChunk local = queuePair.localChunk();
        final int opened = local.open(wr, sge, done, bytes, queuePair);
        if (opened != WcStatus.SUCCESS) {
            return opened;
        }
        try {
            return peer.responder().rdma(queuePair, local, remote, Request.rkey(wr), read, whole);
        } finally {
            local.close();
        }
    }

    private int writeWithImmediate(final long wr, final long length, final SoftQueuePair peer) {
        final Responder responder = peer.responder();
        if (!responder.hasReceive()) {
            return Requester.NOT_READY;
        }
        final int status = rdma(wr, length, peer);
        return status == WcStatus.SUCCESS
                ? responder.completeImmediate(queuePair, (int) length, Request.immediate(wr))
                : status;
    }

    /** The receive is claimed first, so that the copy runs outside the responder's lock, chunk by chunk. */
    private int send(final long wr, final long length, final SoftQueuePair peer) {
        final Responder responder = peer.responder();
        final int claim = responder.claim(queuePair, length);
        if (claim != WcStatus.SUCCESS) {
            return claim;
        }
        long placed = 0;
        int status = WcStatus.SUCCESS;
        final int entries = Request.sgeCount(wr);
        for (int i = 0; i < entries && status == WcStatus.SUCCESS; i++) {
            final long sge = Request.sge(wr, i);
            final long bytes = Request.sgeLength(sge);
            for (long done = 0; done < bytes && status == WcStatus.SUCCESS;) {
                final long chunk = Math.min(Math.min(CHUNK_BYTES, bytes - done), responder.roomAt(queuePair, placed));
                final LocalChunk local = queuePair.localChunk();
                status = local.open(wr, sge, done, chunk, queuePair);
                if (status == WcStatus.SUCCESS) {
                    try {
                        status = responder.place(queuePair, local, placed);
                    } finally {
                        local.close();
                    }
                }
                done += chunk;
                placed += chunk;
            }
        }
        return responder.completeClaim(queuePair, status, (int) length, Request.hasImmediate(wr),
                Request.immediate(wr));
    }

    /** Whether a queue pair is still in service; looked at before every chunk. */
    static boolean inService(final SoftQueuePair queuePair) {
        return queuePair.state() == QpState.RTS;
    }
}
