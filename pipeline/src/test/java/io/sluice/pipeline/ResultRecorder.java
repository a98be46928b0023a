package io.sluice.pipeline;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;

/** A subscriber that keeps what it is told, and asks when the test says. */
final class ResultRecorder implements Flow.Subscriber<PipelineResult> {
    final List<PipelineResult> results = new CopyOnWriteArrayList<>();
    volatile Flow.Subscription subscription;
    volatile Throwable error;
    volatile boolean completed;

    @Override
    public void onSubscribe(final Flow.Subscription newSubscription) {
        subscription = newSubscription;
    }

    @Override
    public void onNext(final PipelineResult result) {
        results.add(result);
    }

    @Override
    public void onError(final Throwable newError) {
        error = newError;
    }

    @Override
    public void onComplete() {
        completed = true;
    }
}
