package io.sluice.verbs.soft;

import io.sluice.verbs.Errno;
import io.sluice.verbs.QpState;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WrOpcode;
import io.sluice.verbs.layout.NativeMemory;
import org.agrona.concurrent.NanoClock;

/**
 * The sending half of a queue pair: takes posted requests in order and completes them in order. How a request is carried
 * out is its subclass's affair: in the posting thread on the device's own fabric ({@link FabricRequester}), or by a
 * socket ({@link WireRequester}).
 *
 * <p>Its monitor guards everything here. Lock order on a device: requester, then a responder (own or the peer's), then
 * a completion queue; no thread holds two requesters.
 */
abstract class Requester {
    /** Outcome of a try, beside the values of {@link WcStatus}: the peer has no receive posted. */
    static final int NOT_READY = -1;
    /** The peer does not answer. */
    static final int NO_ANSWER = -2;

    final SoftQueuePair queuePair;
    final SoftCompletionQueue completions;
    final boolean nullMode;
    final NanoClock clock;
    /** The requests taken that have not ended, oldest first. */
    final HeldRequests held;
    RtsAttributes retries;
    private final QueuePairCapacity capacity;
    private QueueCredit credit;
    /** Null where there is none to fear. */
    private FaultStream faults;
    /** Requests that ended without a completion: the next one frees their slots too. */
    private int unsignaled;

    // What the fault plan has decided for the request begun last.
    boolean waiting;
    long notBeforeNs;
    int faultStatus;
    boolean faultKills;

    Requester(final SoftQueuePair queuePair, final SoftCompletionQueue completions, final QueuePairCapacity capacity) {
        this.queuePair = queuePair;
        this.completions = completions;
        this.capacity = capacity;
        nullMode = queuePair.device().config().nullMode();
        clock = queuePair.device().config().clock();
        held = new HeldRequests(capacity);
        credit = new QueueCredit(capacity.maxSendWr());
    }

    final synchronized void faults(final FaultStream stream) {
        faults = stream;
    }

    /** The decisions of the fault plan go on with a further requester of the same queue pair. */
    final synchronized FaultStream faults() {
        return faults;
    }

    synchronized void ready(final RtsAttributes attributes) {
        retries = attributes;
    }

    /** Takes over one request, copied if it cannot end at once; the queue pair is in service. */
    abstract void take(long wr);

    /** Called when the last request of a chain has been taken. */
    void chainTaken() {}

    /** A poll of the send completion queue: gives what is held back another try. */
    abstract void progress();

    final synchronized int post(final long first, final long badWr) {
        if (!nullMode || faults != null) {
            final int errno = postChain(first, badWr);
            chainTaken();
            return errno;
        }
        synchronized (completions) { // once a chain instead of once a request; nothing here takes a further lock
            return postChain(first, badWr);
        }
    }

    private int postChain(final long first, final long badWr) {
        for (long wr = first; wr != 0; wr = Request.next(wr)) {
            final QpState state = queuePair.state();
            final int errno = refusal(wr, state);
            if (errno != 0) {
                NativeMemory.putLong(badWr, wr);
                return errno;
            }
            if (state == QpState.ERR) {
                flushHeld();
                complete(wr, WcStatus.WR_FLUSH_ERR);
            } else if (nullMode && faults == null) { // nothing can hold it back
                complete(wr, WcStatus.SUCCESS);
            } else {
                take(wr);
            }
        }
        return 0;
    }

    /** Takes a slot of the send queue if the request is well-formed and there is one. */
    private int refusal(final long wr, final QpState state) {
        if (state != QpState.RTS && state != QpState.ERR) {
            return Errno.EINVAL;
        }
        final int opcode = Request.opcode(wr);
        final int entries = Request.sgeCount(wr);
        if (opcode < WrOpcode.RDMA_WRITE || opcode > WrOpcode.RDMA_READ || entries < 0
                || entries > capacity.maxSendSge()) {
            return Errno.EINVAL;
        }
        if (Request.isInline(wr)
                && (opcode == WrOpcode.RDMA_READ || Request.length(wr) > capacity.maxInlineData())) {
            return Errno.EINVAL;
        }
        if (faults != null && faults.refusesNextPost()) {
            queuePair.countFaults(1);
            return Errno.ENOMEM;
        }
        return credit.tryTake() ? 0 : Errno.ENOMEM;
    }

    /** Asks the fault plan about the next request. */
    final void askFaults() {
        waiting = false;
        faultStatus = WcStatus.SUCCESS;
        faultKills = false;
        if (faults != null) {
            queuePair.countFaults(faults.next());
            faultStatus = faults.status();
            faultKills = faults.killed();
            if (faults.delayNs() > 0) {
                waitFor(faults.delayNs());
            }
        }
    }

    final void waitFor(final long delayNs) {
        waiting = true;
        notBeforeNs = clock.nanoTime() + delayNs;
    }

    /** Whether the time that {@link #waitFor} asked for has not yet passed. */
    final boolean mustWait() {
        waiting = waiting && clock.nanoTime() - notBeforeNs < 0;
        return waiting;
    }

    /** What the fault plan makes of the request begun last; the queue pair's event is raised where it kills. */
    final int faultOutcome() {
        if (faultKills) {
            queuePair.raiseFatal();
            return WcStatus.WR_FLUSH_ERR;
        }
        return faultStatus;
    }

    final void complete(final long wr, final int status) {
        if (status == WcStatus.SUCCESS && !Request.isSignaled(wr)) {
            unsignaled++;
            return;
        }
        final int retires = unsignaled + 1;
        unsignaled = 0;
        final int bytes = status == WcStatus.SUCCESS && !nullMode ? (int) Request.length(wr) : 0;
        completions.push(Request.wrId(wr), status, Request.completionOpcode(wr), bytes, 0, 0, queuePair.number(),
                credit, retires);
    }

    /** A request has failed and is completed: the queue pair is in error, and everything behind it is flushed. */
    final void failBehind() {
        queuePair.enterError();
        flushHeld();
        queuePair.flushReceives();
    }

    /** Takes the oldest request out. */
    void removeHeld() {
        held.remove();
    }

    /** Takes all requests out, without completions. */
    void clearHeld() {
        held.clear();
    }

    /** Flushes what is held back; the queue pair is in the error state. */
    synchronized void flushHeld() {
        while (!held.isEmpty()) {
            complete(held.peek(), WcStatus.WR_FLUSH_ERR);
            removeHeld();
        }
        waiting = false;
    }

    /** Forgets everything outstanding: RESET, or the end of the queue pair. */
    synchronized void drop() {
        clearHeld();
        waiting = false;
        unsignaled = 0;
        credit = new QueueCredit(capacity.maxSendWr()); // completions of before free slots of the old one
    }
}
