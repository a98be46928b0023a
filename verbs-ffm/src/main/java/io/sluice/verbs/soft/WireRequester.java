package io.sluice.verbs.soft;

import io.sluice.verbs.QpState;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.RnrTimer;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WrOpcode;
import io.sluice.verbs.soft.wire.Frame;
import io.sluice.verbs.soft.wire.IoClient;

/**
 * Carries requests out over a socket. They are sent as soon as the socket takes them, by whoever finds that it does: the
 * posting thread, or the one that waits for sockets. They complete in order, as the peer acknowledges them.
 *
 * <pre>
 *   held:  0               written            encoded            begun                 size
 *          | to the socket | in the burst     | faults are asked | not looked at yet   |
 * </pre>
 *
 * A request that fails on this side is not sent, and nothing behind it: it ends when all before it have ended.
 */
final class WireRequester extends Requester {
    private static final int READY = 0;
    private static final int WAITS = 1;
    private static final int BARRED = 2;

    private final SocketPath path;
    private final WireOutput output;
    private final WireReads reads = new WireReads();

    /** Sequence of the oldest request that has not ended. */
    private int headSequence;
    /** Requests that the fault plan has been asked about: those encoded, or one more. */
    private int begun;
    /** Requests that were put into bursts as a whole. */
    private int encoded;
    /** Bytes of the next one that were. */
    private long encodedBytes;
    /** Requests whose last byte the socket has taken. */
    private int written;
    /** What the request after those encoded ends with when its turn comes, where it cannot be sent. */
    private int barrier;
    /** Nothing can be sent any more: a request failed on this side when it had been sent in part. */
    private boolean broken;
    /** Counts how often requests were taken back: a frame of before does not count as written. */
    private int epoch;

    private int rnrLeft;
    private boolean rnrWaiting;
    private long rnrNotBeforeNs;
    private long lastProgressNs;

    private boolean peerOpened;
    private int peerReceivePsn;
    private boolean started;

    WireRequester(final SoftQueuePair queuePair, final SoftCompletionQueue completions,
            final QueuePairCapacity capacity, final SocketPath path) {
        super(queuePair, completions, capacity);
        this.path = path;
        output = new WireOutput(path, this);
    }

    WireOutput output() {
        return output;
    }

    @Override
    synchronized void ready(final RtsAttributes attributes) {
        super.ready(attributes);
        headSequence = attributes.sendPsn();
        reads.start(headSequence);
        rnrLeft = attributes.rnrRetry();
    }

    /** The peer's opening is in order. */
    synchronized void peerOpened(final int receivePsn, final int readsAtOnce) {
        peerOpened = true;
        peerReceivePsn = receivePsn;
        reads.limit(Math.max(1, readsAtOnce)); // one that answers none refuses the request, which is for it to say
    }

    @Override
    void take(final long wr) {
        if (held.isEmpty()) {
            progressMade();
            if (retries.retryTimeNs() != Long.MAX_VALUE) {
                path.timerIn(retries.retryTimeNs());
            }
        }
        held.add(wr);
    }

    void progressMade() {
        lastProgressNs = clock.nanoTime();
    }

    @Override
    void chainTaken() {
        if (queuePair.state() == QpState.RTS) {
            output.pump(Integer.MAX_VALUE);
        }
    }

    @Override
    void progress() {
        // the thread that waits for sockets sees to it
    }

    // Towards the peer. Under the monitor, called by the output.

    /** Ends what has come to the head and cannot be sent. */
    void settle() {
        if (held.isEmpty()) {
            return;
        }
        if (path.isDead()) {
            failHead(WcStatus.RETRY_EXC_ERR);
            return;
        }
        while (retries != null && encoded < held.size() && encoded == 0 && prepare() == BARRED) {
            final int fault = broken ? WcStatus.SUCCESS : faultOutcome();
            final int status = fault != WcStatus.SUCCESS ? fault : barrier;
            if (status != WcStatus.SUCCESS) {
                failHead(status);
                return;
            }
            endHead(); // null mode
        }
    }

    /** Looks at the request after those encoded. */
    private int prepare() {
        if (broken) {
            return BARRED;
        }
        if (encoded == begun) {
            askFaults();
            begun++;
            if (waiting) {
                path.timerIn(notBeforeNs - clock.nanoTime());
            }
        }
        if (encoded == begun - 1) { // else it was sent before, and must only be sent again
            if (mustWait()) {
                return WAITS;
            }
            if (faultKills || faultStatus != WcStatus.SUCCESS) {
                return BARRED;
            }
        }
        if (nullMode) {
            return BARRED;
        }
        if (encodedBytes == 0) {
            barrier = LocalCheck.of(held.get(encoded), retries, queuePair);
        }
        return barrier == WcStatus.SUCCESS ? READY : BARRED;
    }

