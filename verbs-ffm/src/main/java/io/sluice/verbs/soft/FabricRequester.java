package io.sluice.verbs.soft;

import io.sluice.verbs.QpState;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.RnrTimer;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.WcStatus;

/**
 * Carries requests out on the device's own fabric, in the posting thread, and holds back what must wait (for a delay of
 * the fault plan, for a receive at the peer, for the peer itself) until a poll of the send completion queue gives it
 * another try.
 */
final class FabricRequester extends Requester {
    private final Transfer transfer;

    // The request at the head, from its first try to its end.
    private boolean begun;
    private int rnrLeft;
    private boolean unanswered;
    private long unansweredSinceNs;

    FabricRequester(final SoftQueuePair queuePair, final SoftCompletionQueue completions,
            final QueuePairCapacity capacity) {
        super(queuePair, completions, capacity);
        transfer = new Transfer(queuePair);
    }

    @Override
    void take(final long wr) {
        if (held.isEmpty() && Request.isInline(wr) && Request.sgeCount(wr) > 1) {
            hold(wr); // inline data is all taken before any is placed: the two may overlap
            progress();
        } else if (!held.isEmpty() || !advance(wr)) {
            hold(wr);
        }
    }

    private void hold(final long wr) {
        if (held.isEmpty()) {
            completions.holds(true);
        }
        held.add(wr);
    }

    @Override
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

    @Override
    void removeHeld() {
        super.removeHeld();
        if (held.isEmpty()) {
            completions.holds(false);
        }
    }

    @Override
    void clearHeld() {
        begun = false;
        if (!held.isEmpty()) {
            super.clearHeld();
            completions.holds(false);
        }
    }

    @Override
    synchronized void flushHeld() {
        begun = false;
        super.flushHeld();
    }

    /**
     * Tries the request at the head.
     *
     * @return true if it has ended, with a completion where it needs one
     */
    private boolean advance(final long wr) {
        if (!begun) {
            begun = true;
            unanswered = false;
            rnrLeft = retries.rnrRetry();
            askFaults();
        }
        if (mustWait()) {
            return false;
        }
        final int outcome = outcome(wr);
        if (outcome < 0) {
            return false;
        }
        begun = false;
        complete(wr, outcome);
        if (outcome != WcStatus.SUCCESS) {
            queuePair.enterError();
            if (!held.isEmpty() && held.peek() == wr) {
                removeHeld();
            }
            failBehind();
        }
        return true;
    }

    private int outcome(final long wr) {
        final int fault = faultOutcome();
        if (fault != WcStatus.SUCCESS || nullMode) {
            return fault;
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
}
