package io.sluice.verbs.soft;

import io.sluice.verbs.QpState;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WrOpcode;
import io.sluice.verbs.soft.wire.Frame;
import io.sluice.verbs.soft.wire.IoClient;

/**
 * Carries requests out over a socket. They are sent as soon as the socket takes them, by whoever finds that it does: the
 * posting thread, or the one that waits for sockets. They complete in order, as the peer acknowledges them. A request
 * that fails on this side is not sent, and nothing behind it: it ends when all before it have ended.
 */
final class WireRequester extends Requester {
    private static final int READY = 0;
    private static final int WAITS = 1;
    private static final int BARRED = 2;

    private final SocketPath path;
    private final WireOutput output;
    private final WireReads reads = new WireReads();
    private final WireReplies replies = new WireReplies(this);

    /** Sequence of the oldest request that has not ended. */
    private int headSequence;
    private final SendCursor cursor = new SendCursor();
    /** What the request after those encoded ends with when its turn comes, where it cannot be sent. */
    private int barrier;
    private final ReceiverWait receiver;
    private long lastProgressNs;

    private boolean peerOpened;
    private int peerReceivePsn;
    private boolean started;

    WireRequester(final SoftQueuePair queuePair, final SoftCompletionQueue completions,
            final QueuePairCapacity capacity, final SocketPath path) {
        super(queuePair, completions, capacity);
        this.path = path;
        receiver = new ReceiverWait(clock);
        output = new WireOutput(path, this);
    }

    WireOutput output() {
        return output;
    }

    WireReplies replies() {
        return replies;
    }

    @Override
    synchronized void ready(final RtsAttributes attributes) {
        super.ready(attributes);
        headSequence = attributes.sendPsn();
        reads.start(headSequence);
        receiver.start(attributes.rnrRetry());
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
        while (retries != null && !held.isEmpty() && cursor.encoded() == 0 && prepare() == BARRED) {
            final int fault = cursor.isBroken() ? WcStatus.SUCCESS : faultOutcome();
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
        if (cursor.isBroken()) {
            return BARRED;
        }
        if (cursor.encoded() == cursor.begun()) {
            askFaults();
            cursor.begin();
            if (waiting) {
                path.timerIn(notBeforeNs - clock.nanoTime());
            }
        }
        if (cursor.encoded() == cursor.begun() - 1) { // else it was sent before, and must only be sent again
            final boolean waited = waiting;
            if (mustWait()) {
                return WAITS;
            }
            if (waited) {
                progressMade(); // the peer's time begins now
            }
            if (faultKills || faultStatus != WcStatus.SUCCESS) {
                return BARRED;
            }
        }
        if (nullMode) {
            return BARRED;
        }
        if (cursor.encodedBytes() == 0) {
            barrier = LocalCheck.of(held.get(cursor.encoded()), retries, queuePair);
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
            while (cursor.encoded() < held.size() && !mustWaitForReceiver() && prepare() == READY && addNext(burst)) {
            }
        }
    }

    private boolean addNext(final Burst burst) {
        final long wr = held.get(cursor.encoded());
        final int sequence = headSequence + cursor.encoded();
        final long done = cursor.encodedBytes();
        final boolean read = Request.opcode(wr) == WrOpcode.RDMA_READ;
        if (Request.isFenced(wr) && reads.inFlight() > 0 || read && reads.atLimit(retries)) {
            return false;
        }
        final long total = Request.length(wr);
        final int length = read ? 0 : Frame.lengthOf(total - done);
        final boolean last = read || done + length == total;
        final int status = RequestFrames.add(burst, wr, sequence, total, done, length, cursor.tag(last));
        if (status == Burst.FULL) {
            return false;
        }
        if (status != Burst.ADDED) {
            barrier = status; // looked at again where nothing of the message was sent
            return false;
        }
        cursor.encode(length, last);
        if (read) {
            reads.sent();
        }
        return true;
    }

    /** The socket has taken a frame of a request, all of it. */
    void frameWritten(final int tag) {
        progressMade();
        cursor.frameWritten(tag);
    }

    /** The oldest request that is not written has lost its memory, in the middle of its payload. */
    void breakOff(final int status) {
        bar(cursor.written(), status);
    }

    /** A request that was sent, at least in part, fails on this side when its turn comes. */
    void bar(final int index, final int status) {
        cursor.breakOffAt(index);
        barrier = status;
    }

    // By what the peer says. Under the monitor, called by the replies.

    int headSequence() {
        return headSequence;
    }

    SendCursor cursor() {
        return cursor;
    }

    WireReads reads() {
        return reads;
    }

    /** The oldest request has succeeded. */
    void endHead() {
        final long wr = held.peek();
        if (Request.opcode(wr) == WrOpcode.RDMA_READ && cursor.encoded() > 0) {
            reads.ended();
        }
        complete(wr, WcStatus.SUCCESS);
        removeHeld();
        headSequence++;
        cursor.headEnded();
        receiver.start(retries.rnrRetry());
    }

    /** No receive was there for the oldest request: it is sent again after a time, and all behind it. */
    void takeBack(final int timer) {
        if (!receiver.begin(retries.rnrRetry(), timer)) {
            failHead(WcStatus.RNR_RETRY_EXC_ERR);
            return;
        }
        cursor.takeBack();
        reads.takeBack();
        path.timerIn(receiver.leftNs());
    }

    private boolean mustWaitForReceiver() {
        if (receiver.isWaiting() && receiver.endIfOver()) {
            progressMade(); // the peer's time begins now
        }
        return receiver.isWaiting();
    }

    // Ends.

    /** The oldest request has failed, and with it the queue pair. */
    void failHead(final int status) {
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
        cursor.clear();
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
        if (queuePair.state() == QpState.ERR) { // a completion queue was lost
            flushHeld();
            path.release();
        }
        if (receiver.isWaiting() || waiting) {
            output.pump(1);
        }
        if (held.isEmpty()) {
            return IoClient.NEVER;
        }
        if (receiver.isWaiting()) {
            return receiver.leftNs();
        }
        final long now = clock.nanoTime();
        final long delay = waiting ? Math.max(1, notBeforeNs - now) : Long.MAX_VALUE;
        if (waiting && cursor.encoded() == 0) {
            return delay;
        }
        final long left = retries.retryTimeNs() - (now - lastProgressNs);
        if (left <= 0) {
            failHead(WcStatus.RETRY_EXC_ERR);
            return IoClient.NEVER;
        }
        return Math.min(left, delay);
    }
}
