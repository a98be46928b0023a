package io.sluice.pipeline;

import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The result side of a pipeline: its subscriber and what that has asked for. The subscription's calls come from any
 * thread; the subscriber is called by the pipeline's serial work alone.
 */
final class PipelineResults implements Flow.Publisher<PipelineResult>, Flow.Subscription {
    /** In the place of a subscriber that is not told anything (any more). */
    private static final class Nobody implements Flow.Subscriber<PipelineResult>, Flow.Subscription {
        @Override
        public void onSubscribe(final Flow.Subscription subscription) {}

        @Override
        public void onNext(final PipelineResult result) {}

        @Override
        public void onError(final Throwable error) {}

        @Override
        public void onComplete() {}

        @Override
        public void request(final long n) {}

        @Override
        public void cancel() {}
    }

    private static final Nobody NOBODY = new Nobody();

    private final Runnable signal;
    private final AtomicReference<Flow.Subscriber<? super PipelineResult>> subscriber = new AtomicReference<>();
    /** Results asked for so far, at most Long.MAX_VALUE, which stands for all. */
    private final AtomicLong requested = new AtomicLong();
    /** The subscriber knows its subscription: it may be called. Written by who subscribes it. */
    private volatile boolean ready;
    private volatile boolean cancelled;
    /** What ends the stream at once; the first stays. Any thread. */
    private final AtomicReference<Throwable> fault = new AtomicReference<>();
    /** Work alone. */
    private long delivered;

    PipelineResults(final Runnable signal) {
        this.signal = signal;
    }

    @Override
    public void subscribe(final Flow.Subscriber<? super PipelineResult> newSubscriber) {
        Objects.requireNonNull(newSubscriber, "subscriber");
        if (!subscriber.compareAndSet(null, newSubscriber)) {
            newSubscriber.onSubscribe(NOBODY);
            newSubscriber.onError(new IllegalStateException("the pipeline's results have, or had, a subscriber"));
            return;
        }
        newSubscriber.onSubscribe(this);
        ready = true;
        signal.run();
    }

    @Override
    public void request(final long n) {
        if (n > 0) {
            requested.accumulateAndGet(n, (sum, more) -> sum + more < 0 ? Long.MAX_VALUE : sum + more);
        } else {
            fault(new IllegalArgumentException("request(" + n + "): rule 3.9 wants 1 or more"));
        }
        signal.run();
    }

    @Override
    public void cancel() {
        cancelled = true;
        signal.run();
    }

    /** Ends the stream at once, and with that error if it is the first. */
    void fault(final Throwable why) {
        fault.compareAndSet(null, why);
    }

    boolean isReady() {
        return ready;
    }

    boolean isToEndAtOnce() {
        return cancelled || ready && fault.get() != null;
    }

    /** Hands on what has been asked for, as long as the subscriber wants it. */
    void deliver(final PipelineFlights flights) {
        while (flights.hasResults() && requested.get() > delivered && !isToEndAtOnce()) {
            delivered++;
            subscriber.get().onNext(flights.nextResult());
        }
    }

    /** The last call: the subscriber is not kept reachable. */
    void end(final Throwable error) {
        final Flow.Subscriber<? super PipelineResult> last = subscriber.getAndSet(NOBODY);
        if (error == null) {
            last.onComplete();
        } else {
            last.onError(error);
        }
    }

    /** As {@link #end} with the fault; without a word to one that has cancelled. */
    void endAtOnce() {
        if (cancelled) {
            subscriber.set(NOBODY);
        } else {
            end(fault.get());
        }
    }
}