    /** Adds the START that goes before the first request. False: not yet. */
    private boolean start(final Burst burst) {
        if (!started && peerOpened && retries != null && queuePair.state() == QpState.RTS) {
            if (peerReceivePsn != retries.sendPsn()) {
                path.die("the peer awaits sequence " + peerReceivePsn + ", this side begins with "
                        + retries.sendPsn(), true);
                return false;
            }
            started = burst.add(Frame.START, 0, retries.sendPsn(), 0) == Burst.ADDED;
        }
        return started;
    }

    /** Adds requests, or pieces of one, as far as there is room. */
    void fill(final Burst burst) {
        if (start(burst)) {
            while (encoded < held.size() && !mustWaitForReceiver() && prepare() == READY && addNext(burst)) {
            }
        }
    }

    private boolean addNext(final Burst burst) {
        final long wr = held.get(encoded);
        final boolean read = Request.opcode(wr) == WrOpcode.RDMA_READ;
        if (Request.isFenced(wr) && reads.inFlight() > 0 || read && reads.atLimit(retries)) {
            return false;
        }
        final long total = Request.length(wr);
        final int length = read ? 0 : Frame.lengthOf(total - encodedBytes);
        final boolean last = read || encodedBytes + length == total;
        final int status = encodedBytes == 0
                ? addFirst(burst, wr, (int) total, length, last)
                : burst.add(Frame.MORE, 0, headSequence + encoded, 0, 0, 0, 0, length, wr, encodedBytes, tag(last));
        if (status == Burst.FULL) {
            return false;
        }
        if (status != Burst.ADDED) {
            barrier = status; // looked at again where nothing of the message was sent
            return false;
        }
        encodedBytes += length;
        if (last) {
            encodedBytes = 0;
            encoded++;
            if (read) {
                reads.sent();
            }
        }
        return true;
    }

    private int addFirst(final Burst burst, final long wr, final int total, final int length, final boolean last) {
        final int type = switch (Request.opcode(wr)) {
            case WrOpcode.RDMA_WRITE -> Frame.WRITE;
            case WrOpcode.RDMA_WRITE_WITH_IMM -> Frame.WRITE_IMM;
            case WrOpcode.SEND -> Frame.SEND;
            case WrOpcode.SEND_WITH_IMM -> Frame.SEND_IMM;
            default -> Frame.READ;
        };
        final boolean placed = type != Frame.SEND && type != Frame.SEND_IMM;
        return burst.add(type, 0, headSequence + encoded, placed ? Request.rkey(wr) : 0,
                placed ? Request.remoteAddress(wr) : 0, total,
                Request.hasImmediate(wr) ? Request.immediate(wr) : 0, length, wr, 0, tag(last));
    }

    private int tag(final boolean last) {
        return epoch << 1 | (last ? 1 : 0);
    }

    /** The socket has taken a frame of a request, all of it. */
    void frameWritten(final int tag) {
        progressMade();
        if (tag == tag(true)) {
            written++;
        }
    }

    /** The oldest request that is not written has lost its memory, in the middle of its payload. */
    void breakOff(final int status) {
        bar(written, status);
    }

    private void bar(final int index, final int status) {
        broken = true;
        barrier = status;
        encoded = index;
        written = Math.min(written, index);
    }

    // From the peer. False: that is not what it may say.

    /** All requests before a sequence are done. */
    synchronized boolean acknowledged(final int sequence) {
        final int done = sequence - headSequence;
        return done > 0 && endThrough(done);
    }

    private boolean endThrough(final int done) {
        if (held.isEmpty()) {
            return queuePair.state() == QpState.ERR; // flushed meanwhile
        }
        if (done < 0 || done > written && !broken) {
            return false;
        }
        final int ends = Math.min(done, written);
        for (int i = 0; i < ends; i++) {
            if (Request.opcode(held.peek()) == WrOpcode.RDMA_READ && !reads.isAnswered(headSequence)) {
                return false;
            }
            endHead();
        }
        progressMade();
        return true;
    }

    private void endHead() {
        final long wr = held.peek();
        if (Request.opcode(wr) == WrOpcode.RDMA_READ && encoded > 0) {
            reads.ended();
        }
        complete(wr, WcStatus.SUCCESS);
        removeHeld();
        headSequence++;
        begun--;
        encoded = Math.max(0, encoded - 1);
        written = Math.max(0, written - 1);
        rnrLeft = retries.rnrRetry();
    }

    /** The request of a sequence is refused with a status; all before it are done. */
    synchronized boolean refused(final int sequence, final int status) {
        if (status != WcStatus.REM_ACCESS_ERR && status != WcStatus.REM_INV_REQ_ERR && status != WcStatus.REM_OP_ERR
                || !endThrough(sequence - headSequence)) {
            return false;
        }
        if (!held.isEmpty()) {
            failHead(status);
        }
        return true;
    }

