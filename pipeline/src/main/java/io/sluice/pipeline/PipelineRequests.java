package io.sluice.pipeline;

import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The request side of a pipeline: what has been asked for and what has come. The publisher's signals come from any thread,
 * one after the other; the rest is the pipeline's serial work.
 */
final class PipelineRequests implements Flow.Subscriber<TransferRequest> {
    private static final Flow.Subscription CANCELLED = new Flow.Subscription() {
        @Override
        public void request(final long n) {}

        @Override
        public void cancel() {}
    };

    private final Runnable signal;
    private final Queue<TransferRequest> incoming = new ConcurrentLinkedQueue<>();
    /** Set once by the publisher; then CANCELLED, by the work. */
    private final AtomicReference<Flow.Subscription> upstream = new AtomicReference<>();
    /** Written before {@code done} by the publisher's thread. */
    private Throwable error;
    /** No request comes after this. */
    private volatile boolean done;
    /** Work alone: asked for and not come yet. */
    private long asked;

    PipelineRequests(final Runnable signal) {
        this.signal = signal;
    }

    @Override
    public void onSubscribe(final Flow.Subscription subscription) {
        Objects.requireNonNull(subscription, "subscription");
        if (upstream.compareAndSet(null, subscription)) {
            signal.run();
        } else {
            subscription.cancel(); // rule 2.5
        }
    }

    @Override
    public void onNext(final TransferRequest request) {
        incoming.add(Objects.requireNonNull(request, "request"));
        signal.run();
    }

    @Override
    public void onError(final Throwable newError) {
        error = Objects.requireNonNull(newError, "error");
        onComplete();
    }

    @Override
    public void onComplete() {
        done = true;
        signal.run();
    }

    /** Read before {@link #moveTo}: then nothing comes after what that moves. */
    boolean isDone() {
        return done;
    }

    /** Once it is done: what it ended with, null for well. */
    Throwable error() {
        return error;
    }

    /** @return false if more came than were asked for */
    boolean moveTo(final PipelineFlights flights) {
        for (TransferRequest next = incoming.poll(); next != null; next = incoming.poll()) {
            asked--;
            flights.add(next);
        }
        return asked >= 0;
    }

    long asked() {
        return asked;
    }

    boolean isSubscribed() {
        return upstream.get() != null;
    }

    void ask(final long more) {
        asked += more;
        upstream.get().request(more);
    }

    /** Wants no more; what still comes is dropped. */
    void cancel() {
        final Flow.Subscription subscription = upstream.getAndSet(CANCELLED);
        if (subscription != null && !done) {
            subscription.cancel();
        }
    }

    void drop() {
        incoming.clear();
    }
}
