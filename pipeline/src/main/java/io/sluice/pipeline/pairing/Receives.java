package io.sluice.pipeline.pairing;

import io.sluice.pipeline.Cause;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/**
 * This end's receives, and the peer's sends that wait for one: the n-th meets the n-th. Guarded by the pairing's lock,
 * but for the cursor of the receive that is being filled, which is the wire's reader's.
 */
final class Receives {
    private final Pairing pairing;
    private final int window;
    private final ArrayDeque<Request> waiting = new ArrayDeque<>();
    private final ArrayDeque<Arrival> arrivals = new ArrayDeque<>();
    private final ArrayDeque<Arrival> spare = new ArrayDeque<>();
    /** Cleared, in order: the data comes in this order. */
    private final ArrayDeque<Request> filling = new ArrayDeque<>();
    private long submitted;
    private long arrived;

    /** A send of the peer that no receive has met. */
    private static final class Arrival {
        private long sequence;
        private long total;
        private MemorySegment inline;
    }

    /** @param window how many sends the peer may announce before they are answered */
    Receives(final Pairing pairing, final int window) {
        this.pairing = pairing;
        this.window = window;
    }

    long nextSequence() {
        return submitted + 1;
    }

    void add(final Request request) {
        submitted++;
        final Arrival arrival = arrivals.poll();
        if (arrival == null) {
            waiting.add(request);
        } else {
            meet(request, arrival.total, arrival.inline);
            spare.add(arrival);
        }
    }

    /** @param inline all of the data, where it is small; it is copied */
    void announced(final Frame frame, final MemorySegment inline) throws BrokenProtocolException {
        final long total = frame.argument();
        if (frame.sequence() != arrived + 1) {
            throw new BrokenProtocolException(frame + " where RTS " + (arrived + 1) + " was due");
        }
        if (total < 0 || frame.payloadBytes() != (Sends.isInline(total) ? total : 0)) {
            throw new BrokenProtocolException(frame + " of " + total + " bytes carries " + frame.payloadBytes());
        }
        if (arrivals.size() == window) {
            throw new BrokenProtocolException(frame + ": " + window + " before it are unanswered, the most allowed");
        }
        arrived++;
        final Request request = waiting.poll();
        if (request != null) {
            meet(request, total, inline);
        } else {
            arrivals.add(keep(frame.sequence(), total, inline));
        }
    }

    private Arrival keep(final long sequence, final long total, final MemorySegment inline) {
        final Arrival arrival = spare.isEmpty() ? new Arrival() : spare.remove();
        arrival.sequence = sequence;
        arrival.total = total;
        if (Sends.isInline(total)) {
            if (arrival.inline == null) {
                arrival.inline = Arena.ofAuto().allocate(Pairing.MOST_INLINE);
            }
            MemorySegment.copy(inline, 0, arrival.inline, 0, total);
        }
        return arrival;
    }

    private void meet(final Request request, final long total, final MemorySegment inline) {
        if (total != request.total()) {
            request.peerTotal = total;
            pairing.say(Frame.REJECT, request.sequence, request.total());
            pairing.settle(request, Cause.UNEQUAL_TOTALS);
        } else if (!Sends.isInline(total)) {
            filling.add(request);
            pairing.say(Frame.CTS, request.sequence, 0);
        } else {
            try {
                request.cursor.fill(inline);
            } catch (final RuntimeException e) { // its arena was closed meanwhile
                pairing.settle(request, Cause.CONNECTION_CLOSED);
                pairing.fail(Cause.CONNECTION_CLOSED);
                return;
            }
            complete(request);
        }
    }

    /** The receive whose next bytes come. */
    Request fill(final Frame frame) throws BrokenProtocolException {
        final Request request = filling.peek();
        if (request == null || request.sequence != frame.sequence()) {
            throw new BrokenProtocolException(frame + " where "
                    + (request == null ? "none" : "DATA " + request.sequence) + " was due");
        }
        if (frame.payloadBytes() == 0 || frame.payloadBytes() > request.left) {
            throw new BrokenProtocolException(
                    frame + " carries " + frame.payloadBytes() + " bytes, " + request.left + " are missing");
        }
        return request;
    }

    /** That many bytes more are in place. */
    void filled(final Request request, final int bytes) {
        request.left -= bytes;
        if (request.left == 0) {
            filling.remove();
            complete(request);
        }
    }

    private void complete(final Request request) {
        pairing.say(Frame.DONE, request.sequence, 0);
        pairing.settle(request, Cause.NONE);
    }

    void settleAll(final int cause) {
        filling.forEach(request -> pairing.settle(request, cause));
        waiting.forEach(request -> pairing.settle(request, cause));
        filling.clear();
        waiting.clear();
        arrivals.clear();
    }
}
