package io.sluice.bench.remote;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.Connection;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferState;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/** A thread's part of the load: keeps its flights under way until the time is over. One thread. */
final class Submitter {
    private static final long LONGEST_NS = TimeUnit.HOURS.toNanos(1);
    private static final long PRESSURE_NS = TimeUnit.MICROSECONDS.toNanos(20);

    private final TransferEngine engine;
    private final Connection connection;
    private final List<Flight> flights;
    private final BooleanSupplier stop;

    private final Histogram latencyNs = new Histogram(LONGEST_NS, 3);
    private long bytes;
    private long lastSettledNs;
    private String failure;

    Submitter(final TransferEngine engine, final Connection connection, final List<Flight> flights,
            final BooleanSupplier stop) {
        this.engine = engine;
        this.connection = connection;
        this.flights = flights;
        this.stop = stop;
    }

    /** Moves each flight once at least, and then until {@code endNs}; returns when nothing is under way any more. */
    void run(final long endNs) {
        boolean first = true;
        lastSettledNs = System.nanoTime();
        while (failure == null && (first || System.nanoTime() - endNs < 0) && !stop.getAsBoolean()) {
            for (final Flight flight : flights) {
                land(flight);
                if (failure == null) {
                    start(flight);
                }
            }
            first = false;
        }
        flights.forEach(this::land);
    }

    private void start(final Flight flight) {
        long id = flight.submit(engine, connection);
        while (id == ResultCode.BACK_PRESSURED) {
            LockSupport.parkNanos(PRESSURE_NS);
            id = flight.submit(engine, connection);
        }
        if (id < 0) {
            failure = ResultCode.errorString(id);
        }
    }

    private void land(final Flight flight) {
        if (!flight.isCounted()) {
            flight.await();
            flight.count();
            if (flight.state() != TransferState.SUCCEEDED) {
                failure = failure == null ? Cause.describe(flight.cause()) : failure;
                return;
            }
            latencyNs.recordValue(Math.clamp(flight.latencyNs(), 1, LONGEST_NS));
            bytes += flight.bytes();
            if (flight.settledNs() - lastSettledNs > 0) {
                lastSettledNs = flight.settledNs();
            }
        }
    }

    Histogram latencyNs() {
        return latencyNs;
    }

    long bytes() {
        return bytes;
    }

    /** @return when the last of its flights had settled */
    long lastSettledNs() {
        return lastSettledNs;
    }

    /** @return why it ended early, null if it did not */
    String failure() {
        return failure;
    }
}
