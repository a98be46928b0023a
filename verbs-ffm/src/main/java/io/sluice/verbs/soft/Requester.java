package io.sluice.verbs.soft;

import io.sluice.verbs.Errno;
import io.sluice.verbs.QpState;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.RnrTimer;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WrOpcode;
import io.sluice.verbs.layout.NativeMemory;
import org.agrona.concurrent.NanoClock;

/**
 * The sending half of a queue pair: takes posted requests in order, executes them in the posting thread, and holds back
 * what must wait (for a delay of the fault plan, for a receive at the peer, for the peer itself) until a poll of the
 * send completion queue gives it another try.
 *
 * <p>Its monitor guards everything here. Lock order on a device: requester, then a responder (own or the peer's), then
 * a completion queue; no thread holds two requesters.
 */
final class Requester {
    /** Outcome of a try, beside the values of {@link WcStatus}: the peer has no receive posted. */
    static final int NOT_READY = -1;
    /** The peer does not answer. */
    static final int NO_ANSWER = -2;

    private final SoftQueuePair queuePair;
    private final SoftCompletionQueue completions;
    private final QueuePairCapacity capacity;
    private final Transfer transfer;
    private final boolean nullMode;
    private final NanoClock clock;
    private final HeldRequests held;
    private QueueCredit credit;
    private RtsAttributes retries;
    /** Null where there is none to fear. */
    private FaultStream faults;
    /** Requests that ended without a completion: the next one frees their slots too. */
    private int unsignaled;

    // The request at the head, from its first try to its end.
    private boolean begun;
    private boolean waiting;
    private long notBeforeNs;
    private int faultStatus;
    private boolean faultKills;
    private int rnrLeft;
    private boolean unanswered;
    private long unansweredSinceNs;

    Requester(final SoftQueuePair queuePair, final SoftCompletionQueue completions, final QueuePairCapacity capacity,
            final SoftDevice device) {
        this.queuePair = queuePair;
        this.completions = completions;
        this.capacity = capacity;
        nullMode = device.config().nullMode();
        clock = device.config().clock();
        transfer = new Transfer(queuePair, device);
        held = new HeldRequests(capacity);
        credit = new QueueCredit(capacity.maxSendWr());
    }

    synchronized void faults(final FaultStream stream) {
        faults = stream;
    }

    synchronized void ready(final RtsAttributes attributes) {
        retries = attributes;
    }

    synchronized int post(final long first, final long badWr) {
        if (!nullMode || faults != null) {
            return postChain(first, badWr);
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
            } else if (held.isEmpty() && Request.isInline(wr) && Request.sgeCount(wr) > 1) {
                hold(wr); // inline data is all taken before any is placed: the two may overlap
                progress();
            } else if (!held.isEmpty() || !advance(wr)) {
                hold(wr);
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

    private void hold(final long wr) {
        if (held.isEmpty()) {
            completions.holds(true);
        }
        held.add(wr);
    }

    /** Gives what is held back another try. Called by polls of the send completion queue. */
    synchronized void progress() {
        while (!held.isEmpty()) {
            if (queuePair.state() == QpState.ERR) {
                flushHeld();
                return;
            }
            if (!advance(held.peek())) {
                return;
            }
            if (!held.isEmpty()) { // an error has flushed and emptied it
                removeHeld();
            }
        }
    }

    private void removeHeld() {
        held.remove();
        if (held.isEmpty()) {
            completions.holds(false);
        }
    }

    /**
     * Tries the request at the head.
     *
     * @return true if it has ended, with a completion where it needs one
     */
    private boolean advance(final long wr) {
        if (!begun) {
            begin();
        }
        if (waiting && clock.nanoTime() - notBeforeNs < 0) {
            return false;
        }
        waiting = false;
        final int outcome = outcome(wr);
        if (outcome < 0) {
            return false;
        }
        begun = false;
        complete(wr, outcome);
        if (outcome != WcStatus.SUCCESS) {
            failBehind(wr);
        }
        return true;
    }

    private void begin() {
        begun = true;
        unanswered = false;
        rnrLeft = retries.rnrRetry();
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

    private void waitFor(final long delayNs) {
        waiting = true;
        notBeforeNs = clock.nanoTime() + delayNs;
    }

    private int outcome(final long wr) {
        if (faultKills) {
            queuePair.raiseFatal();
            return WcStatus.WR_FLUSH_ERR;
        }
        if (faultStatus != WcStatus.SUCCESS) {
            return faultStatus;
        }
        if (nullMode) {
            return WcStatus.SUCCESS;
        }
        final int outcome = transfer.execute(wr, retries);
        return switch (outcome) {
            case NOT_READY -> receiverNotReady();
            case NO_ANSWER -> noAnswer();
            default -> outcome;
        };
    }

    private int receiverNotReady() {
        unanswered = false;
        if (retries.rnrRetry() != RtsAttributes.RNR_RETRY_FOREVER && rnrLeft-- == 0) {
            return WcStatus.RNR_RETRY_EXC_ERR;
        }
        waitFor(RnrTimer.nanos(transfer.peerRnrTimer()));
        return NOT_READY;
    }

    private int noAnswer() {
        final long now = clock.nanoTime();
        if (!unanswered) {
            unanswered = true;
            unansweredSinceNs = now;
        }
        return now - unansweredSinceNs >= retries.retryTimeNs() ? WcStatus.RETRY_EXC_ERR : NO_ANSWER;
    }

    private void complete(final long wr, final int status) {
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

    /** The head failed: the queue pair is in error, and everything behind it is flushed, in order. */
    private void failBehind(final long failed) {
        queuePair.enterError();
        if (!held.isEmpty() && held.peek() == failed) {
            removeHeld();
        }
        flushHeld();
        queuePair.flushReceives();
    }

    /** Flushes what is held back; the queue pair is in the error state. */
    synchronized void flushHeld() {
        begun = false;
        waiting = false;
        while (!held.isEmpty()) {
            complete(held.peek(), WcStatus.WR_FLUSH_ERR);
            removeHeld();
        }
    }

    /** Forgets everything outstanding: RESET, or the end of the queue pair. */
    synchronized void drop() {
        if (!held.isEmpty()) {
            held.clear();
            completions.holds(false);
        }
        begun = false;
        waiting = false;
        unsignaled = 0;
        credit = new QueueCredit(capacity.maxSendWr()); // completions of before free slots of the old one
    }
}
