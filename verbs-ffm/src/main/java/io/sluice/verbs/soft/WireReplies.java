package io.sluice.verbs.soft;

import io.sluice.verbs.QpState;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WrOpcode;

/**
 * What the peer says of the own requests. Nothing is believed that cannot be true: then a method answers false, and the
 * connection ends. Called by the thread that waits for the socket; each call takes the requester's monitor.
 */
final class WireReplies {
    private static final int LONGEST_TIMER = 31;

    private final WireRequester requester;

    WireReplies(final WireRequester requester) {
        this.requester = requester;
    }

    /** All requests before a sequence are done. */
    boolean acknowledged(final int sequence) {
        synchronized (requester) {
            final int done = sequence - requester.headSequence();
            return done > 0 && endThrough(done);
        }
    }

    private boolean endThrough(final int done) {
        if (requester.held.isEmpty()) {
            return requester.queuePair.state() == QpState.ERR; // flushed meanwhile
        }
        if (done < 0 || done > requester.cursor().written() && !requester.cursor().isBroken()) {
            return false;
        }
        final int ends = Math.min(done, requester.cursor().written());
        for (int i = 0; i < ends; i++) {
            if (Request.opcode(requester.held.peek()) == WrOpcode.RDMA_READ
                    && !requester.reads().isAnswered(requester.headSequence())) {
                return false;
            }
            requester.endHead();
        }
        requester.progressMade();
        return true;
    }

    /** The request of a sequence is refused with a status; all before it are done. */
    boolean refused(final int sequence, final int status) {
        if (status != WcStatus.REM_ACCESS_ERR && status != WcStatus.REM_INV_REQ_ERR && status != WcStatus.REM_OP_ERR) {
            return false;
        }
        synchronized (requester) {
            if (!endThrough(sequence - requester.headSequence())) {
                return false;
            }
            if (!requester.held.isEmpty()) {
                requester.failHead(status);
            }
            return true;
        }
    }

    /** No receive was there for the request of a sequence; all before it are done. */
    boolean notReady(final int sequence, final int timer) {
        synchronized (requester) {
            if (timer > LONGEST_TIMER || !endThrough(sequence - requester.headSequence())) {
                return false;
            }
            if (requester.held.isEmpty() || requester.cursor().isBroken()) {
                return true; // flushed, or about to fail
            }
            final int opcode = Request.opcode(requester.held.peek());
            if (opcode == WrOpcode.RDMA_READ || opcode == WrOpcode.RDMA_WRITE) {
                return false;
            }
            requester.takeBack(timer);
            return true;
        }
    }

    /** Bytes of the answer to a READ follow. */
    boolean answerBegins(final int sequence, final int length) {
        synchronized (requester) {
            if (requester.held.isEmpty() || requester.cursor().isBroken()) { // the bytes go nowhere
                return requester.cursor().isBroken() || requester.queuePair.state() == QpState.ERR;
            }
            return requester.reads().begins(sequence, length, requester.headSequence(), requester.cursor().written(),
                    requester.held);
        }
    }

    /** Bytes of that answer are here, in memory of the device. */
    void answer(final long address, final int length) {
        synchronized (requester) {
            LocalChunk chunk = open(length);
            for (int done = 0; chunk != null; chunk = done < length ? open(length - done) : null) {
                try {
                    chunk.copyFrom(address + done);
                    done += (int) chunk.bytes();
                    came((int) chunk.bytes());
                } catch (final IllegalStateException e) { // the memory was closed under its registration
                    fails(WcStatus.LOC_PROT_ERR);
                } finally {
                    chunk.close();
                }
            }
        }
    }

    /** Bytes of that answer are in the socket. False: it has no place, and they must go elsewhere. */
    boolean answer(final Inflow inflow, final int most) {
        synchronized (requester) {
            final LocalChunk chunk = open(most);
            if (chunk == null) {
                return false;
            }
            try {
                inflow.into(chunk.region(), chunk.offset(), (int) chunk.bytes());
                came(inflow.count());
                return true;
            } catch (final IllegalStateException e) { // the memory was closed under its registration
                fails(WcStatus.LOC_PROT_ERR);
                return false;
            } finally {
                chunk.close();
            }
        }
    }

    /** The place of the next bytes, to be closed; null where the READ has failed or was flushed. */
    private LocalChunk open(final int most) {
        final WireReads reads = requester.reads();
        final int index = reads.sequence() - requester.headSequence();
        if (requester.cursor().isBroken() || index < 0 || index >= requester.held.size()) {
            return null;
        }
        final int status = reads.open(requester.held.get(index), most, requester.queuePair);
        if (status != WcStatus.SUCCESS) {
            fails(status);
            return null;
        }
        return reads.chunk();
    }

    private void came(final int length) {
        requester.reads().came(length);
        if (length > 0) {
            requester.progressMade();
        }
    }

    private void fails(final int status) {
        requester.bar(requester.reads().sequence() - requester.headSequence(), status);
    }
}
