package io.sluice.verbs;

import io.sluice.verbs.layout.NativeMemory;
import io.sluice.verbs.layout.SendWr;
import io.sluice.verbs.layout.Sge;
import java.lang.foreign.MemorySegment;

/**
 * A chain of send work requests in native memory: an array of {@code struct ibv_send_wr}, each linked to the next, each
 * with its own array of {@code struct ibv_sge}. Fill it, {@linkplain QueuePair#postSend post} it, {@link #clear()} it,
 * fill it again: nothing is allocated after creation. A device has taken what it needs when post returns.
 *
 * <p>Fields that never change (links, list addresses) are written once. The memory is freed when this object is
 * unreachable. Not safe for use by several threads at once.
 */
public final class WorkRequests {
    private final MemorySegment memory;
    private final long firstWr;
    private final long firstSge;
    private final long badWr;
    private final int capacity;
    private final int maxSge;
    private int size;

    private WorkRequests(final int capacity, final int maxSge) {
        this.capacity = capacity;
        this.maxSge = maxSge;
        final long wrBytes = (long) capacity * SendWr.SIZE;
        final long sgeBytes = (long) capacity * maxSge * Sge.SIZE;
        memory = NativeMemory.allocate(wrBytes + sgeBytes + Long.BYTES, SendWr.SIZE);
        firstWr = memory.address();
        firstSge = firstWr + wrBytes;
        badWr = firstSge + sgeBytes;
        for (int i = 0; i < capacity; i++) {
            NativeMemory.putLong(addressOf(i) + SendWr.SG_LIST, sgeAddressOf(i));
            link(i);
        }
    }

    /**
     * Allocates an empty chain.
     *
     * @param capacity most work requests it holds, 1 to 65,536
     * @param maxSge   most scatter/gather entries of one, 1 to 64
     * @return the chain
     */
    public static WorkRequests allocate(final int capacity, final int maxSge) {
        Checks.range("capacity", capacity, 1, 65_536);
        Checks.range("maxSge", maxSge, 1, 64);
        return new WorkRequests(capacity, maxSge);
    }

    /** {@return the most work requests it holds} */
    public int capacity() {
        return capacity;
    }

    /** {@return the work requests in the chain} */
    public int size() {
        return size;
    }

    /** {@return whether a further add would throw} */
    public boolean isFull() {
        return size == capacity;
    }

    /** Empties the chain. */
    public void clear() {
        size = 0;
    }

    /**
     * Appends an RDMA WRITE of one contiguous local range.
     *
     * @param wrId          comes back in the completion
     * @param localAddress  first byte read here
     * @param lkey          key of the local region
     * @param length        bytes, unsigned; 0 makes a request without scatter/gather entry
     * @param remoteAddress first byte written at the peer
     * @param rkey          key of the peer's region
     * @param sendFlags     bits of {@link SendFlags}
     */
    public void addWrite(final long wrId, final long localAddress, final int lkey, final int length,
            final long remoteAddress, final int rkey, final int sendFlags) {
        addRdma(WrOpcode.RDMA_WRITE, wrId, localAddress, lkey, length, remoteAddress, rkey, sendFlags);
    }

    /**
     * Appends an RDMA READ into one contiguous local range.
     *
     * @param wrId          comes back in the completion
     * @param localAddress  first byte written here
     * @param lkey          key of the local region
     * @param length        bytes, unsigned; 0 makes a request without scatter/gather entry
     * @param remoteAddress first byte read at the peer
     * @param rkey          key of the peer's region
     * @param sendFlags     bits of {@link SendFlags}
     */
    public void addRead(final long wrId, final long localAddress, final int lkey, final int length,
            final long remoteAddress, final int rkey, final int sendFlags) {
        addRdma(WrOpcode.RDMA_READ, wrId, localAddress, lkey, length, remoteAddress, rkey, sendFlags);
    }

    /**
     * Appends an RDMA READ or WRITE of one contiguous local range, as {@link #addWrite} and {@link #addRead} do.
     *
     * @param opcode        of {@link WrOpcode}
     * @param wrId          comes back in the completion
     * @param localAddress  first local byte
     * @param lkey          key of the local region
     * @param length        bytes, unsigned
     * @param remoteAddress first byte at the peer
     * @param rkey          key of the peer's region
     * @param sendFlags     bits of {@link SendFlags}
     */
    public void addRdma(final int opcode, final long wrId, final long localAddress, final int lkey, final int length,
            final long remoteAddress, final int rkey, final int sendFlags) {
        final long wr = append(opcode, wrId, sendFlags, localAddress, lkey, length);
        NativeMemory.putLong(wr + SendWr.REMOTE_ADDRESS, remoteAddress);
        NativeMemory.putInt(wr + SendWr.RKEY, rkey);
    }

