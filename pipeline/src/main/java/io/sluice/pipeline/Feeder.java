package io.sluice.pipeline;

import com.lmax.disruptor.Sequence;
import io.sluice.pipeline.ring.SliceRing;
import io.sluice.pipeline.transfer.TransferTable;
import io.sluice.pipeline.transfer.TransferWord;
import io.sluice.policies.SlicePolicy;
import io.sluice.verbs.WrOpcode;

/**
 * Publishes the slices of one connection's transfers, while credit and room in the ring last. Used by whoever holds the
 * feed flag: a submitter for its own transfer, the poll thread for what waits. Nobody waits for the flag but a poll
 * thread that fails the connection; every holder's work is bounded.
 *
 * <p>What could not be published stays as a cursor in the transfer's slot. When the cursor has reached the end, or the
 * transfer is stopped, the slot is closed with the final number of slices fed; after that nothing of it is fed.
 */
final class Feeder {
    /** The transfer is closed. */
    static final int CLOSED = 0;
    /** There is more of it to feed, and it may go on at once. */
    static final int MORE = 1;
    /** It lacks credit or room in the ring. */
    static final int BLOCKED = 2;
    /** It lacks READ credit; others may go on. */
    static final int READ_BLOCKED = 3;

    private static final int MOST_SLICES_AT_SUBMIT = 256;
    private static final long MOST_BYTES_A_VISIT = 1 << 20;

    private final Link link;
    private final TransferTable table;
    private final SliceRing ring;
    private final SlicePolicy[] policies;
    private final HandOver handOver;
    private final LinkCredits credits;
    private final LaneChoice lanes;
    private final int mostLength;
    private final int quantum;
    private final SliceCutter cutter;
    private final WaitingTransfers waiting;
    /** 1 while held. Compare-and-set to take, release to give back. */
    private final Sequence flag = new Sequence(0);
    /** Slices that went out. Under the flag. */
    private final Sequence published = new Sequence(0);
    /** What the last policy that failed threw. Under the flag. */
    private SlicePolicyException failure;

    Feeder(final Link link, final EngineCore core, final LinkCredits credits, final Lane[] lanes) {
        this.link = link;
        this.credits = credits;
        table = core.table();
        ring = core.ring();
        policies = core.objects().policies();
        handOver = core.handOver();
        mostLength = core.mostSliceLength();
        quantum = core.config().maxWrPerPost();
        cutter = new SliceCutter(table, core.pool(), ring, quantum);
        this.lanes = new LaneChoice(lanes, quantum);
        waiting = new WaitingTransfers(table);
    }

    boolean tryHold() {
        return flag.get() == 0 && flag.compareAndSet(0, 1);
    }

    /** For the poll thread, when the connection fails: holders are bounded. */
    void hold() {
        while (!tryHold()) {
            Thread.onSpinWait();
            Thread.yield();
        }
    }

    /** Lets go of the flag, and then reports what a slice policy did meanwhile: a handler may call the engine. */
    void letGo() {
        final SlicePolicyException report = failure;
        if (report != null) {
            failure = null;
        }
        flag.set(0);
        if (report != null) {
            link.core().onError(report);
        }
    }

    WaitingTransfers waiting() {
        return waiting;
    }

    /**
     * Takes a transfer that was just submitted: feeds it if nothing waits before it, else puts it at the end. Under the
     * flag.
     *
     * @return whether something waits, so that the poll thread must visit
     */
    boolean begin(final int slot) {
        collect();
        if (isStopped(slot)) { // already, by its deadline
            closeByHand(slot, 0);
            return !waiting.isEmpty();
        }
        if (!waiting.isEmpty() || !credits.start()) {
            waiting.pending().addLast(slot);
            return true;
        }
        table.start(slot);
        if (feed(slot, MOST_SLICES_AT_SUBMIT, Long.MAX_VALUE) == CLOSED) {
            return false;
        }
        waiting.active().addLast(slot);
        return true;
    }

    /**
     * Feeds one transfer that has started.
     *
     * @param slot       of it
     * @param mostSlices how many at most
     * @param mostBytes  stops behind the slice that reaches it
     * @return CLOSED, MORE, BLOCKED or READ_BLOCKED
     */
    private int feed(final int slot, final int mostSlices, final long mostBytes) {
        final boolean read = table.opcode(slot) == WrOpcode.RDMA_READ;
        for (int left = mostSlices; left > 0;) {
            if (isStopped(slot)) {
                closeByHand(slot, 0);
                return CLOSED;
            }
            if (read && !credits.mayRead()) { // before cutting what cannot go
                return READ_BLOCKED;
            }
            final int cut = cut(slot, left, mostBytes);
            if (cut <= 0) { // only a transfer without bytes gets here with nothing left
                closeByHand(slot, cut == 0 ? TransferTable.COMPLETE : 0);
                return CLOSED;
            }
            final int allowed = credits.allowance(Math.min(cut, lanes.available(cut)), read);
            if (allowed <= 0) {
                return BLOCKED;
            }
            final boolean last = allowed == cut && cutter.isComplete();
            if (!publish(slot, allowed, read, last)) {
                return BLOCKED;
            }
            if (last) {
                return CLOSED;
            }
            if (allowed < cut) {
                return BLOCKED;
            }
            if (cut < Math.min(left, quantum)) { // as many bytes as were asked for
                return MORE;
            }
            left -= cut;
        }
        return MORE;
    }

