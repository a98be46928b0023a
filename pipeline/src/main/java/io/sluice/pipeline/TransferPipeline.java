package io.sluice.pipeline;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A connection as a reactive stream: requests in, results out, in the order in which they settle, each with its request.
 * For one publisher of requests and one subscriber of results; a pipeline is used once.
 *
 * <p><b>Demand.</b> Requests are asked for when the results have a subscriber, and only as many as the pipeline can hold
 * (its window, which counts what waits, is in flight, or has settled and is not handed on) and the engine has transfer
 * slots for. Results are handed on only as far as they are asked for. Where the engine has no room (slots, entry pool,
 * notification credit) the pipeline waits to be told of some; it never spins.
 *
 * <p><b>Errors.</b> What happens to one transfer is a result: failed, timed out, refused ({@link PipelineResult}). The
 * stream ends with an error, after the results that are still due, when requests end with one, or when the connection
 * takes no more transfers ({@link TransferRefusedException}, CLOSED). A subscriber that asks for less than one result, or
 * throws, and a publisher that hands over more than it was asked for, end it at once, as cancelling does.
 *
 * <p><b>Cancelling</b> asks for no more requests, drops what waits, and cancels the transfers in flight. Their memory is
 * in use until {@link #settled()} completes.
 *
 * <p>Signals may come from any thread. What the pipeline calls, requests' and results' side alike, it calls on its
 * executor, one call after the other, never on an engine thread. A request must not be changed between being handed in
 * and coming out with its result; its own listener is not told, its user data is in the result.
 */
public final class TransferPipeline implements Flow.Processor<TransferRequest, PipelineResult> {
    private final EngineCore core;
    private final Link link;
    private final int window;
    private final Executor executor;
    private final Runnable signal = this::signal;
    private final PipelineRequests requests = new PipelineRequests(signal);
    private final PipelineResults results = new PipelineResults(signal);
    private final PipelineFlights flights;
    private final CompletableFuture<Void> settled = new CompletableFuture<>();
    /** Signals that the work has not taken notice of yet. Whoever raises it from 0 starts the work, which ends at 0. */
    private final AtomicInteger signals = new AtomicInteger();

    // By the work alone, which is serial.
    /** Set when the connection takes no more; told when all results are handed on. */
    private RuntimeException closed;
    /** Nothing is fed or told any more. */
    private boolean stopped;

    private TransferPipeline(final TransferEngine engine, final Connection connection, final int window,
            final Executor executor) {
        core = engine.core();
        link = engine.link(connection);
        this.window = window;
        this.executor = executor;
        flights = new PipelineFlights(engine, connection, signal);
    }

    /**
     * Makes a pipeline with a window of {@code maxRequests}, on the engine's future executor.
     *
     * @param engine     that moves
     * @param connection of this engine
     * @return the pipeline; it ends itself
     */
    public static TransferPipeline create(final TransferEngine engine, final Connection connection) {
        return create(engine, connection, engine.config().maxRequests(), engine.config().futureExecutor());
    }

    /**
     * Makes a pipeline.
     *
     * @param engine     that moves
     * @param connection of this engine
     * @param window     requests that it holds at once, 1 or more
     * @param executor   calls publisher and subscriber, one at a time
     * @return the pipeline; it ends itself
     * @throws IllegalArgumentException if the window is less than 1, or the connection another engine's
     */
    public static TransferPipeline create(final TransferEngine engine, final Connection connection, final int window,
            final Executor executor) {
        Objects.requireNonNull(executor, "executor");
        if (window < 1) {
            throw new IllegalArgumentException("window " + window + " is not 1 or more");
        }
        return new TransferPipeline(engine, connection, window, executor);
    }

    /**
     * Completes when the stream has ended, in whatever way, and no transfer of it is in flight: the pipeline owns no memory.
     *
     * @return a copy; completing it changes nothing here
     */
    public CompletableFuture<Void> settled() {
        return settled.copy();
    }

    /**
     * Subscribes to the results; the first subscriber only.
     *
     * @param subscriber told on the pipeline's executor
     */
    @Override
    public void subscribe(final Flow.Subscriber<? super PipelineResult> subscriber) {
        results.subscribe(subscriber);
    }

    @Override
    public void onSubscribe(final Flow.Subscription subscription) {
        requests.onSubscribe(subscription);
    }

    @Override
    public void onNext(final TransferRequest request) {
        requests.onNext(request);
    }

    @Override
    public void onError(final Throwable error) {
        requests.onError(error);
    }

    @Override
    public void onComplete() {
        requests.onComplete();
    }

    private void signal() {
        if (signals.getAndIncrement() == 0) {
            core.executeLater(executor, this::work);
        }
    }

    private void work() {
        int seen = signals.get();
        do {
            try {
                step();
            } catch (final Throwable e) { // of the program: a subscriber, or a subscription, that throws
                core.onError(e);
                results.cancel();
            }
            seen = signals.addAndGet(-seen);
        } while (seen != 0);
    }

    private void step() {
        flights.land(!stopped);
        if (!stopped) {
            run();
        }
        if (stopped) {
            requests.drop();
            if (!flights.isInFlight()) {
                settled.complete(null);
            }
        }
    }

    private void run() {
        final boolean done = requests.isDone();
        if (!requests.moveTo(flights)) {
            results.fault(new IllegalStateException("more requests came than were asked for: against rule 1.1"));
        }
        if (!results.isReady()) {
            return;
        }
        if (!results.isToEndAtOnce()) {
            if (closed == null) {
                feed(done);
            } else {
                flights.refuseWaiting(closed); // were on their way
            }
            results.deliver(flights);
        }
        if (results.isToEndAtOnce()) {
            stop();
            requests.cancel();
            results.endAtOnce();
        } else if ((done || closed != null) && flights.held() == 0) {
            stop();
            results.end(closed == null ? requests.error() : closed);
        } else if (!done && closed == null) {
            ask();
        }
    }

    private void feed(final boolean done) {
        final int code = flights.submit();
        if (code == ResultCode.BACK_PRESSURED) {
            awaitRoom();
        } else if (code != ResultCode.OK || !done && !link.isOpen()) {
            closed = new TransferRefusedException(code == ResultCode.OK ? ResultCode.CLOSED : code);
            flights.refuseWaiting(closed);
            requests.cancel();
        }
        if (!done && closed == null && core.connectionEnds().add(signal) && !link.isOpen()) {
            signal(); // it ended just before we were added
        }
    }

    /** The engine tells; unless there is room again already, which the next step sees. */
    private void awaitRoom() {
        if (core.room().add(signal)) {
            signal();
        }
    }

    /** Asks for requests, not one by one: when all have come, or a quarter of the window has become free. */
    private void ask() {
        if (!requests.isSubscribed() || flights.hasWaiting()) {
            return;
        }
        final long asked = requests.asked();
        final long places = window - flights.held() - asked;
        // One slot more is given while fewer are held than are free; each one taken moves both numbers.
        final long slots = (core.table().free() - link.slotsHeld() + 1 >> 1) - asked;
        final long more = Math.min(places, slots);
        if (more > 0 && (asked == 0 || more >= window >> 2)) {
            requests.ask(more);
        } else if (slots <= 0 && places > 0 && asked == 0) {
            awaitRoom();
        }
    }

    private void stop() {
        stopped = true;
        flights.abandon();
        core.room().remove(signal);
        core.connectionEnds().remove(signal);
    }
}