    /**
     * Appends a SEND of one contiguous local range.
     *
     * @param wrId         comes back in the completion
     * @param localAddress first byte read here
     * @param lkey         key of the local region
     * @param length       bytes, unsigned; 0 makes a request without scatter/gather entry
     * @param sendFlags    bits of {@link SendFlags}
     */
    public void addSend(final long wrId, final long localAddress, final int lkey, final int length,
            final int sendFlags) {
        append(WrOpcode.SEND, wrId, sendFlags, localAddress, lkey, length);
    }

    /**
     * Gives the last request immediate data: its opcode becomes the one WITH_IMM.
     *
     * @param immediate four bytes, as the peer shall find them; a peer in C by {@code ntohl(wc.imm_data)}
     */
    public void withImmediate(final int immediate) {
        final long wr = last();
        final int opcode = NativeMemory.getInt(wr + SendWr.OPCODE);
        final int withImmediate = switch (opcode) {
            case WrOpcode.SEND, WrOpcode.SEND_WITH_IMM -> WrOpcode.SEND_WITH_IMM;
            case WrOpcode.RDMA_WRITE, WrOpcode.RDMA_WRITE_WITH_IMM -> WrOpcode.RDMA_WRITE_WITH_IMM;
            default -> throw new IllegalStateException("opcode " + opcode + " cannot carry immediate data");
        };
        NativeMemory.putInt(wr + SendWr.OPCODE, withImmediate);
        NativeMemory.putInt(wr + SendWr.IMM_DATA, Integer.reverseBytes(immediate));
    }

    /**
     * Adds flags to a request.
     *
     * @param index     0 to {@code size() - 1}
     * @param sendFlags bits of {@link SendFlags}
     */
    public void addFlags(final int index, final int sendFlags) {
        final long flags = addressOf(index) + SendWr.SEND_FLAGS;
        NativeMemory.putInt(flags, NativeMemory.getInt(flags) | sendFlags);
    }

    /**
     * Appends a further scatter/gather entry to the last request.
     *
     * @param localAddress first local byte
     * @param lkey         key of the local region
     * @param length       bytes, unsigned
     * @throws IllegalStateException if the request has {@code maxSge} entries, or there is none
     */
    public void addSge(final long localAddress, final int lkey, final int length) {
        final long wr = last();
        final int count = NativeMemory.getInt(wr + SendWr.NUM_SGE);
        if (count == maxSge) {
            throw new IllegalStateException("the request has all of its " + maxSge + " scatter/gather entries");
        }
        putSge(sgeAddressOf(size - 1) + (long) count * Sge.SIZE, localAddress, lkey, length);
        NativeMemory.putInt(wr + SendWr.NUM_SGE, count + 1);
    }

    /**
     * After a post that was refused: the requests before this index were accepted, this one and those behind it were
     * not.
     *
     * @return the index of the first request that was refused
     */
    public int firstRefused() {
        return (int) ((NativeMemory.getLong(badWr) - firstWr) / SendWr.SIZE);
    }

    /**
     * {@return the wr_id of that request}
     *
     * @param index 0 to {@code size() - 1}
     */
    public long wrId(final int index) {
        return NativeMemory.getLong(addressOf(index) + SendWr.WR_ID);
    }

    /** Ends the chain behind its last request, for a post. */
    long seal() {
        NativeMemory.putLong(last() + SendWr.NEXT, 0);
        return firstWr;
    }

    /** After the post: requests may be added behind the last one. */
    void unseal() {
        link(size - 1);
    }

    long badWrAddress() {
        return badWr;
    }

    private long append(final int opcode, final long wrId, final int sendFlags, final long localAddress,
            final int lkey, final int length) {
        if (size == capacity) {
            throw new IllegalStateException("the chain is full: capacity " + capacity);
        }
        final int index = size++;
        final long wr = addressOf(index);
        NativeMemory.putLong(wr + SendWr.WR_ID, wrId);
        NativeMemory.putInts(wr + SendWr.NUM_SGE, length == 0 ? 0 : 1, opcode);
        NativeMemory.putInts(wr + SendWr.SEND_FLAGS, sendFlags, 0);
        putSge(sgeAddressOf(index), localAddress, lkey, length);
        return wr;
    }

    private static void putSge(final long sge, final long address, final int lkey, final int length) {
        NativeMemory.putLong(sge + Sge.ADDRESS, address);
        NativeMemory.putInts(sge + Sge.LENGTH, length, lkey);
    }

    private void link(final int index) {
        NativeMemory.putLong(addressOf(index) + SendWr.NEXT, addressOf(index + 1));
    }

    private long last() {
        if (size == 0) {
            throw new IllegalStateException("the chain is empty");
        }
        return addressOf(size - 1);
    }

    private long addressOf(final int index) {
        return firstWr + (long) index * SendWr.SIZE;
    }

    private long sgeAddressOf(final int index) {
        return firstSge + (long) index * maxSge * Sge.SIZE;
    }
}
