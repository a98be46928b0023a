package io.sluice.verbs.soft;

import io.sluice.verbs.Access;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Registered memory. Whoever copies holds a use for the length of one chunk; the end of the registration kills the key
 * first and then waits until the uses are gone.
 */
final class SoftMemoryRegion extends SlotTable.Entry {
    private static final int DEAD = 1 << 31;

    private final long pd;
    private final MemorySegment memory;
    private final int access;
    /** Uses, and the DEAD bit once deregistered. Any thread, by compare-and-set: a use is never taken of a dead one. */
    private final AtomicInteger uses = new AtomicInteger();

    SoftMemoryRegion(final long pd, final MemorySegment memory, final int access) {
        this.pd = pd;
        this.memory = memory;
        this.access = access;
    }

    MemorySegment memory() {
        return memory;
    }

    long pd() {
        return pd;
    }

    /** Where an address lies in the memory; may be outside. */
    long offsetOf(final long address) {
        return address - memory.address();
    }

    boolean allows(final long ofPd, final long address, final long length, final int wanted) {
        final long offset = offsetOf(address);
        return ofPd == pd && (access & wanted) == wanted && offset >= 0 && length <= memory.byteSize()
                && offset <= memory.byteSize() - length && memory.scope().isAlive();
    }

    /** What the local side of an operation needs. */
    static int localAccess(final boolean deviceWrites) {
        return deviceWrites ? Access.LOCAL_WRITE : 0;
    }

    boolean acquire() {
        int current;
        do {
            current = uses.get();
            if (current < 0) {
                return false;
            }
        } while (!uses.compareAndSet(current, current + 1));
        return true;
    }

    void release() {
        uses.decrementAndGet();
    }

    /** Kills the key, then waits until no copy runs. A copy holds a use for at most one chunk. */
    void kill() {
        uses.getAndUpdate(current -> current | DEAD);
        while (uses.get() != DEAD) {
            Thread.onSpinWait();
            Thread.yield();
        }
    }
}
