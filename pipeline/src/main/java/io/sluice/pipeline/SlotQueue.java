package io.sluice.pipeline;

import io.sluice.pipeline.transfer.TransferTable;

/** A queue of transfer slots, linked through the slots themselves. Under the feed flag of their connection. */
final class SlotQueue {
    private final TransferTable table;
    private int head = TransferTable.NONE;
    private int tail = TransferTable.NONE;
    private int size;

    SlotQueue(final TransferTable table) {
        this.table = table;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    void addLast(final int slot) {
        table.nextWaiting(slot, TransferTable.NONE);
        if (size++ == 0) {
            head = slot;
        } else {
            table.nextWaiting(tail, slot);
        }
        tail = slot;
    }

    void addFirst(final int slot) {
        table.nextWaiting(slot, head);
        if (size++ == 0) {
            tail = slot;
        }
        head = slot;
    }

    /** Of a queue that is not empty. */
    int removeFirst() {
        final int slot = head;
        head = table.nextWaiting(slot);
        if (--size == 0) {
            tail = TransferTable.NONE;
        }
        return slot;
    }
}
