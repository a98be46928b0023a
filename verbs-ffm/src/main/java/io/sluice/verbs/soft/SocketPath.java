package io.sluice.verbs.soft;

import io.sluice.verbs.soft.wire.IoClient;
import io.sluice.verbs.soft.wire.IoLoop;
import io.sluice.verbs.soft.wire.IoLoops;
import io.sluice.verbs.soft.wire.Opening;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The TCP connection of one queue pair, from its attachment to its end. It is in use, then it may linger for the peer to
 * hear why a request was refused, then it is shut, for good; memory is touched only while it is in use.
 */
final class SocketPath implements IoClient, Asking {
    private static final Logger LOG = LoggerFactory.getLogger(SocketPath.class);
    /** So long may a peer take to hear the last word. */
    private static final long LINGER_NS = TimeUnit.SECONDS.toNanos(2);
    /** Bursts written in one turn of the thread that waits for sockets; then other sockets have theirs. */
    private static final int TURN_BURSTS = 4;

    private enum Phase {
        IN_USE, LINGERS, SHUT
    }

    private final SoftQueuePair queuePair;
    private final SocketChannel channel;
    private final IoLoops loops;
    private final IoLoop loop;
    private final SelectionKey key;
    private final Responder responder;
    private final Answers answers;
    private final WireRequester requester;
    private final WireTarget target;
    private final WireInput input;
    /** Any thread; only ever goes on. */
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.IN_USE);
    /** The connection has ended by itself. Written before the phase is SHUT, by any thread. */
    private volatile boolean dead;
    /** Written before the phase is LINGERS. */
    private volatile long lingersUntilNs;
    /** Nothing more is read. By the loop's thread. */
    private boolean stopped;

    SocketPath(final SoftQueuePair queuePair, final SocketChannel channel, final IoLoops loops) throws IOException {
        this.queuePair = queuePair;
        this.channel = channel;
        this.loops = loops;
        responder = queuePair.responder();
        answers = new Answers(this, responder);
        requester = queuePair.wireRequester(this);
        target = new WireTarget(this, responder);
        input = new WireInput(this, target, requester.replies());
        loop = loops.join();
        try {
            key = loop.register(channel, this);
        } catch (final IOException | RuntimeException e) {
            loops.leave(loop);
            throw e;
        }
        loop.serve(key);
    }

    SoftQueuePair queuePair() {
        return queuePair;
    }

    SocketChannel channel() {
        return channel;
    }

    Answers answers() {
        return answers;
    }

    WireRequester requester() {
        return requester;
    }

    boolean isDead() {
        return dead;
    }

    /** Whether anything may be read from the peer. */
    boolean receives() {
        return !stopped && phase.get() == Phase.IN_USE;
    }

    /** Whether anything may be written to the peer. */
    boolean sends() {
        return phase.get() != Phase.SHUT;
    }

    @Override
    public boolean isPeerOf(final SoftQueuePair asked) {
        return asked.path() == this && phase.get() == Phase.IN_USE;
    }

    /** The queue pair is ready to receive. */
    void open(final int readsAtOnce) {
        target.open(queuePair.receivePsn());
        synchronized (requester) {
            answers.open(queuePair.receivePsn(), readsAtOnce);
            requester.output().open(readsAtOnce);
            requester.output().pump(1);
        }
        loop.readInterest(key, true);
    }

    /** The queue pair is ready to send. */
    void start() {
        synchronized (requester) {
            requester.output().pump(1);
        }
    }

    void writeOpening(final Burst burst, final int readsAtOnce) {
        burst.open(queuePair.number(), queuePair.peerNumber(), queuePair.receivePsn(), readsAtOnce);
    }

    void peerOpens(final ByteBuffer opening) {
        final String complaint = Opening.complaint(opening, 0, queuePair.number(), queuePair.peerNumber());
        if (complaint != null) {
            die(complaint, true);
        } else {
            requester.peerOpened(Opening.receivePsn(opening, 0), Opening.readsAtOnce(opening, 0));
        }
    }

    @Override
    public void readable(final ByteBuffer scratch, final long scratchAddress) {
        try {
            if (phase.get() == Phase.LINGERS) {
                drain(scratch);
                return;
            }
            input.read(scratch, scratchAddress);
        } catch (final IOException e) {
            die(e.toString(), false);
        }
        synchronized (requester) {
            if (input.reports()) {
                answers.executed(target.executed());
            }
            requester.output().pump(TURN_BURSTS);
        }
    }

    /** What still comes after the last word is of no use, but must be taken for the peer to hear the word. */
    private void drain(final ByteBuffer scratch) throws IOException {
        if (channel.read(scratch.clear()) < 0) {
            shut();
        }
    }

    @Override
    public void writable() {
        synchronized (requester) {
            loop.writeInterest(key, false);
            requester.output().unblock();
            requester.output().pump(TURN_BURSTS);
        }
    }

    @Override
    public long tick() {
        return switch (phase.get()) {
            case IN_USE -> requester.tick();
            case LINGERS -> lingerLeft();
            case SHUT -> NEVER;
        };
    }

    @Override
    public void closed() {
        die("its socket was closed by somebody else", true);
    }

    @Override
    public void failed(final RuntimeException cause) {
        LOG.error("queue pair {}: {}", queuePair.number(), cause.toString(), cause);
        die("it failed in a way that it should not", true);
    }

    void timerIn(final long delayNs) {
        loop.timerIn(delayNs);
    }

    void writeInterest() {
        loop.writeInterest(key, true);
    }

    /** A round of the loop will look at the queue pair. Any thread, under any lock. */
    void look() {
        loop.askTick();
    }

    // What the target half has to say. By the loop's thread.

    void stopReceiving() {
        stopped = true;
        loop.readInterest(key, false);
    }

    void notReady(final int timer) {
        synchronized (requester) {
            answers.notReady(target.executed(), timer);
        }
    }

    void refuse(final int sequence, final int status) {
        synchronized (requester) {
            answers.refuse(sequence, status);
        }
    }

    boolean offerRead(final int sequence, final long address, final int rkey, final long total) {
        synchronized (requester) {
            return answers.offerRead(sequence, address, rkey, total);
        }
    }

    // Ends.

    /** Goes to linger: false where it is shut. */
    boolean linger() {
        lingersUntilNs = System.nanoTime() + LINGER_NS;
        if (!phase.compareAndSet(Phase.IN_USE, Phase.LINGERS)) {
            return false;
        }
        loop.timerIn(LINGER_NS);
        loop.readInterest(key, true);
        return true;
    }

    private long lingerLeft() {
        final long left = lingersUntilNs - System.nanoTime();
        if (left <= 0) {
            shut();
            return NEVER;
        }
        return left;
    }

    /** Puts the queue pair in error on behalf of the peer. False: it is in service no more. */
    boolean failFromPeer(final int status) {
        final boolean failed = queuePair.failFromPeer(this, status);
        requester.flushHeld();
        return failed;
    }

    void refusalWritten() {
        try {
            channel.shutdownOutput();
        } catch (final IOException e) {
            shut();
        }
    }

    /**
     * The connection is of no use any more: what is outstanding ends as unanswered.
     *
     * @param violation the peer has done what it must not
     */
    void die(final String reason, final boolean violation) {
        if (phase.get() == Phase.SHUT) {
            return;
        }
        dead = true;
        if (violation) {
            LOG.warn("queue pair {} has lost its connection: {}", queuePair.number(), reason);
        } else {
            LOG.debug("queue pair {} has lost its connection: {}", queuePair.number(), reason);
        }
        shut();
        requester.pathDied();
        responder.releaseClaim(this);
    }

    /** The queue pair lets go of it. */
    void release() {
        if (phase.get() != Phase.LINGERS) {
            shut();
        }
    }

    /** Closes the socket. Idempotent. */
    void shut() {
        if (phase.getAndSet(Phase.SHUT) == Phase.SHUT) {
            return;
        }
        try {
            channel.close();
        } catch (final IOException e) {
            LOG.debug("queue pair {}: {}", queuePair.number(), e.toString());
        }
        loop.forget(key);
        loops.leave(loop);
    }
}
