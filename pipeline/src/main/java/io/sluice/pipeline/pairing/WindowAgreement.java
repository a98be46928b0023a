package io.sluice.pipeline.pairing;

import io.sluice.pipeline.Cause;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * How the two ends come to one choice: each offers, each acknowledges the other's offer, and when both have both
 * acknowledgements the window holds. An offer may be withdrawn until its owner has acknowledged the peer's. Guarded by
 * the pairing's lock.
 */
final class WindowAgreement {
    private final Pairing pairing;
    private final ReentrantLock lock;
    /** Signalled when a frame has come, or the connection has failed. */
    private final Condition changed;
    private Window ownWindow;
    /** What stands from here; null if nothing. */
    private WindowOffer own;
    /** The last that was made, also if it was withdrawn before it went out. */
    private WindowOffer made = WindowOffer.NONE;
    private long ownRound;
    private WindowOffer peer;
    private long peerRound;
    private boolean ownAcknowledged;
    /** Where this end writes, if it can. Set by its acknowledgement. */
    private WritePath path;
    private boolean peerAcknowledged;
    private boolean peerCanWrite;
    private WindowPath result = WindowPath.NONE;
    /** The round of this end that ended with the result. */
    private long concludedRound;

    WindowAgreement(final Pairing pairing, final ReentrantLock lock, final Condition changed) {
        this.pairing = pairing;
        this.lock = lock;
        this.changed = changed;
    }

    boolean isPending() {
        return own != null && result == WindowPath.NONE;
    }

    WindowPath result() {
        return result;
    }

    Window window() {
        return ownWindow;
    }

    /** Bytes into which this end may put. */
    long peerDataBytes() {
        return peer.bytes() - Window.SIGNAL_BYTES;
    }

    WindowOffer made() {
        return made;
    }

    WindowOffer peer() {
        return peer;
    }

    /** {@link Pairing#agree}, under the lock. */
    int agree(final Window window, final WindowOffer offer, final Function<WindowOffer, WritePath> reach,
            final long timeoutNs) throws InterruptedException {
        if (own != null) {
            throw new IllegalStateException("the connection has a window, or is being given one");
        }
        if (window != null) {
            window.signal(0);
        }
        ownWindow = window;
        own = offer;
        made = offer;
        ownRound++;
        pairing.say(Frame.WINDOW, ownRound, 0);
        try {
            return await(ownRound, reach, timeoutNs);
        } catch (final InterruptedException e) {
            giveUp(Cause.CONNECTION_CLOSED);
            throw e;
        }
    }

    private int await(final long round, final Function<WindowOffer, WritePath> reach, final long timeoutNs)
            throws InterruptedException {
        long left = timeoutNs;
        while (pairing.failure() == Cause.NONE && concludedRound < round) {
            if (peer != null && !ownAcknowledged) {
                acknowledge(reach);
            } else if (left <= 0) {
                return giveUp(Cause.PEER_UNREACHABLE);
            } else {
                left = changed.awaitNanos(left);
            }
        }
        return pairing.failure();
    }

    private void acknowledge(final Function<WindowOffer, WritePath> reach) {
        final WindowOffer theirs = peer;
        WritePath found = null;
        if (own.isPresent() && own.oneSided() && theirs.isPresent() && theirs.oneSided()) {
            lock.unlock(); // reaching may ask the peer
            try {
                found = reach.apply(theirs);
            } finally {
                lock.lock();
            }
        }
        if (peer == theirs && pairing.failure() == Cause.NONE) { // else it was withdrawn meanwhile
            path = found;
            ownAcknowledged = true;
            pairing.say(Frame.WINDOW_ACK, peerRound, found == null ? 0 : 1);
            conclude();
        }
    }

    /** Who has acknowledged cannot take it back: the peer may hold the window by now. */
    private int giveUp(final int cause) {
        if (ownAcknowledged) {
            pairing.fail(cause);
            return pairing.failure();
        }
        own = null;
        ownWindow = null;
        pairing.say(Frame.WINDOW_WITHDRAWN, ownRound, 0);
        return Cause.DEADLINE;
    }

    void offered(final Frame frame, final WindowOffer offer) throws BrokenProtocolException {
        if (peer != null || frame.sequence() != peerRound + 1) {
            throw new BrokenProtocolException(frame + " was not due");
        }
        peer = offer;
        peerRound = frame.sequence();
    }

    void acknowledged(final Frame frame) throws BrokenProtocolException {
        if (frame.sequence() > ownRound || peer == null || frame.argument() >>> 1 != 0) {
            throw new BrokenProtocolException(frame + " of an offer that was not made");
        }
        if (own == null || frame.sequence() != ownRound || result != WindowPath.NONE) {
            return; // that offer was withdrawn before it was acknowledged
        }
        peerAcknowledged = true;
        peerCanWrite = frame.argument() == 1;
        conclude();
    }

    void withdrawn(final Frame frame) throws BrokenProtocolException {
        if (peer == null || frame.sequence() != peerRound || peerAcknowledged || result != WindowPath.NONE) {
            throw new BrokenProtocolException(frame + " of an offer that does not stand");
        }
        peer = null;
        ownAcknowledged = false;
    }

    private void conclude() {
        if (!ownAcknowledged || !peerAcknowledged) {
            return;
        }
        concludedRound = ownRound;
        if (!own.isPresent() || !peer.isPresent()) {
            own = null; // no window: both may offer again
            ownWindow = null;
            peer = null;
        } else if (path != null && peerCanWrite) {
            result = WindowPath.ONE_SIDED;
            pairing.writeBy(path);
        } else {
            result = WindowPath.TWO_SIDED;
        }
        ownAcknowledged = false;
        peerAcknowledged = false;
    }
}
