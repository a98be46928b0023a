package io.sluice.bench.remote;

import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EntryList;
import io.sluice.pipeline.Op;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferListener;
import io.sluice.pipeline.TransferRequest;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One batch that moves again and again. Its submitter writes {@code submitted}, then submits; the engine's poll thread
 * writes {@code settledNs}, {@code state} and {@code cause}, then {@code settled}, the count that publishes them.
 */
final class Flight implements TransferListener {
    private static final int SPINS = 200;
    private static final long PARK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final TransferRequest request = new TransferRequest();
    private final long bytes;
    private Thread submitter;
    private long submitted;
    private long submittedNs;
    private long counted;

    private long settledNs;
    private int state;
    private int cause;
    private volatile long settled;

    /** @param entries of the batch; they stay as they are */
    Flight(final Op op, final EntryList entries) {
        request.op(op).entries(entries).listener(this, 0);
        bytes = entries.bytes();
    }

    /** @return the transfer's id, or a negative code: then nothing moves */
    long submit(final TransferEngine engine, final Connection connection) {
        submitter = Thread.currentThread();
        submittedNs = System.nanoTime();
        final long id = engine.submit(connection, request);
        if (id >= 0) {
            submitted++;
        }
        return id;
    }

    @Override
    public void onSettled(final long id, final int newState, final int newCause, final long userData) {
        settledNs = System.nanoTime();
        state = newState;
        cause = newCause;
        settled++;
        LockSupport.unpark(submitter);
    }

    boolean isUnderWay() {
        return settled != submitted;
    }

    /** Waits until it has settled. Every transfer settles, so there is no time-out. */
    void await() {
        for (int spin = 0; isUnderWay() && spin < SPINS; spin++) {
            Thread.onSpinWait();
        }
        while (isUnderWay()) {
            LockSupport.parkNanos(this, PARK_NS);
        }
    }

    /** @return whether each settling was counted; true before the first submit */
    boolean isCounted() {
        return counted == submitted;
    }

    void count() {
        counted = submitted;
    }

    long bytes() {
        return bytes;
    }

    long latencyNs() {
        return settledNs - submittedNs;
    }

    long settledNs() {
        return settledNs;
    }

    int state() {
        return state;
    }

    int cause() {
        return cause;
    }
}
