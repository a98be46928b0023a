package io.sluice.pipeline.pairing;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.ResultCode;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;

/**
 * One end of a connection between two agents: what was submitted and what the peer said, and what follows from both.
 *
 * <p>One lock guards all of it, held for bookkeeping and for copies of at most {@link #MOST_INLINE} bytes. Callers
 * submit under it; the wire's one sending thread asks for frames ({@link #next}), its one receiving thread hands in what
 * came ({@link #received}); the data itself moves outside of it. It fails once: from then on nothing is taken, and when
 * the wire has let go of all memory ({@link #wireEnded}) every request settles with the first cause.
 */
public final class Pairing {
    /** A send of at most this many bytes goes with its announcement. */
    public static final int MOST_INLINE = 8 << 10;
    /** Most sends that may be announced and unanswered. */
    public static final int MOST_WINDOW = 1 << 16;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Incoming incoming;
    private final RequestTable table;
    private final IntSupplier below;
    private final IntConsumer onFailure;
    private final Sends sends;
    private final Receives receives;
    private final FramedPuts framedPuts;
    private final WindowAgreement windows = new WindowAgreement(this, lock, changed);
    private OneSidedPuts oneSidedPuts;
    private final Outbox outbox;
    private long puts;
    private long waits;
    private int unsettled;
    /** First cause, NONE while in service. Written under the lock; read also without it. */
    private volatile int failure = Cause.NONE;
    /** Slots that its requests hold. */
    private final AtomicInteger held = new AtomicInteger();

    /**
     * @param table      of all connections
     * @param pairWindow how many sends may be announced and unanswered, the same at both ends; 1 to 65,536
     * @param below      why what carries it has failed, NONE while it is in service; asked by any thread, under the lock
     * @param onFailure  told once of the first cause, by any thread, under the lock: it must not block
     */
    public Pairing(final RequestTable table, final int pairWindow, final IntSupplier below,
            final IntConsumer onFailure) {
        if (pairWindow < 1 || pairWindow > MOST_WINDOW) {
            throw new IllegalArgumentException("pairWindow " + pairWindow + " is not in 1.." + MOST_WINDOW);
        }
        this.table = table;
        this.below = below;
        this.onFailure = onFailure;
        sends = new Sends(this, pairWindow);
        receives = new Receives(this, pairWindow);
        framedPuts = new FramedPuts(this);
        outbox = new Outbox(sends, framedPuts, windows);
        incoming = new Incoming(this, sends, receives, framedPuts, windows);
    }

    /** @param wakeUp run when {@link #next} has something after it had nothing; it must not block */
    public void onWork(final Runnable wakeUp) {
        outbox.onWork(wakeUp);
    }

    // What callers submit: an id, or a negative ResultCode.

    public long send(final Pieces pieces) {
        return submit(Request.Kind.SEND, pieces);
    }

    public long receive(final Pieces pieces) {
        return submit(Request.Kind.RECEIVE, pieces);
    }

    /** @throws IllegalArgumentException naming the piece that is not inside the windows */
    public long put(final Pieces pieces) {
        return submit(Request.Kind.PUT, pieces);
    }

    /** Waits for the peer's next put; the pieces tell nothing. */
    public long awaitPut(final Pieces pieces) {
        return submit(Request.Kind.WAIT, pieces);
    }

    private long submit(final Request.Kind kind, final Pieces pieces) {
        lock.lock();
        try {
            if (failure != Cause.NONE) {
                return ResultCode.CLOSED;
            }
            if (windows.isPending()) {
                return ResultCode.WINDOW_PENDING;
            }
            final boolean needsWindow = kind == Request.Kind.PUT || kind == Request.Kind.WAIT;
            if (needsWindow && windows.result() == WindowPath.NONE) {
                return ResultCode.NO_WINDOW;
            }
            if (kind == Request.Kind.PUT) {
                PutRules.check(pieces, windows.window(), windows.peerDataBytes());
            }
            // Held no more than free: so a connection that stands still leaves slots to the others.
            final Request request = held.get() > table.free() ? null : table.take();
            return request == null ? ResultCode.BACK_PRESSURED : begin(request, kind, pieces);
        } finally {
            lock.unlock();
        }
    }

    private long begin(final Request request, final Request.Kind kind, final Pieces pieces) {
        request.begin(this, kind, pieces, switch (kind) {
            case SEND -> sends.nextSequence();
            case RECEIVE -> receives.nextSequence();
            case PUT -> puts + 1;
            case WAIT -> waits + 1;
        });
        held.incrementAndGet();
        unsettled++;
        final long id = table.activate(request);
        int code = ResultCode.OK;
        switch (kind) {
            case SEND -> sends.add(request);
            case RECEIVE -> receives.add(request);
            case WAIT -> waits++;
            case PUT -> code = addPut(request);
        }
        if (code != ResultCode.OK) {
            unsettled--;
            request.pieces.clear();
            table.giveBack(request);
            held.decrementAndGet();
            return code;
        }
        outbox.work();
        return id;
    }

    private int addPut(final Request request) {
        int code = ResultCode.OK;
        if (oneSidedPuts == null) {
            framedPuts.add(request);
        } else {
            code = oneSidedPuts.add(request);
        }
        if (code == ResultCode.OK) {
            puts++;
        }
        return code;
    }

    // What the wire does.