    /** Negative: the policy failed, and the transfer is stopped. */
    private int cut(final int slot, final int mostSlices, final long mostBytes) {
        try {
            return cutter.cut(slot, policies[slot], mostLength, mostSlices, mostBytes);
        } catch (final SlicePolicyException e) {
            failure = e;
            stop(slot, Cause.SLICE_POLICY);
            return -1;
        }
    }

    /** Chooses lanes, claims, writes, publishes: all of these slices, or none where the ring is full. */
    private boolean publish(final int slot, final int count, final boolean read, final boolean last) {
        lanes.take(count);
        credits.take(count, read);
        final long high = ring.tryClaim(count);
        if (high < 0) {
            lanes.untake();
            credits.untake(count, read);
            return false;
        }
        final long low = high - count + 1;
        cutter.write(slot, lanes, low);
        final long fed = table.fed(slot) + count;
        table.fed(slot, fed);
        if (last) {
            table.close(slot, fed, TransferTable.COMPLETE);
        }
        ring.publish(low, high);
        published.set(published.get() + count);
        return true;
    }

    /**
     * One visit of the poll thread: starts what may start, and feeds active transfers, in turn, until one of them has
     * used up the quantum. Under the flag.
     *
     * @param sweep look for stopped ones among those that may not start yet
     * @return the work done: 0 only if nothing was published and nothing closed
     */
    int visit(final boolean sweep) {
        collect();
        int worked = sweep ? closeStopped(waiting.pending()) + closeStopped(waiting.active()) : 0;
        while (!waiting.pending().isEmpty() && credits.start()) {
            final int slot = waiting.pending().removeFirst();
            table.start(slot);
            waiting.active().addLast(slot);
        }
        final SlotQueue active = waiting.active();
        final long publishedBefore = published.get();
        int result = READ_BLOCKED;
        for (int i = active.size(); i > 0 && result != MORE && result != BLOCKED; i--) {
            final int slot = active.removeFirst();
            final long fed = table.fed(slot);
            result = feed(slot, quantum, MOST_BYTES_A_VISIT);
            if (result == BLOCKED && table.fed(slot) == fed) {
                active.addFirst(slot); // its turn is still to come
            } else if (result != CLOSED) {
                active.addLast(slot);
            }
            worked += result == CLOSED ? 1 : 0;
        }
        worked += (int) (published.get() - publishedBefore); // also of one that is blocked now: its slices must be posted
        if (waiting.isEmpty()) {
            credits.giveBackUnused();
        }
        return worked;
    }

    /** What came meanwhile; a stop may have come before it was here to be found. */
    private void collect() {
        if (waiting.collect()) {
            closeStopped(waiting.pending());
        }
    }

    private int closeStopped(final SlotQueue queue) {
        int closed = 0;
        for (int i = queue.size(); i > 0; i--) {
            final int slot = queue.removeFirst();
            if (isStopped(slot)) {
                closeByHand(slot, 0);
                closed++;
            } else {
                queue.addLast(slot);
            }
        }
        return closed;
    }

    /** Closes all that waits, each as stopped by that cause unless it was stopped before. Under the flag. */
    void stopAll(final int cause) {
        waiting.collect();
        stopAll(waiting.active(), cause);
        stopAll(waiting.pending(), cause);
        credits.giveBackUnused();
    }

    private void stopAll(final SlotQueue queue, final int cause) {
        while (!queue.isEmpty()) {
            refuse(queue.removeFirst(), cause);
        }
    }

    /** Closes one transfer with that cause unless it was stopped before. Under the flag. */
    void refuse(final int slot, final int cause) {
        stop(slot, cause);
        closeByHand(slot, 0);
    }

    private void stop(final int slot, final int cause) {
        final long word = table.word(slot);
        if (TransferWord.state(word) == TransferWord.ACTIVE) {
            table.compareAndSetWord(slot, word,
                    TransferWord.of(TransferWord.generation(word), cause, TransferWord.STOPPED));
        }
    }

    private boolean isStopped(final int slot) {
        return TransferWord.state(table.word(slot)) == TransferWord.STOPPED;
    }

    /** Closes a slot whose last slice, if any, was published before: its completion may be in already. */
    private void closeByHand(final int slot, final long how) {
        table.close(slot, table.fed(slot), how | TransferTable.HANDED_OVER);
        handOver.push(slot);
    }
}
