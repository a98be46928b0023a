package io.sluice.verbs.soft;

import io.sluice.verbs.AsyncEvent;
import io.sluice.verbs.layout.NativeMemory;
import io.sluice.verbs.layout.Wc;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A completion queue: a ring of 64-byte entries, each a {@code struct ibv_wc} and the number of queue slots that it
 * frees when it is polled.
 *
 * <p>Its monitor guards the ring and is the innermost lock of the device: whoever holds it takes no other.
 */
final class SoftCompletionQueue extends SlotTable.Entry {
    private static final int ENTRY_SIZE = 64;
    private static final int RETIRES = Wc.SIZE;

    private final SoftContext context;
    private final int depth;
    private final int mask;
    private final MemorySegment memory;
    private final long base;
    /** Whose slots an entry frees, by ring position. */
    private final QueueCredit[] owners;
    /** Entries ever written. Written under the monitor, with release; read without it by a poll that only wants to know if any. */
    private final AtomicLong produced = new AtomicLong();
    /** Entries ever polled. Written under the monitor, with release. */
    private final AtomicLong consumed = new AtomicLong();
    /** Written once, under the monitor: an entry was lost. */
    private volatile boolean overrun;
    /**
     * Queue pairs that use this queue, so that an overrun reaches them and a poll drives what they hold back. Replaced
     * under the monitor, never changed: a poll walks over it without a lock and without an iterator.
     */
    private volatile SoftQueuePair[] queuePairs = {};
    /** How many things they hold back until a poll: requests, or a flush of receives. Any thread. */
    private final AtomicInteger holding = new AtomicInteger();
    private final Runnable onCompletion;
    /** Under the monitor: whether the next completion runs {@code onCompletion}. */
    private boolean armed;

    SoftCompletionQueue(final SoftContext context, final int depth, final Runnable onCompletion) {
        this.onCompletion = onCompletion;
        this.context = context;
        this.depth = depth;
        final int ring = Integer.highestOneBit(Math.max(1, depth - 1)) << 1;
        mask = ring - 1;
        memory = NativeMemory.allocate((long) ring * ENTRY_SIZE, ENTRY_SIZE);
        base = memory.address();
        owners = new QueueCredit[ring];
    }

    int depth() {
        return depth;
    }

    /** Idempotent: a queue pair may send and receive on one queue. */
    synchronized void attach(final SoftQueuePair queuePair) {
        detach(queuePair);
        final SoftQueuePair[] more = Arrays.copyOf(queuePairs, queuePairs.length + 1);
        more[queuePairs.length] = queuePair;
        queuePairs = more;
    }

    synchronized void detach(final SoftQueuePair queuePair) {
        queuePairs = Arrays.stream(queuePairs).filter(other -> other != queuePair).toArray(SoftQueuePair[]::new);
    }

    /** What is held back needs polls from now on: whoever sleeps is told. */
    void holds(final boolean begins) {
        holding.addAndGet(begins ? 1 : -1);
        if (begins) {
            fire();
        }
    }

    synchronized boolean requestNotify() {
        armed = true;
        return holding.get() == 0; // one that begins after this finds it armed
    }

    private synchronized void fire() {
        if (armed) {
            armed = false;
            onCompletion.run();
        }
    }

    /** Appends a completion; lost, with an event, where the queue is full. */
    synchronized void push(final long wrId, final int status, final int opcode, final int byteLength,
            final int immediate, final int flags, final int qpNumber, final QueueCredit owner, final int retires) {
        final long next = produced.getPlain();
        if (overrun || next - consumed.getPlain() == depth) {
            overrun();
            return;
        }
        final int position = (int) next & mask;
        final long entry = base + (long) position * ENTRY_SIZE;
        NativeMemory.putLong(entry + Wc.WR_ID, wrId);
        NativeMemory.putInts(entry + Wc.STATUS, status, opcode);
        NativeMemory.putInts(entry + Wc.VENDOR_ERR, 0, byteLength);
        NativeMemory.putInts(entry + Wc.IMM_DATA, immediate, qpNumber);
        NativeMemory.putInts(entry + Wc.SRC_QP, 0, flags);
        NativeMemory.putLong(entry + Wc.WC_FLAGS + Integer.BYTES, 0);
        NativeMemory.putInt(entry + RETIRES, retires);
        owners[position] = owner;
        produced.setRelease(next + 1);
        if (armed) {
            fire();
        }
    }

    int poll(final int limit, final long completions) {
        if (holding.get() > 0) {
            for (final SoftQueuePair queuePair : queuePairs) {
                queuePair.progress(this);
            }
        }
        if (produced.getAcquire() == consumed.getAcquire()) {
            return overrun ? -1 : 0;
        }
        return take(limit, completions);
    }

    private synchronized int take(final int limit, final long completions) {
        final long from = consumed.getPlain();
        final int count = (int) Math.min(limit, produced.getPlain() - from);
        for (int i = 0; i < count; i++) {
            final int position = (int) (from + i) & mask;
            final long entry = base + (long) position * ENTRY_SIZE;
            final long out = completions + (long) i * Wc.SIZE;
            for (int at = 0; at < Wc.SIZE; at += Long.BYTES) {
                NativeMemory.putLong(out + at, NativeMemory.getLong(entry + at));
            }
            owners[position].retire(NativeMemory.getInt(entry + RETIRES));
            owners[position] = null;
        }
        consumed.setRelease(from + count);
        return count;
    }

    /** As hardware does: the queue is lost, and with it every queue pair that completes on it. */
    private void overrun() {
        if (!overrun) {
            overrun = true;
            context.raise(AsyncEvent.Type.CQ_ERR, ticket());
            fire();
        }
        for (final SoftQueuePair queuePair : queuePairs) { // again each time: one may have come into service since
            queuePair.failWithoutLock();
        }
    }
}