    /**
     * The next frame to send. The payload of the one before is no longer the wire's.
     *
     * @return false if there is none: {@link #onWork} tells when there is again
     */
    public boolean next(final Outgoing out) {
        lock.lock();
        try {
            return outbox.next(out, failure == Cause.NONE);
        } finally {
            lock.unlock();
        }
    }

    /**
     * A frame has come. By the wire's receiving thread alone; blocks as the payload does.
     *
     * @throws BrokenProtocolException if the peer may not say that: the wire ends
     */
    public void received(final Frame frame, final Payload payload) throws IOException {
        incoming.received(frame, payload);
    }

    /** The wire is through: no thread of it touches memory of requests from here on. Everything settles. */
    public void wireEnded() {
        lock.lock();
        try {
            fail(Cause.PEER_CLOSED);
            sends.letGo();
            sends.settleAll(failure);
            receives.settleAll(failure);
            framedPuts.settleAll(failure);
        } finally {
            lock.unlock();
        }
    }

    // What the device has written.

    /** @param cause NONE if all data of that put is in the peer's memory */
    public void putWritten(final long put, final int cause) {
        lock.lock();
        try {
            oneSidedPuts.written(put, cause);
        } finally {
            lock.unlock();
        }
    }

    /** @param cause NONE if the signal is in the peer's memory */
    public void signalWritten(final int cause) {
        lock.lock();
        try {
            oneSidedPuts.signalled(cause);
        } finally {
            lock.unlock();
        }
    }

    // Windows.

    /**
     * Agrees with the peer on windows; both call it. Blocks.
     *
     * @param window    this end's, null for none; its signal word is zeroed
     * @param offer     of it
     * @param reach     makes the way to the peer's window, where both can; null if there is none
     * @param timeoutNs for the peer to do the same
     * @return NONE: the same was concluded at both ends; DEADLINE: the peer has not come, nothing has changed; or why
     *         the connection has failed
     * @throws IllegalStateException if there is a window or one is being agreed on, or requests are unsettled
     * @throws InterruptedException  if interrupted; then nothing has changed, or the connection has failed
     */
    public int agree(final Window window, final WindowOffer offer, final Function<WindowOffer, WritePath> reach,
            final long timeoutNs) throws InterruptedException {
        lock.lock();
        try {
            if (unsettled > 0) {
                throw new IllegalStateException(
                        unsettled + " requests are open: a window is registered before the first or after the last");
            }
            return windows.agree(window, offer, reach, timeoutNs);
        } finally {
            lock.unlock();
        }
    }

    void writeBy(final WritePath path) {
        oneSidedPuts = new OneSidedPuts(this, path);
    }

    /** Whether puts are written by the device; the same at both ends. */
    public boolean isOneSided() {
        lock.lock();
        try {
            return windows.result() == WindowPath.ONE_SIDED;
        } finally {
            lock.unlock();
        }
    }

    /** This end's window, null while there is none. */
    public Window window() {
        lock.lock();
        try {
            return windows.result() == WindowPath.NONE ? null : windows.window();
        } finally {
            lock.unlock();
        }
    }

    /** What the peer has said of its window, null while there is none. */
    public WindowOffer peerWindow() {
        lock.lock();
        try {
            return windows.result() == WindowPath.NONE ? null : windows.peer();
        } finally {
            lock.unlock();
        }
    }

    // Ends.

    /**
     * Ends it, with that cause if it is the first. The peer is told. A failure below is known there first: what follows
     * from it, as a peer that says goodbye, may be known here before it is told.
     */
    public void fail(final int cause) {
        lock.lock();
        try {
            if (failure == Cause.NONE) {
                final int first = below.getAsInt();
                failure = first == Cause.NONE ? cause : first;
                say(Frame.GOODBYE, 0, 0);
                if (oneSidedPuts != null) {
                    oneSidedPuts.settleAll(failure);
                }
                changed.signalAll();
                onFailure.accept(failure);
            }
        } finally {
            lock.unlock();
        }
    }

    /** First cause, NONE while it is in service. */
    public int failure() {
        return failure;
    }

    /** Requests that have not settled. */
    public int unsettled() {
        lock.lock();
        try {
            return unsettled;
        } finally {
            lock.unlock();
        }
    }

    // For its parts, under the lock.

    /** Takes the lock for a step; what came after the failure says nothing any more. */
    void whileInService(final Step step) throws BrokenProtocolException {
        lock.lock();
        try {
            if (failure == Cause.NONE) {
                step.run();
                changed.signalAll();
                outbox.work();
            }
        } finally {
            lock.unlock();
        }
    }

    /** What may find that the peer broke the protocol. */
    interface Step {
        void run() throws BrokenProtocolException;
    }

    void say(final int type, final long sequence, final long argument) {
        outbox.say(type, sequence, argument);
    }

    void settle(final Request request, final int cause) {
        if (table.settle(request, request.word, cause)) {
            unsettled--;
        }
    }

    // For the table, without it.

    /** Settles a WAIT that was found in progress with that word, if the signal is there or cannot come any more. */
    void lookForSignal(final Request request, final long word) {
        final int failed = failure; // before the signal: who has it succeeds, whatever came after
        final boolean isThere = windows.window().signal() >= request.sequence;
        if ((isThere || failed != Cause.NONE)
                && table.settle(request, word, isThere ? Cause.NONE : failed)) {
            lock.lock();
            unsettled--;
            lock.unlock();
        }
    }

    void released() {
        held.decrementAndGet();
    }
}
