package io.sluice.pipeline;

import java.util.concurrent.Flow;

/** A publisher's subscription that counts what it is asked for; the test hands over. */
final class HandFedRequests implements Flow.Subscription {
    volatile long asked;
    volatile int asks;
    volatile boolean cancelled;

    @Override
    public void request(final long n) {
        asked += n;
        asks++;
    }

    @Override
    public void cancel() {
        cancelled = true;
    }
}
