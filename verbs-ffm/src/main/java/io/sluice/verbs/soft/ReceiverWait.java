package io.sluice.verbs.soft;

import io.sluice.verbs.RnrTimer;
import io.sluice.verbs.RtsAttributes;
import org.agrona.concurrent.NanoClock;

/** The time that the oldest request waits because the peer had no receive, and how often yet. Under the requester's lock. */
final class ReceiverWait {
    private final NanoClock clock;
    private int triesLeft;
    private boolean waiting;
    private long notBeforeNs;

    ReceiverWait(final NanoClock clock) {
        this.clock = clock;
    }

    /** Another request is the oldest. */
    void start(final int rnrRetry) {
        triesLeft = rnrRetry;
        waiting = false;
    }

    /** Begins to wait; false: there is no try left. */
    boolean begin(final int rnrRetry, final int timer) {
        if (rnrRetry != RtsAttributes.RNR_RETRY_FOREVER && triesLeft-- == 0) {
            return false;
        }
        waiting = true;
        notBeforeNs = clock.nanoTime() + RnrTimer.nanos(timer);
        return true;
    }

    boolean isWaiting() {
        return waiting;
    }

    /** Ends the wait if its time has come. */
    boolean endIfOver() {
        waiting = waiting && clock.nanoTime() - notBeforeNs < 0;
        return !waiting;
    }

    long leftNs() {
        return Math.max(1, notBeforeNs - clock.nanoTime());
    }
}
