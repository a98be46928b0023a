package io.sluice.pipeline.pairing;

import io.sluice.pipeline.Cause;
import java.util.ArrayDeque;

/**
 * Puts where the device cannot write by itself: their data goes in frames, and the receiver places it in its window and
 * raises the signal word. Guarded by the pairing's lock.
 */
final class FramedPuts {
    private final Pairing pairing;
    private final ArrayDeque<Request> going = new ArrayDeque<>();
    /** Gone, and not acknowledged. */
    private final ArrayDeque<Request> gone = new ArrayDeque<>();
    /** Puts of the peer that are in place here. */
    private long placed;
    private long acknowledged;

    FramedPuts(final Pairing pairing) {
        this.pairing = pairing;
    }

    void add(final Request request) {
        going.add(request);
    }

    boolean next(final Outgoing out) {
        final Request request = going.peek();
        if (request == null) {
            return false;
        }
        if (request.cursor.isAtEnd()) {
            out.frame().set(Frame.PUT_END, request.sequence, 0);
            gone.add(going.remove());
        } else {
            out.frame().set(Frame.PUT_DATA, request.sequence, request.cursor.remoteOffset());
            out.takeContiguous(request.cursor);
        }
        return true;
    }

    /** The peer has placed all up to that one. Each has left the wire: its end went after its data. */
    void done(final Frame frame) throws BrokenProtocolException {
        if (gone.isEmpty() || frame.sequence() < gone.peek().sequence || frame.sequence() > gone.peekLast().sequence) {
            throw new BrokenProtocolException(frame + ": no such put has gone");
        }
        while (!gone.isEmpty() && gone.peek().sequence <= frame.sequence()) {
            pairing.settle(gone.remove(), Cause.NONE);
        }
    }

    /** Whether data of the peer's put may be placed in the window there. */
    void check(final Frame frame, final Window window) throws BrokenProtocolException {
        due(frame);
        if (frame.payloadBytes() == 0 || !window.contains(frame.argument(), frame.payloadBytes())) {
            throw new BrokenProtocolException(frame + ": offset " + frame.argument() + " with " + frame.payloadBytes()
                    + " bytes is not inside a window of " + window.dataBytes());
        }
    }

    void placed(final Frame frame, final Window window) throws BrokenProtocolException {
        due(frame);
        placed++;
        window.signal(placed);
    }

    boolean acknowledgeNext(final Outgoing out) {
        if (acknowledged == placed) {
            return false;
        }
        acknowledged = placed;
        out.frame().set(Frame.PUT_DONE, placed, 0);
        return true;
    }

    void settleAll(final int cause) {
        gone.forEach(request -> pairing.settle(request, cause));
        going.forEach(request -> pairing.settle(request, cause));
        gone.clear();
        going.clear();
    }

    private void due(final Frame frame) throws BrokenProtocolException {
        if (frame.sequence() != placed + 1) {
            throw new BrokenProtocolException(frame + " where put " + (placed + 1) + " was due");
        }
    }
}
