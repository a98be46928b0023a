package io.sluice.pipeline.pairing;

import io.sluice.pipeline.Cause;
import java.util.ArrayDeque;
import org.agrona.collections.Long2ObjectHashMap;

/** This end's sends: announced in order, cleared by the peer, then their data goes. Guarded by the pairing's lock. */
final class Sends {
    private final Pairing pairing;
    private final int window;
    private final ArrayDeque<Request> unannounced = new ArrayDeque<>();
    private final ArrayDeque<Request> cleared = new ArrayDeque<>();
    /** Announced and not settled, by sequence. */
    private final Long2ObjectHashMap<Request> announced = new Long2ObjectHashMap<>();
    private long submitted;
    private int unanswered;
    /** Its memory is named by the frame that the wire sends now. */
    private Request inWire;

    /** @param window how many may be announced and unanswered */
    Sends(final Pairing pairing, final int window) {
        this.pairing = pairing;
        this.window = window;
    }

    long nextSequence() {
        return submitted + 1;
    }

    void add(final Request request) {
        submitted++;
        unannounced.add(request);
    }

    boolean announceNext(final Outgoing out) {
        if (unanswered == window || unannounced.isEmpty()) {
            return false;
        }
        final Request request = unannounced.remove();
        announced.put(request.sequence, request);
        unanswered++;
        out.frame().set(Frame.RTS, request.sequence, request.total());
        if (isInline(request.total())) {
            out.payloadInScratch(request.cursor.gather(out.scratch(), Pairing.MOST_INLINE));
        }
        return true;
    }

    boolean nextData(final Outgoing out) {
        final Request request = cleared.peek();
        if (request == null) {
            return false;
        }
        out.frame().set(Frame.DATA, request.sequence, 0);
        out.takeFrom(request.cursor);
        if (request.cursor.isAtEnd()) {
            cleared.remove();
        }
        inWire = request;
        return true;
    }

    void clear(final Frame frame) throws BrokenProtocolException {
        final Request request = find(frame);
        if (request.isCleared || isInline(request.total())) {
            throw new BrokenProtocolException(frame + " was not asked for");
        }
        unanswered--;
        request.isCleared = true;
        cleared.add(request);
    }

    void reject(final Frame frame) throws BrokenProtocolException {
        final Request request = find(frame);
        if (request.isCleared || frame.argument() < 0 || frame.argument() == request.total()) {
            throw new BrokenProtocolException(frame + " of a send of " + request.total() + " bytes, the receive has "
                    + frame.argument());
        }
        unanswered--;
        announced.remove(request.sequence);
        request.peerTotal = frame.argument();
        pairing.settle(request, Cause.UNEQUAL_TOTALS);
    }

    void done(final Frame frame) throws BrokenProtocolException {
        final Request request = find(frame);
        if (!request.isCleared) {
            if (!isInline(request.total())) {
                throw new BrokenProtocolException(frame + " before its data");
            }
            unanswered--;
        } else if (!request.cursor.isAtEnd()) {
            throw new BrokenProtocolException(frame + " before all of its data");
        }
        announced.remove(request.sequence);
        request.isDone = true;
        if (request != inWire) {
            pairing.settle(request, Cause.NONE);
        }
    }

    /** The wire is through with the frame before. The peer may have been quicker, and be done with all of it. */
    void letGo() {
        final Request request = inWire;
        inWire = null;
        if (request != null && request.isDone) {
            pairing.settle(request, Cause.NONE);
        }
    }

    void settleAll(final int cause) {
        announced.values().forEach(request -> pairing.settle(request, cause));
        unannounced.forEach(request -> pairing.settle(request, cause));
        announced.clear();
        unannounced.clear();
        cleared.clear();
    }

    private Request find(final Frame frame) throws BrokenProtocolException {
        final Request request = announced.get(frame.sequence());
        if (request == null) {
            throw new BrokenProtocolException(frame + ": no such send is unsettled");
        }
        return request;
    }

    static boolean isInline(final long total) {
        return total <= Pairing.MOST_INLINE;
    }
}
