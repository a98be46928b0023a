package io.sluice.pipeline.pairing;

import io.sluice.pipeline.Cause;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** What the peer says, handed to the part that it is for. The wire's receiving thread alone. */
final class Incoming {
    private final Pairing pairing;
    private final Sends sends;
    private final Receives receives;
    private final FramedPuts puts;
    private final WindowAgreement windows;
    private final MemorySegment small = Arena.ofAuto().allocate(Pairing.MOST_INLINE);
    /** The receive whose data comes; from one step under the lock to the next. */
    private Request filling;

    Incoming(final Pairing pairing, final Sends sends, final Receives receives, final FramedPuts puts,
            final WindowAgreement windows) {
        this.pairing = pairing;
        this.sends = sends;
        this.receives = receives;
        this.puts = puts;
        this.windows = windows;
    }

    void received(final Frame frame, final Payload payload) throws IOException {
        switch (frame.type()) {
            case Frame.DATA -> fill(frame, payload);
            case Frame.PUT_DATA -> place(frame, payload);
            default -> {
                if (frame.payloadBytes() > Pairing.MOST_INLINE) {
                    throw new BrokenProtocolException(frame + " carries " + frame.payloadBytes() + " bytes");
                }
                if (frame.payloadBytes() > 0) {
                    payload.into(small, 0, frame.payloadBytes());
                }
                pairing.whileInService(() -> take(frame));
            }
        }
    }

    private void fill(final Frame frame, final Payload payload) throws IOException {
        filling = null;
        pairing.whileInService(() -> filling = receives.fill(frame));
        if (filling != null) {
            filling.cursor.scatter(payload, frame.payloadBytes());
            pairing.whileInService(() -> receives.filled(filling, frame.payloadBytes()));
        }
    }

    private void place(final Frame frame, final Payload payload) throws IOException {
        pairing.whileInService(() -> puts.check(frame, window(frame)));
        if (pairing.failure() == Cause.NONE) {
            payload.into(windows.window().memory(), frame.argument(), frame.payloadBytes());
        }
    }

    private Window window(final Frame frame) throws BrokenProtocolException {
        if (windows.result() != WindowPath.TWO_SIDED) {
            throw new BrokenProtocolException(frame + " without a window for it");
        }
        return windows.window();
    }

    private void take(final Frame frame) throws BrokenProtocolException {
        final int expected = switch (frame.type()) {
            case Frame.RTS -> frame.payloadBytes(); // looked at with its total
            case Frame.WINDOW -> WindowOffer.ENCODED_BYTES;
            default -> 0;
        };
        if (frame.payloadBytes() != expected) {
            throw new BrokenProtocolException(frame + " carries " + frame.payloadBytes() + " bytes");
        }
        switch (frame.type()) {
            case Frame.RTS -> receives.announced(frame, small);
            case Frame.CTS -> sends.clear(frame);
            case Frame.REJECT -> sends.reject(frame);
            case Frame.DONE -> sends.done(frame);
            case Frame.PUT_END -> puts.placed(frame, window(frame));
            case Frame.PUT_DONE -> puts.done(frame);
            case Frame.WINDOW -> windows.offered(frame, WindowOffer.get(small));
            case Frame.WINDOW_ACK -> windows.acknowledged(frame);
            case Frame.WINDOW_WITHDRAWN -> windows.withdrawn(frame);
            case Frame.GOODBYE -> pairing.fail(Cause.PEER_CLOSED);
            default -> throw new BrokenProtocolException(frame + " is not for here");
        }
    }
}
