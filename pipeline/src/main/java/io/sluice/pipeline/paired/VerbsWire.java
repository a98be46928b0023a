package io.sluice.pipeline.paired;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.pairing.BrokenProtocolException;
import io.sluice.pipeline.pairing.Frame;
import io.sluice.pipeline.pairing.Outgoing;
import io.sluice.pipeline.pairing.Pairing;
import io.sluice.pipeline.pairing.Payload;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WorkCompletions;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A wire of sends and receives. Each frame is one send, out of a bounce buffer and into one; so requests need no
 * registered memory, and what a connection pins is bounded. A frame takes a credit, a receive that the peer has posted;
 * credits come back in the frames of the other direction, or in one of their own for which the last credit is kept: so
 * no send ever finds no receive. One thread does all, and sleeps when there is nothing to do.
 */
final class VerbsWire implements Wire {
    private static final Logger LOG = LoggerFactory.getLogger(PairedEngine.class);
    /** Where the device tells of completions only if it is polled. */
    private static final long POLL_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private final String name;
    private final MessageQueuePair queuePair;
    private final Pairing pairing;
    private final int slots;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Thread thread;
    private final ByteBuffer memory;
    /** There may be something to do. Set by any thread, cleared by the wire's own. */
    private volatile boolean woken;
    private volatile boolean aborted;
    // The thread's own.
    private final Frame frame = new Frame();
    private final Payload payload = this::copyOut;
    private long payloadAt;
    private final Outgoing outgoing;
    /** Behind the header of each slot to send from. */
    private final MemorySegment[] scratches;
    private final int[] freeSlots;
    private int free;
    /** A work request has failed: nothing goes any more. */
    private boolean isBroken;
    /** Receives of the peer that are posted and not taken. */
    private int credits;
    /** Receives posted here that the peer does not know of. */
    private int owed;

    /** @param slots agreed */
    VerbsWire(final String name, final MessageQueuePair queuePair, final Pairing pairing, final int slots) {
        this.name = name;
        this.queuePair = queuePair;
        this.pairing = pairing;
        this.slots = slots;
        memory = queuePair.memory().asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        outgoing = new Outgoing(queuePair.memory(), MessageQueuePair.MOST_PAYLOAD);
        freeSlots = new int[slots];
        scratches = new MemorySegment[slots];
        for (int slot = 0; slot < slots; slot++) {
            scratches[slot] = queuePair.memory().asSlice(queuePair.sendOffset(slot) + Frame.HEADER_BYTES,
                    MessageQueuePair.MOST_PAYLOAD);
            freeSlots[free++] = slot;
        }
        credits = slots;
        thread = Thread.ofVirtual().name("paired-wire-" + name).unstarted(this::run);
        queuePair.onCompletion(this::wake);
        pairing.onWork(this::wake);
    }

    @Override
    public void start() {
        thread.start();
    }

    @Override
    public void abort() {
        aborted = true;
        wake();
    }

    @Override
    public CompletableFuture<Void> ended() {
        return ended;
    }

    private void wake() {
        woken = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        try {
            while (!aborted && duty()) {
                Thread.onSpinWait();
            }
        } catch (final BrokenProtocolException e) {
            LOG.warn("{}: the peer broke the protocol: {}", name, e.getMessage());
            pairing.fail(Cause.PROTOCOL);
        } catch (final IOException | RuntimeException e) {
            LOG.warn("{}: the wire failed", name, e);
            pairing.fail(Cause.CONNECTION_CLOSED);
        } finally {
            pairing.wireEnded();
            try {
                queuePair.close();
            } catch (final RuntimeException e) {
                LOG.error("{}: a queue pair stays with the device", name, e);
            }
            ended.complete(null);
        }
    }

    /** One cycle; sleeps if there was nothing to do. False: it is through. */
    private boolean duty() throws IOException {
        woken = false;
        int done = take();
        boolean hasMore = true;
        while (free > 0 && credits > 1 && (hasMore = pairing.next(outgoing))) {
            post(outgoing);
            prepare();
            done++;
        }
        if (owed >= slots / 2 && free > 0 && credits > 0) { // the peer may have none left, and nothing else goes
            outgoing.frame().set(Frame.CREDIT, 0, 0);
            post(outgoing);
            prepare();
            done++;
        }
        final int failure = pairing.failure();
        if (isBroken || failure != Cause.NONE
                && (!hasMore && free == slots || Cause.kind(failure) == Cause.PEER_CLOSED)) {
            return false; // all is said, or nobody is left to say goodbye to
        }
        if (done == 0) {
            sleep();
        }
        return true;
    }

    private void sleep() throws IOException {
        if (!queuePair.requestNotify()) {
            LockSupport.parkNanos(this, POLL_NS);
            return;
        }
        if (take() > 0) { // came before it was asked to tell
            return;
        }
        while (!woken && !aborted) { // woken may have been cleared since
            LockSupport.park(this);
        }
    }

    private int take() throws IOException {
        final int count = queuePair.poll();
        if (count < 0) {
            throw new IOException("the completion queue overran");
        }
        final WorkCompletions completions = queuePair.completions();
        for (int i = 0; i < count; i++) {
            final long wrId = completions.wrId(i);
            if (completions.status(i) != WcStatus.SUCCESS) {
                isBroken = true;
                pairing.fail(Cause.WORK_REQUEST | completions.status(i));
            } else if ((wrId & MessageQueuePair.SEND) != 0) {
                freeSlots[free++] = (int) wrId;
            } else {
                received((int) wrId, completions.byteLength(i));
            }
        }
        prepare();
        return count;
    }

    /** The next frame is gathered where it will be sent from. */
    private void prepare() {
        if (free > 0) {
            outgoing.scratch(scratches[freeSlots[free - 1]]);
        }
    }

    private void received(final int slot, final int bytes) throws IOException {
        final int start = (int) queuePair.receiveOffset(slot);
        if (bytes < Frame.HEADER_BYTES) {
            throw new BrokenProtocolException("a message of " + bytes + " bytes");
        }
        frame.get(memory.position(start));
        if (frame.payloadBytes() != bytes - Frame.HEADER_BYTES) {
            throw new BrokenProtocolException(frame + " of " + frame.payloadBytes() + " bytes of payload came in "
                    + bytes);
        }
        credits += frame.credits();
        if (credits > slots) {
            throw new BrokenProtocolException(frame + " gives more credits than there are");
        }
        if (frame.type() != Frame.CREDIT && pairing.failure() == Cause.NONE) {
            payloadAt = start + Frame.HEADER_BYTES;
            pairing.received(frame, payload);
        }
        queuePair.receive(slot);
        owed++;
    }

    private void copyOut(final MemorySegment target, final long offset, final int bytes) {
        MemorySegment.copy(queuePair.memory(), payloadAt, target, offset, bytes);
        payloadAt += bytes;
    }

    private void post(final Outgoing out) throws IOException {
        final int slot = freeSlots[--free];
        final int start = (int) queuePair.sendOffset(slot);
        final Frame header = out.frame();
        header.credits(owed);
        owed = 0;
        header.put(memory.position(start));
        final int bytes = header.payloadBytes();
        final long to = start + Frame.HEADER_BYTES;
        if (bytes > 0 && (out.payload() != out.scratch())) {
            MemorySegment.copy(out.payload(), out.payloadOffset(), queuePair.memory(), to, bytes);
        }
        credits--;
        final int refused = queuePair.send(slot, Frame.HEADER_BYTES + bytes);
        if (refused != 0) {
            throw new IOException("the device refused a send: errno " + refused);
        }
    }
}
