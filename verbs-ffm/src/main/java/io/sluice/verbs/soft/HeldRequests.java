package io.sluice.verbs.soft;

import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.layout.NativeMemory;
import io.sluice.verbs.layout.SendWr;
import io.sluice.verbs.layout.Sge;
import java.lang.foreign.MemorySegment;

/**
 * The send work requests of a queue pair that have not ended yet: a ring of copies of {@code struct ibv_send_wr}, each
 * followed by its scatter/gather list and its inline data. The memory is allocated when the first request is held back.
 * Under the requester's lock.
 */
final class HeldRequests {
    private final int capacity;
    private final int sgeBytes;
    private final int slotBytes;
    private MemorySegment memory;
    private int head;
    private int count;

    HeldRequests(final QueuePairCapacity capacity) {
        this.capacity = capacity.maxSendWr();
        // Inline data is one entry, whatever list it was gathered from.
        sgeBytes = Math.max(1, capacity.maxSendSge()) * Sge.SIZE;
        slotBytes = Math.addExact(SendWr.SIZE + sgeBytes, capacity.maxInlineData() + 7 & ~7);
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Copies a request and all that it points to. */
    void add(final long wr) {
        if (memory == null) {
            memory = NativeMemory.allocate((long) capacity * slotBytes, Long.BYTES);
        }
        final long slot = slot((head + count++) % capacity);
        NativeMemory.copy(wr, slot, SendWr.SIZE);
        final long sgList = NativeMemory.getLong(wr + SendWr.SG_LIST);
        final int entries = NativeMemory.getInt(wr + SendWr.NUM_SGE);
        final long list = slot + SendWr.SIZE;
        NativeMemory.putLong(slot + SendWr.SG_LIST, list);
        if ((NativeMemory.getInt(wr + SendWr.SEND_FLAGS) & SendFlags.INLINE) == 0) {
            NativeMemory.copy(sgList, list, (long) entries * Sge.SIZE);
            return;
        }
        final long data = list + sgeBytes;
        int length = 0;
        for (int i = 0; i < entries; i++) {
            final long sge = sgList + (long) i * Sge.SIZE;
            final int bytes = NativeMemory.getInt(sge + Sge.LENGTH);
            NativeMemory.copy(NativeMemory.getLong(sge + Sge.ADDRESS), data + length, bytes);
            length += bytes;
        }
        NativeMemory.putInt(slot + SendWr.NUM_SGE, 1);
        NativeMemory.putLong(list + Sge.ADDRESS, data);
        NativeMemory.putInt(list + Sge.LENGTH, length);
    }

    /** Address of the oldest request. */
    long peek() {
        return slot(head);
    }

    /** Address of a request, counted from the oldest. */
    long get(final int index) {
        return slot((head + index) % capacity);
    }

    int size() {
        return count;
    }

    void remove() {
        head = (head + 1) % capacity;
        count--;
    }

    void clear() {
        head = 0;
        count = 0;
    }

    private long slot(final int index) {
        return memory.address() + (long) index * slotBytes;
    }
}
