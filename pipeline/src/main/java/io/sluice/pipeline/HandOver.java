package io.sluice.pipeline;

import com.lmax.disruptor.Sequence;
import io.sluice.pipeline.transfer.TransferTable;

/**
 * Slots that were closed without a completion to come: a stack to the poll thread, which settles them, or waits for what
 * is outstanding of them. Pushed under feed flags, by any thread; taken whole by the poll thread. A slot is on it at most
 * once, and is not settled, so not used again, before it is taken off.
 */
final class HandOver {
    private final TransferTable table;
    /** Top of the stack: slot + 1, 0 for none. */
    private final Sequence top = new Sequence(0);

    HandOver(final TransferTable table) {
        this.table = table;
    }

    void push(final int slot) {
        long below;
        do {
            below = top.get();
            table.nextHandedOver(slot, (int) below);
        } while (!top.compareAndSet(below, slot + 1));
    }

    boolean isEmpty() {
        return top.get() == 0;
    }

    /** The top slot, or NONE; go on with {@link #below}, read before a slot is settled. */
    int takeAll() {
        if (isEmpty()) {
            return TransferTable.NONE;
        }
        long all;
        do {
            all = top.get();
        } while (!top.compareAndSet(all, 0));
        return (int) all - 1;
    }

    int below(final int slot) {
        return table.nextHandedOver(slot) - 1;
    }
}
