package io.sluice.pipeline;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One transfer that its thread waits for. The thread parks, so a virtual one leaves its carrier; in INVOKER mode it does
 * the engine's work meanwhile.
 */
final class BlockingTransfer implements TransferListener {
    private static final long INVOKER_PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private final TransferEngine engine;
    private final EngineCore core;
    private final Thread waiter = Thread.currentThread();
    private final Runnable wake = () -> LockSupport.unpark(waiter);
    /** Written by the poll thread, which then unparks the waiter. */
    private volatile TransferResult result;

    BlockingTransfer(final TransferEngine engine) {
        this.engine = engine;
        core = engine.core();
    }

    TransferResult run(final Connection connection, final TransferRequest request) throws InterruptedException {
        if (core.duties().isEngineThread()) {
            throw new IllegalStateException("an engine thread may not wait for its own engine: submit instead");
        }
        if (Thread.interrupted()) {
            throw new InterruptedException("before the transfer was submitted");
        }
        final long id = submit(connection, request);
        if (id < 0) {
            throw new TransferRefusedException((int) id);
        }
        return await(id);
    }

    /** Waits for room, as long as the request has time. */
    private long submit(final Connection connection, final TransferRequest request) throws InterruptedException {
        final long startNs = System.nanoTime();
        final long timeoutNs = request.timeoutNs();
        try {
            for (long waitedNs = 0;; waitedNs = System.nanoTime() - startNs) {
                final long leftNs = timeoutNs == 0 ? Long.MAX_VALUE : timeoutNs - waitedNs;
                if (leftNs <= 0) {
                    return ResultCode.BACK_PRESSURED;
                }
                final long id = engine.submit(connection, request, this, request.userData(),
                        timeoutNs == 0 ? 0 : leftNs);
                if (id != ResultCode.BACK_PRESSURED) {
                    return id;
                }
                if (core.room().add(wake)) {
                    continue; // there may be room since we asked
                }
                pause(leftNs);
                if (Thread.interrupted()) {
                    throw new InterruptedException("while there was no room for the transfer");
                }
            }
        } finally {
            core.room().remove(wake);
        }
    }

    /** Returns only when the transfer has settled: an interrupt stops it, and is told then. */
    private TransferResult await(final long id) throws InterruptedException {
        boolean interrupted = false;
        while (result == null) {
            pause(Long.MAX_VALUE);
            if (Thread.interrupted() && !interrupted) {
                interrupted = true;
                engine.cancel(id);
            }
        }
        if (interrupted) {
            if (result.state() == TransferState.CANCELLED) {
                throw new InterruptedException("the transfer was cancelled and has settled");
            }
            waiter.interrupt();
        }
        return result;
    }

    private void pause(final long mostNs) {
        if (core.config().effectiveThreadingMode() != ThreadingMode.INVOKER) {
            LockSupport.parkNanos(this, mostNs);
        } else if (engine.doWork() == 0) {
            LockSupport.parkNanos(this, Math.min(mostNs, INVOKER_PAUSE_NS));
        }
    }

    @Override
    public void onSettled(final long id, final int state, final int cause, final long userData) {
        result = new TransferResult(id, state, cause, userData);
        LockSupport.unpark(waiter);
    }
}
