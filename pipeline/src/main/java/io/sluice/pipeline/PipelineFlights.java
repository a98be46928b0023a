package io.sluice.pipeline;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The requests that a pipeline holds: waiting for room, in flight, or settled and not handed on yet. One thread at a time,
 * the pipeline's serial work; the engine's poll thread only lands flights in their queue.
 */
final class PipelineFlights {
    private final TransferEngine engine;
    private final Connection connection;
    private final Runnable landedSignal;
    private final Deque<TransferRequest> waiting = new ArrayDeque<>();
    private final Set<Flight> inFlight = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<PipelineResult> results = new ArrayDeque<>();
    /** Settled ones: added by the poll thread, which then gives the signal. */
    private final Queue<Flight> landed = new ConcurrentLinkedQueue<>();

    /** A transfer of the pipeline; {@code result} is written by the poll thread before it lands. */
    private final class Flight implements TransferListener {
        private final TransferRequest request;
        private long id;
        private TransferResult result;

        Flight(final TransferRequest request) {
            this.request = request;
        }

        @Override
        public void onSettled(final long settledId, final int state, final int cause, final long userData) {
            result = new TransferResult(settledId, state, cause, userData);
            landed.add(this);
            landedSignal.run();
        }
    }

    PipelineFlights(final TransferEngine engine, final Connection connection, final Runnable landedSignal) {
        this.engine = engine;
        this.connection = connection;
        this.landedSignal = landedSignal;
    }

    void add(final TransferRequest request) {
        waiting.addLast(request);
    }

    boolean hasWaiting() {
        return !waiting.isEmpty();
    }

    boolean hasResults() {
        return !results.isEmpty();
    }

    PipelineResult nextResult() {
        return results.removeFirst();
    }

    int held() {
        return waiting.size() + inFlight.size() + results.size();
    }

    boolean isInFlight() {
        return !inFlight.isEmpty();
    }

    /** Takes what has settled, in the order in which it did. */
    void land(final boolean keepResults) {
        for (Flight flight = landed.poll(); flight != null; flight = landed.poll()) {
            inFlight.remove(flight);
            if (keepResults) {
                results.addLast(new PipelineResult(flight.request, flight.result, null));
            }
        }
    }

    /**
     * Submits what waits, in order, as far as there is room.
     *
     * @return OK if nothing waits any more; BACK_PRESSURED; or CLOSED or NOT_CONNECTED: no further one will be taken
     */
    int submit() {
        while (!waiting.isEmpty()) {
            final TransferRequest request = waiting.getFirst();
            final Flight flight = new Flight(request);
            long id;
            try {
                id = engine.submit(connection, request, flight, request.userData(), request.timeoutNs());
            } catch (final IllegalArgumentException e) { // this one is wrong, the next may be right
                refuseFirst(e);
                continue;
            }
            if (id >= 0) {
                flight.id = id;
                inFlight.add(flight); // it may have landed already, and is taken from there later
                waiting.removeFirst();
            } else if (id == ResultCode.BACK_PRESSURED || id == ResultCode.CLOSED || id == ResultCode.NOT_CONNECTED) {
                return (int) id;
            } else {
                refuseFirst(new TransferRefusedException((int) id));
            }
        }
        return ResultCode.OK;
    }

    private void refuseFirst(final RuntimeException why) {
        results.addLast(new PipelineResult(waiting.removeFirst(), null, why));
    }

    /** Nothing more will be taken: each that waits gets that for its result. */
    void refuseWaiting(final RuntimeException why) {
        while (!waiting.isEmpty()) {
            refuseFirst(why);
        }
    }

    /** Drops what waits and what has settled, and cancels what is in flight, which still has to land. */
    void abandon() {
        waiting.clear();
        results.clear();
        for (final Flight flight : inFlight) {
            engine.cancel(flight.id);
        }
    }
}
