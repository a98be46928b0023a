package io.sluice.pipeline.pairing;

import org.agrona.collections.LongArrayQueue;

/** Which frame goes next, and when the wire is woken for it. Guarded by the pairing's lock. */
final class Outbox {
    private final Sends sends;
    private final FramedPuts puts;
    private final WindowAgreement windows;
    /** Frames that have no payload of a request: type, sequence, argument. */
    private final LongArrayQueue said = new LongArrayQueue(Long.MIN_VALUE);
    /** Set once, before the wire starts. */
    private Runnable wake = () -> {};
    /** The sending thread has found nothing to send and not been told of more since. */
    private boolean isIdle;
    private boolean putsNext;

    Outbox(final Sends sends, final FramedPuts puts, final WindowAgreement windows) {
        this.sends = sends;
        this.puts = puts;
        this.windows = windows;
    }

    void onWork(final Runnable wakeUp) {
        wake = wakeUp;
    }

    void say(final int type, final long sequence, final long argument) {
        said.addLong(type);
        said.addLong(sequence);
        said.addLong(argument);
        work();
    }

    /** There may be something to send. */
    void work() {
        if (isIdle) {
            isIdle = false;
            wake.run();
        }
    }

    /** @param inService else only what was said goes: the peer's sends and puts that are complete here succeed there */
    boolean next(final Outgoing out, final boolean inService) {
        sends.letGo();
        final boolean found = puts.acknowledgeNext(out) || sayNext(out)
                || inService && (sends.announceNext(out) || nextData(out));
        isIdle = !found;
        return found;
    }

    private boolean sayNext(final Outgoing out) {
        if (said.isEmpty()) {
            return false;
        }
        final int type = (int) said.pollLong();
        out.frame().set(type, said.pollLong(), said.pollLong());
        if (type == Frame.WINDOW) {
            windows.made().put(out.scratch());
            out.payloadInScratch(WindowOffer.ENCODED_BYTES);
        }
        return true;
    }

    /** By turns, so that neither sends nor puts wait for all of the others. */
    private boolean nextData(final Outgoing out) {
        putsNext = !putsNext;
        return putsNext ? puts.next(out) || sends.nextData(out) : sends.nextData(out) || puts.next(out);
    }
}
