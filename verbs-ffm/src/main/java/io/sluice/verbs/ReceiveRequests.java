package io.sluice.verbs;

import io.sluice.verbs.layout.NativeMemory;
import io.sluice.verbs.layout.RecvWr;
import io.sluice.verbs.layout.Sge;
import java.lang.foreign.MemorySegment;

/**
 * A chain of receive work requests in native memory: an array of {@code struct ibv_recv_wr}, each linked to the next.
 * Used as {@link WorkRequests} is. Not safe for use by several threads at once.
 */
public final class ReceiveRequests {
    private final MemorySegment memory;
    private final long firstWr;
    private final long firstSge;
    private final long badWr;
    private final int capacity;
    private final int maxSge;
    private int size;

    private ReceiveRequests(final int capacity, final int maxSge) {
        this.capacity = capacity;
        this.maxSge = maxSge;
        final long wrBytes = (long) capacity * RecvWr.SIZE;
        final long sgeBytes = (long) capacity * maxSge * Sge.SIZE;
        memory = NativeMemory.allocate(wrBytes + sgeBytes + Long.BYTES, RecvWr.SIZE);
        firstWr = memory.address();
        firstSge = firstWr + wrBytes;
        badWr = firstSge + sgeBytes;
    }

    /**
     * Allocates an empty chain.
     *
     * @param capacity most requests it holds, 1 to 65,536
     * @param maxSge   most scatter/gather entries of one, 1 to 64
     * @return the chain
     */
    public static ReceiveRequests allocate(final int capacity, final int maxSge) {
        Checks.range("capacity", capacity, 1, 65_536);
        Checks.range("maxSge", maxSge, 1, 64);
        return new ReceiveRequests(capacity, maxSge);
    }

    /** {@return the most requests it holds} */
    public int capacity() {
        return capacity;
    }

    /** {@return the requests in the chain} */
    public int size() {
        return size;
    }

    /** Empties the chain. */
    public void clear() {
        size = 0;
    }

    /**
     * Appends a receive into one contiguous range.
     *
     * @param wrId         comes back in the completion
     * @param localAddress first byte that may be written
     * @param lkey         key of the local region, which needs {@link Access#LOCAL_WRITE}
     * @param length       bytes, unsigned; 0 takes messages without data only
     * @throws IllegalStateException if the chain is full
     */
    public void add(final long wrId, final long localAddress, final int lkey, final int length) {
        if (size == capacity) {
            throw new IllegalStateException("the chain is full: capacity " + capacity);
        }
        final long wr = addressOf(size++);
        NativeMemory.putLong(wr + RecvWr.WR_ID, wrId);
        NativeMemory.putLong(wr + RecvWr.NEXT, addressOf(size));
        NativeMemory.putLong(wr + RecvWr.SG_LIST, sgeAddressOf(size - 1));
        NativeMemory.putInt(wr + RecvWr.NUM_SGE, 0);
        if (length != 0) {
            addSge(localAddress, lkey, length);
        }
    }

    /**
     * Appends a further scatter/gather entry to the last request.
     *
     * @param localAddress first byte that may be written
     * @param lkey         key of the local region
     * @param length       bytes, unsigned
     * @throws IllegalStateException if the request has {@code maxSge} entries, or there is none
     */
    public void addSge(final long localAddress, final int lkey, final int length) {
        if (size == 0) {
            throw new IllegalStateException("the chain is empty");
        }
        final long wr = addressOf(size - 1);
        final int count = NativeMemory.getInt(wr + RecvWr.NUM_SGE);
        if (count == maxSge) {
            throw new IllegalStateException("the request has all of its " + maxSge + " scatter/gather entries");
        }
        final long sge = sgeAddressOf(size - 1) + (long) count * Sge.SIZE;
        NativeMemory.putLong(sge + Sge.ADDRESS, localAddress);
        NativeMemory.putInt(sge + Sge.LENGTH, length);
        NativeMemory.putInt(sge + Sge.LKEY, lkey);
        NativeMemory.putInt(wr + RecvWr.NUM_SGE, count + 1);
    }

    /**
     * After a post that was refused: the requests before this index were accepted, this one and those behind it were
     * not.
     *
     * @return the index of the first request that was refused
     */
    public int firstRefused() {
        return (int) ((NativeMemory.getLong(badWr) - firstWr) / RecvWr.SIZE);
    }

    /** Ends the chain behind its last request. */
    long seal() {
        if (size == 0) {
            throw new IllegalStateException("the chain is empty");
        }
        NativeMemory.putLong(addressOf(size - 1) + RecvWr.NEXT, 0);
        return memory.address();
    }

    long badWrAddress() {
        return badWr;
    }

    private long addressOf(final int index) {
        return firstWr + (long) index * RecvWr.SIZE;
    }

    private long sgeAddressOf(final int index) {
        return firstSge + (long) index * maxSge * Sge.SIZE;
    }
}
