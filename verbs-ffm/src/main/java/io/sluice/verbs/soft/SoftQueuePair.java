package io.sluice.verbs.soft;

import io.sluice.verbs.AsyncEvent;
import io.sluice.verbs.Errno;
import io.sluice.verbs.QpState;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.RtrAttributes;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.VerbsException;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.soft.wire.IoLoops;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** A queue pair: its state, and its two halves. See {@link Requester} for the order of locks. */
final class SoftQueuePair extends SlotTable.Entry implements Asking {
    private final SoftContext context;
    private final SoftDevice device;
    private final long pd;
    private final SoftCompletionQueue sendQueue;
    private final SoftCompletionQueue receiveQueue;
    private final QueuePairCapacity capacity;
    private final FabricRequester fabricRequester;
    /** Replaced under the monitor in states in which nothing is posted: by a socket's in INIT, back again in RESET. */
    private volatile Requester requester;
    /** The socket, or null where requests go over the device's own fabric. Written with the requester. */
    private volatile SocketPath path;
    private final Responder responder;
    private final LocalChunk localChunk = new LocalChunk();
    /**
     * Read by anyone, at every step. Control calls change it one at a time (this object's monitor); the step to ERR may
     * come from any thread. Whoever must know that no data moves any more takes both halves' monitors after that step.
     */
    private final AtomicReference<QpState> state = new AtomicReference<>(QpState.RESET);
    /** Written before the step to RTR; the peer is looked up by its number at every request. */
    private volatile int peerNumber = -1;
    /** Written before the steps to RTR and RTS: where the peer's numbering must start, and where the own does. */
    private volatile int receivePsn;
    private volatile int sendPsn;
    /** A completion queue was lost: the receives are to be flushed by the next poll of their own queue. */
    private final AtomicBoolean flushDue = new AtomicBoolean();

    SoftQueuePair(final SoftContext context, final long pd, final SoftCompletionQueue sendQueue,
            final SoftCompletionQueue receiveQueue, final QueuePairCapacity capacity) {
        this.context = context;
        this.device = context.device();
        this.pd = pd;
        this.sendQueue = sendQueue;
        this.receiveQueue = receiveQueue;
        this.capacity = capacity;
        fabricRequester = new FabricRequester(this, sendQueue, capacity);
        requester = fabricRequester;
        responder = new Responder(this, receiveQueue, capacity, device.keys());
    }

    /** Ends the creation, once there is room for this queue pair; the ordinal is what fault plans name it by. */
    void attach(final int ordinal) {
        requester.faults(device.config().faultPlan().streamFor(ordinal));
        sendQueue.attach(this);
        receiveQueue.attach(this);
    }

    /**
     * Gives a connected socket to this queue pair as its path.
     *
     * @throws VerbsException (EINVAL) in any state but INIT, or where there is one already
     * @throws IOException    if the socket is not of use; then it is still the caller's
     */
    synchronized void attach(final SocketChannel channel, final IoLoops loops) throws IOException {
        if (state.get() != QpState.INIT || path != null) {
            throw new VerbsException(Errno.EINVAL,
                    "queue pair " + number() + " takes a socket in state INIT, once; it is "
                            + (path != null ? "attached already" : "in " + state.get()));
        }
        final SocketPath attached = new SocketPath(this, channel, loops);
        attached.requester().faults(fabricRequester.faults());
        requester = attached.requester();
        path = attached;
    }

    WireRequester wireRequester(final SocketPath toPath) {
        return new WireRequester(this, sendQueue, capacity, toPath);
    }

    SocketPath path() {
        return path;
    }

    int peerNumber() {
        return peerNumber;
    }

    int receivePsn() {
        return receivePsn;
    }

    SoftDevice device() {
        return device;
    }

    long pd() {
        return pd;
    }

    QueuePairCapacity capacity() {
        return capacity;
    }

    int number() {
        return device.numberOf(this);
    }

    QpState state() {
        return state.get();
    }

    Responder responder() {
        return responder;
    }

    LocalChunk localChunk() {
        return localChunk;
    }

    int postSend(final long first, final long badWr) {
        return requester.post(first, badWr);
    }

    int postReceive(final long first, final long badWr) {
        return responder.post(first, badWr);
    }

