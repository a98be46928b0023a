package io.sluice.pipeline;

import com.lmax.disruptor.Sequence;
import io.sluice.pipeline.transfer.TransferTable;

/**
 * The transfers of one connection that are not completely fed. They come as a stack, from those who did not get the feed
 * flag (any thread); then, under the flag, they are pending until they may start, and active until they are closed.
 * Links lie in the transfer slots: a transfer is in one place at a time.
 */
final class WaitingTransfers {
    private final TransferTable table;
    /** Top of the stack: slot + 1, 0 for none. Pushed by any thread, taken whole under the flag. */
    private final Sequence incoming = new Sequence(0);
    /** Not started: as many are as the connection may have in flight. */
    private final SlotQueue pending;
    /** Started; they take turns. */
    private final SlotQueue active;

    WaitingTransfers(final TransferTable table) {
        this.table = table;
        pending = new SlotQueue(table);
        active = new SlotQueue(table);
    }

    /** Any thread. */
    void push(final int slot) {
        long top;
        do {
            top = incoming.get();
            table.nextIncoming(slot, (int) top);
        } while (!incoming.compareAndSet(top, slot + 1));
    }

    /** Moves what was pushed to the end of what is pending, oldest first. Under the flag. False: there was nothing. */
    boolean collect() {
        if (incoming.get() == 0) {
            return false;
        }
        long top;
        do {
            top = incoming.get();
        } while (!incoming.compareAndSet(top, 0));
        int slot = (int) top - 1;
        int reversed = TransferTable.NONE;
        while (slot != TransferTable.NONE) {
            final int below = table.nextIncoming(slot) - 1;
            table.nextWaiting(slot, reversed);
            reversed = slot;
            slot = below;
        }
        while (reversed != TransferTable.NONE) {
            final int next = table.nextWaiting(reversed);
            pending.addLast(reversed);
            reversed = next;
        }
        return true;
    }

    SlotQueue pending() {
        return pending;
    }

    SlotQueue active() {
        return active;
    }

    boolean isEmpty() {
        return pending.isEmpty() && active.isEmpty();
    }
}
