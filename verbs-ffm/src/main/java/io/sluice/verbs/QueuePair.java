package io.sluice.verbs;

import io.sluice.verbs.spi.VerbsProvider;
import io.sluice.verbs.spi.VerbsProvider.QueuePairGrant;
import java.lang.ref.Reference;
import java.util.Objects;

/**
 * A reliable connected (RC) queue pair: one end of a connection that delivers in order and exactly once, or fails.
 *
 * <p>It goes RESET, INIT, RTR (ready to receive), RTS (ready to send), and to ERR on the first failure, where all
 * outstanding work completes with {@link WcStatus#WR_FLUSH_ERR}. Safe for use by any number of threads; the owner sees
 * to it that no post is under way when it closes.
 */
public final class QueuePair implements AutoCloseable {
    private final ProtectionDomain domain;
    private final VerbsProvider provider;
    private final CompletionQueue sendQueue;
    private final CompletionQueue receiveQueue;
    private final long handle;
    private final int number;
    private final QueuePairCapacity capacity;
    /** Written once, by the thread that closes; read by every call, so that a late one fails instead of going astray. */
    private volatile boolean closed;

    QueuePair(final ProtectionDomain domain, final VerbsProvider provider, final CompletionQueue sendQueue,
            final CompletionQueue receiveQueue, final QueuePairGrant grant) {
        this.domain = domain;
        this.provider = provider;
        this.sendQueue = sendQueue;
        this.receiveQueue = receiveQueue;
        handle = grant.handle();
        number = grant.number();
        capacity = grant.capacity();
    }

    /** {@return its number, 24 bits, by which the peer addresses it} */
    public int number() {
        return number;
    }

    /** {@return the capacity granted, at least what was asked for} */
    public QueuePairCapacity capacity() {
        return capacity;
    }

    /** {@return its state, asked for now} */
    public QpState state() {
        return provider.queryQpState(open());
    }

    /**
     * RESET to INIT: receives may be posted from here on.
     *
     * @param port   local port, from 1
     * @param access what the peer may do through this queue pair, bits of {@link Access}
     * @throws VerbsException (EINVAL) in any other state
     */
    public void toInit(final int port, final int access) {
        provider.modifyToInit(open(), port, Access.check(access));
    }

    /**
     * INIT to RTR: the peer may send from here on.
     *
     * @param attributes peer and path
     * @throws VerbsException (EINVAL) in any other state, or if the device refuses a value
     */
    public void toReadyToReceive(final RtrAttributes attributes) {
        provider.modifyToRtr(open(), Objects.requireNonNull(attributes, "attributes"));
    }

    /**
     * RTR to RTS: sends may be posted from here on.
     *
     * @param attributes retries
     * @throws VerbsException (EINVAL) in any other state, or if the device refuses a value
     */
    public void toReadyToSend(final RtsAttributes attributes) {
        provider.modifyToRts(open(), Objects.requireNonNull(attributes, "attributes"));
    }

    /**
     * Any state but RESET to ERR. When this returns no data moves for this queue pair any more, in or out; what was
     * outstanding completes with {@link WcStatus#WR_FLUSH_ERR}.
     *
     * @throws VerbsException (EINVAL) in RESET
     */
    public void toError() {
        provider.modifyToError(open());
    }

    /** Any state to RESET: outstanding work is dropped without completions. */
    public void toReset() {
        provider.modifyToReset(open());
    }

    /**
     * Posts a chain of send work requests, in order. Never blocks, allocates nothing. The chain may be cleared when
     * this returns.
     *
     * @param requests not empty
     * @return 0, or an errno: EINVAL (wrong state, or a malformed request) or ENOMEM (send queue full);
     *         then {@link WorkRequests#firstRefused()} tells how many were accepted, which complete as usual
     * @throws IllegalStateException if the queue pair is closed or the chain is empty
     */
    public int postSend(final WorkRequests requests) {
        final long queuePair = open();
        final long first = requests.seal();
        try {
            return provider.postSend(queuePair, first, requests.badWrAddress());
        } finally {
            requests.unseal();
            Reference.reachabilityFence(requests);
        }
    }

    /**
     * Posts a chain of receive work requests, in order. Never blocks, allocates nothing. The chain may be cleared when
     * this returns.
     *
     * @param requests not empty
     * @return 0, or an errno: EINVAL (state RESET, or a malformed request) or ENOMEM (receive queue full);
     *         then {@link ReceiveRequests#firstRefused()} tells how many were accepted
     * @throws IllegalStateException if the queue pair is closed or the chain is empty
     */
    public int postReceive(final ReceiveRequests requests) {
        final int result = provider.postReceive(open(), requests.seal(), requests.badWrAddress());
        Reference.reachabilityFence(requests);
        return result;
    }

    /** Destroys the queue pair: outstanding work is dropped, no memory is touched after this returns. Idempotent. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            provider.destroyQp(handle); // may refuse; then it stays open
            closed = true;
        }
        sendQueue.detach();
        receiveQueue.detach();
        domain.childClosed();
    }

    private long open() {
        if (closed) {
            throw new IllegalStateException("queue pair " + number + " is closed");
        }
        return handle;
    }
}
