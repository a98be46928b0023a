package io.sluice.verbs.soft;

import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.layout.NativeMemory;
import io.sluice.verbs.layout.RecvWr;
import io.sluice.verbs.layout.Sge;
import java.lang.foreign.MemorySegment;

/**
 * The posted receives of a queue pair, oldest first: a ring of wr_id, number of entries, and scatter list. Under the
 * responder's lock.
 *
 * <pre>
 *   0        8         16
 *   +--------+---------+--------------- - -
 *   | wr_id  | num_sge | ibv_sge, ibv_sge, ...
 *   +--------+---------+--------------- - -
 * </pre>
 */
final class ReceiveQueue {
    private static final int WR_ID = 0;
    private static final int NUM_SGE = WR_ID + Long.BYTES;
    private static final int LIST = NUM_SGE + Long.BYTES;

    private final int capacity;
    private final int maxSge;
    private final int slotBytes;
    private final MemorySegment memory;
    private QueueCredit credit;
    private int head;
    private int count;

    ReceiveQueue(final QueuePairCapacity granted) {
        capacity = granted.maxRecvWr();
        maxSge = granted.maxRecvSge();
        slotBytes = LIST + maxSge * Sge.SIZE;
        memory = capacity == 0 ? null : NativeMemory.allocate((long) capacity * slotBytes, Long.BYTES);
        credit = new QueueCredit(capacity);
    }

    QueueCredit credit() {
        return credit;
    }

    boolean isEmpty() {
        return count == 0;
    }

    boolean fits(final long wr) {
        final int entries = NativeMemory.getInt(wr + RecvWr.NUM_SGE);
        return entries >= 0 && entries <= maxSge;
    }

    /** False: the queue is full. */
    boolean offer(final long wr) {
        if (!credit.tryTake()) {
            return false;
        }
        final long slot = slot((head + count++) % capacity);
        final int entries = NativeMemory.getInt(wr + RecvWr.NUM_SGE);
        NativeMemory.putLong(slot + WR_ID, NativeMemory.getLong(wr + RecvWr.WR_ID));
        NativeMemory.putInt(slot + NUM_SGE, entries);
        NativeMemory.copy(NativeMemory.getLong(wr + RecvWr.SG_LIST), slot + LIST, (long) entries * Sge.SIZE);
        return true;
    }

    long wrId() {
        return NativeMemory.getLong(slot(head) + WR_ID);
    }

    int sgeCount() {
        return NativeMemory.getInt(slot(head) + NUM_SGE);
    }

    /** Address of a {@code struct ibv_sge} of the oldest receive. */
    long sge(final int index) {
        return slot(head) + LIST + (long) index * Sge.SIZE;
    }

    /** Bytes that the oldest receive takes. */
    long length() {
        long total = 0;
        final int entries = sgeCount();
        for (int i = 0; i < entries; i++) {
            total += Request.sgeLength(sge(i));
        }
        return total;
    }

    void remove() {
        head = (head + 1) % capacity;
        count--;
    }

    void clear() {
        head = 0;
        count = 0;
        credit = new QueueCredit(capacity); // completions of before free slots of the old one
    }

    private long slot(final int index) {
        return memory.address() + (long) index * slotBytes;
    }
}
