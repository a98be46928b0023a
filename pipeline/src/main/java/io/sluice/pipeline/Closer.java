package io.sluice.pipeline;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The end of an engine. Begun by anyone, carried out by the poll thread, step by step: no new work, connections drained
 * and ended, transfers settled, then regions, completion queue, protection domain, context.
 */
final class Closer {
    private static final int RUNNING = 0;
    private static final int CLOSING = 1;
    private static final int CLOSED = 2;

    private final EngineCore core;
    /** Raised to CLOSING by whoever closes first, to CLOSED by the poll thread. */
    private final AtomicInteger state = new AtomicInteger(RUNNING);
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    // Poll thread alone.
    private boolean drains;

    Closer(final EngineCore core) {
        this.core = core;
    }

    boolean begin() {
        return state.compareAndSet(RUNNING, CLOSING);
    }

    boolean isClosing() {
        return state.get() != RUNNING;
    }

    boolean isClosed() {
        return state.get() == CLOSED;
    }

    /** For an engine that did not start: nothing is connected or registered. Whatever duties run end by themselves. */
    void abort() {
        state.set(CLOSED);
        core.wakeAll();
        closeDevice();
        core.controlPlane().end();
        done.complete(null);
    }

    CompletableFuture<Void> done() {
        return done;
    }

    /** Poll thread. True when all is closed and the duties end. */
    boolean step() {
        if (isClosed()) {
            return true;
        }
        final long now = core.nanoTime();
        if (!drains) {
            drains = true;
            core.controlPlane().beginClose();
            for (final Link link : core.links().links()) {
                link.drain(now + core.config().closeTimeoutNs());
            }
        }
        for (final Link link : core.links().links()) {
            link.drain(now); // one that a handshake finished after closing began
            core.ends().drain(link, now);
            if (link.state() == 0) { // its peer is not ready, and need not be any more
                core.ends().fail(link, Cause.CONNECTION_CLOSED);
            }
        }
        if (core.admission().isShakingHands() || core.links().links().length > 0 || !core.handOver().isEmpty()
                || !core.ready().isEmpty() || !core.controlPlane().isIdle()) {
            return false;
        }
        core.ends().close();
        closeDevice();
        core.controlPlane().end();
        state.set(CLOSED);
        core.wakeAll();
        done.complete(null);
        return true;
    }

    private void closeDevice() {
        try {
            core.regions().close();
            core.device().close();
        } catch (final RuntimeException e) { // what the device would not let go of stays open, and is said
            core.onError(e);
        }
        try {
            core.countersOutput().close();
        } catch (final RuntimeException e) {
            core.onError(e);
        }
    }
}