    /**
     * A completion queue of this queue pair is polled. What completes on the other one waits for a poll of that: when a
     * request runs does not depend on who else shares a queue.
     */
    void progress(final SoftCompletionQueue polled) {
        if (polled == sendQueue) {
            requester.progress();
        }
        if (polled == receiveQueue && flushDue.getAndSet(false)) {
            receiveQueue.holds(false);
            responder.flushIfInError();
        }
    }

    synchronized void toInit(final int access) {
        expect(QpState.RESET, QpState.INIT);
        responder.access(access);
        step(QpState.RESET, QpState.INIT);
    }

    synchronized void toReadyToReceive(final RtrAttributes attributes) {
        expect(QpState.INIT, QpState.RTR);
        responder.ready(attributes);
        receivePsn = attributes.receivePsn();
        peerNumber = attributes.destQpNumber();
        step(QpState.INIT, QpState.RTR);
        if (path != null) {
            path.open(attributes.maxDestRdAtomic());
        }
    }

    synchronized void toReadyToSend(final RtsAttributes attributes) {
        expect(QpState.RTR, QpState.RTS);
        requester.ready(attributes);
        sendPsn = attributes.sendPsn();
        step(QpState.RTR, QpState.RTS);
        if (path != null) {
            path.start();
        }
    }

    synchronized void toError() {
        if (state.get() == QpState.RESET) {
            throw refused(QpState.RESET, QpState.ERR);
        }
        enterError();
        requester.flushHeld();
        responder.flush();
        if (path != null) {
            path.release();
        }
    }

    synchronized void toReset() {
        state.set(QpState.RESET); // what runs stops at its next chunk
        peerNumber = -1;
        requester.drop();
        responder.drop();
        if (path != null) {
            path.release();
            path = null;
            requester = fabricRequester;
            fabricRequester.drop(); // and with it, the credit of before
        }
        if (flushDue.getAndSet(false)) {
            receiveQueue.holds(false);
        }
    }

    /** As RESET, and out of all tables. */
    void destroy() {
        toReset();
        sendQueue.detach(this);
        receiveQueue.detach(this);
    }

    /** Null where the number belongs to no queue pair. */
    SoftQueuePair peer() {
        return device.byNumber(peerNumber);
    }

    /**
     * Whether a request of that peer is answered here: in service, and connected to it. Holds for as long as the
     * responder's monitor is held, but for the step to ERR: a reset takes that monitor before it can be undone.
     */
    boolean answers(final Asking asking) {
        final QpState now = state.get();
        return (now == QpState.RTR || now == QpState.RTS) && asking.isPeerOf(this);
    }

    @Override
    public boolean isPeerOf(final SoftQueuePair asked) {
        return asked.path == null && asked.peerNumber == number() && asked.receivePsn == sendPsn;
    }

    /** The step to ERR alone: stops what runs at its next chunk; flushing is up to the caller. */
    void enterError() {
        QpState now;
        do {
            now = state.get();
        } while (now != QpState.RESET && now != QpState.ERR && !state.compareAndSet(now, QpState.ERR));
    }

    void flushReceives() {
        responder.flush();
    }

    /** The peer's request broke a rule here: this side fails too. Sends held back are flushed by the next poll. */
    boolean failFromPeer(final Asking asking, final int status) {
        final boolean failed = responder.fail(asking);
        if (failed) {
            context.raise(status == WcStatus.REM_ACCESS_ERR
                    ? AsyncEvent.Type.QP_ACCESS_ERR
                    : AsyncEvent.Type.QP_REQ_ERR, number());
        }
        return failed;
    }

    /** A completion queue was lost; called under its monitor, so nothing is flushed here but by the next poll. */
    void failWithoutLock() {
        enterError();
        if (flushDue.compareAndSet(false, true)) {
            receiveQueue.holds(true);
        }
        final SocketPath attached = path;
        if (attached != null) {
            attached.look();
        }
    }

    void raiseFatal() {
        context.raise(AsyncEvent.Type.QP_FATAL, number());
    }

    void countFaults(final int faults) {
        device.countFaults(faults);
    }

    private void expect(final QpState from, final QpState to) {
        if (state.get() != from) {
            throw refused(state.get(), to);
        }
    }

    /** Fails where an error came in between. */
    private void step(final QpState from, final QpState to) {
        if (!state.compareAndSet(from, to)) {
            throw refused(state.get(), to);
        }
    }

    private VerbsException refused(final QpState from, final QpState to) {
        return new VerbsException(Errno.EINVAL, "queue pair " + number() + " cannot go from " + from + " to " + to);
    }
}
