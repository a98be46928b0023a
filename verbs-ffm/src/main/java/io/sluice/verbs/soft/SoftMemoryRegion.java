package io.sluice.verbs.soft;

import io.sluice.verbs.Access;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
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
    private final RegionViews views;
    /** Uses, and the DEAD bit once deregistered. Any thread, by compare-and-set: a use is never taken of a dead one. */
    private final AtomicInteger uses = new AtomicInteger();

    SoftMemoryRegion(final long pd, final MemorySegment memory, final int access) {
        this.pd = pd;
        this.memory = memory;
        this.access = access;
        views = new RegionViews(memory);
    }

    /**
     * Adds what lies together of a range to what a socket is to be given. The use that the caller holds goes with it.
     *
     * @return bytes added; 0 where the memory is closed, then the use is given back
     */
    int addTo(final Gather gather, final long offset, final int most) {
        if (!memory.scope().isAlive()) {
            release();
            return 0;
        }
        final int bytes = RegionViews.within(offset, most);
        final ByteBuffer view;
        try {
            view = views.take(offset, bytes);
        } catch (final RuntimeException | Error e) {
            release();
            throw e;
        }
        gather.add(view, this, offset);
        return bytes;
    }

    /**
     * Reads from a socket, without waiting, what is there of a range. The caller holds a use.
     *
     * @return bytes read, or -1 at the end of the stream
     * @throws IllegalStateException if the memory is closed
     */
    int readFrom(final SocketChannel channel, final long offset, final int most) throws IOException {
        final ByteBuffer view = views.take(offset, RegionViews.within(offset, most));
        try {
            return channel.read(view);
        } finally {
            views.giveBack(offset, view);
        }
    }

    /** Ends the use that went with a buffer of {@link #addTo}. */
    void takeBack(final ByteBuffer view, final long offset) {
        try {
            views.giveBack(offset, view);
        } finally {
            release();
        }
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