    /** No receive was there for the request of a sequence; all before it are done. */
    synchronized boolean notReady(final int sequence, final int timer) {
        if (timer > 31 || !endThrough(sequence - headSequence)) {
            return false;
        }
        if (held.isEmpty() || broken) {
            return true;
        }
        final int opcode = Request.opcode(held.peek());
        if (opcode == WrOpcode.RDMA_READ || opcode == WrOpcode.RDMA_WRITE) {
            return false;
        }
        if (retries.rnrRetry() != RtsAttributes.RNR_RETRY_FOREVER && rnrLeft-- == 0) {
            failHead(WcStatus.RNR_RETRY_EXC_ERR);
            return true;
        }
        epoch++;
        encoded = 0;
        encodedBytes = 0;
        written = 0;
        reads.takeBack();
        rnrWaiting = true;
        rnrNotBeforeNs = clock.nanoTime() + RnrTimer.nanos(timer);
        path.timerIn(RnrTimer.nanos(timer));
        return true;
    }

    private boolean mustWaitForReceiver() {
        if (rnrWaiting && clock.nanoTime() - rnrNotBeforeNs >= 0) {
            rnrWaiting = false;
            progressMade();
        }
        return rnrWaiting;
    }

    /** Bytes of the answer to a READ follow. */
    synchronized boolean answerBegins(final int sequence, final int length) {
        if (held.isEmpty() || broken) { // flushed, or failed on this side: the bytes go nowhere
            return broken || queuePair.state() == QpState.ERR;
        }
        return reads.begins(sequence, length, headSequence, written, held);
    }

    /** Bytes of that answer are here: in memory of the device. */
    synchronized void answer(final long address, final int length) {
        for (int done = 0; done < length;) {
            final LocalChunk chunk = openAnswer(length - done);
            if (chunk == null) {
                return;
            }
            try {
                chunk.copyFrom(address + done);
                done += (int) chunk.bytes();
                answerCame((int) chunk.bytes());
            } catch (final IllegalStateException e) { // the memory was closed under its registration
                answerFails(WcStatus.LOC_PROT_ERR);
                return;
            } finally {
                chunk.close();
            }
        }
    }

    /** Bytes of that answer are in the socket. False: it has no place, and must go elsewhere. */
    synchronized boolean answer(final Inflow inflow, final int most) {
        final LocalChunk chunk = openAnswer(most);
        if (chunk == null) {
            return false;
        }
        try {
            inflow.into(chunk.region(), chunk.offset(), (int) chunk.bytes());
            answerCame(inflow.count());
            return true;
        } catch (final IllegalStateException e) { // the memory was closed under its registration
            answerFails(WcStatus.LOC_PROT_ERR);
            return false;
        } finally {
            chunk.close();
        }
    }

    private LocalChunk openAnswer(final int most) {
        final int index = reads.sequence() - headSequence;
        if (broken || index < 0 || index >= held.size()) {
            return null; // it failed, or was flushed
        }
        final int status = reads.open(held.get(index), most, queuePair);
        if (status != WcStatus.SUCCESS) {
            answerFails(status);
            return null;
        }
        return reads.chunk();
    }

    private void answerCame(final int length) {
        reads.came(length);
        if (length > 0) {
            progressMade();
        }
    }

    private void answerFails(final int status) {
        bar(reads.sequence() - headSequence, status);
    }

    // Ends.

    private void failHead(final int status) {
        complete(held.peek(), status);
        removeHeld();
        failBehind();
        path.shut();
    }

    @Override
    synchronized void flushHeld() {
        super.flushHeld();
        ended();
    }

    @Override
    synchronized void drop() {
        super.drop();
        ended();
    }

    private void ended() {
        begun = 0;
        encoded = 0;
        encodedBytes = 0;
        written = 0;
        output.abandon();
    }

    /** The path is dead. */
    synchronized void pathDied() {
        if (queuePair.path() == path && queuePair.state() == QpState.RTS) {
            settle();
        }
    }

    /** A look at the time. Returns ns until the next one, or {@link IoClient#NEVER}. */
    synchronized long tick() {
        if (queuePair.state() == QpState.ERR) {
            flushHeld(); // a completion queue was lost
            return IoClient.NEVER;
        }
        if (held.isEmpty()) {
            return IoClient.NEVER;
        }
        if (rnrWaiting || waiting) {
            output.pump(1);
        }
        if (held.isEmpty()) {
            return IoClient.NEVER;
        }
        final long now = clock.nanoTime();
        if (rnrWaiting) {
            return Math.max(1, rnrNotBeforeNs - now);
        }
        if (waiting && encoded == 0) {
            return Math.max(1, notBeforeNs - now);
        }
        final long left = retries.retryTimeNs() - (now - lastProgressNs);
        if (left <= 0) {
            failHead(WcStatus.RETRY_EXC_ERR);
            return IoClient.NEVER;
        }
        return waiting ? Math.min(left, Math.max(1, notBeforeNs - now)) : left;
    }
}
