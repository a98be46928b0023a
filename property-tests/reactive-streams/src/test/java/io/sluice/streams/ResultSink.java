package io.sluice.streams;

import io.sluice.pipeline.PipelineResult;
import java.util.concurrent.Flow;

/** Asks for all results and forgets them. */
final class ResultSink implements Flow.Subscriber<PipelineResult> {
    private volatile Flow.Subscription subscription;

    @Override
    public void onSubscribe(final Flow.Subscription newSubscription) {
        subscription = newSubscription;
        newSubscription.request(Long.MAX_VALUE);
    }

    Flow.Subscription subscription() {
        return subscription;
    }

    @Override
    public void onNext(final PipelineResult result) {}

    @Override
    public void onError(final Throwable error) {}

    @Override
    public void onComplete() {}
}
