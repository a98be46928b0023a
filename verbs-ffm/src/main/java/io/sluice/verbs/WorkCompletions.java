package io.sluice.verbs;

import io.sluice.verbs.layout.NativeMemory;
import io.sluice.verbs.layout.Wc;
import java.lang.foreign.MemorySegment;

/**
 * An array of {@code struct ibv_wc} in native memory that {@link CompletionQueue#poll} fills. Indices run from 0 to
 * {@code size() - 1} and are not checked: this is the hot path. The memory is freed when this object is unreachable.
 * Not safe for use by several threads at once.
 */
public final class WorkCompletions {
    private final MemorySegment memory;
    private final long first;
    private final int capacity;
    private int size;

    private WorkCompletions(final int capacity) {
        this.capacity = capacity;
        memory = NativeMemory.allocate((long) capacity * Wc.SIZE, Long.BYTES);
        first = memory.address();
    }

    /**
     * Allocates an empty array.
     *
     * @param capacity most completions of one poll, 1 to 65,536
     * @return the array
     */
    public static WorkCompletions allocate(final int capacity) {
        Checks.range("capacity", capacity, 1, 65_536);
        return new WorkCompletions(capacity);
    }

    /** {@return the most completions of one poll} */
    public int capacity() {
        return capacity;
    }

    /** {@return the completions of the last poll} */
    public int size() {
        return size;
    }

    /**
     * {@return the wr_id of its request}
     *
     * @param index of a completion
     */
    public long wrId(final int index) {
        return NativeMemory.getLong(at(index) + Wc.WR_ID);
    }

    /**
     * {@return one of {@link WcStatus}}
     *
     * @param index of a completion
     */
    public int status(final int index) {
        return NativeMemory.getInt(at(index) + Wc.STATUS);
    }

    /**
     * {@return one of {@link WcOpcode}}
     *
     * @param index of a completion that succeeded
     */
    public int opcode(final int index) {
        return NativeMemory.getInt(at(index) + Wc.OPCODE);
    }

    /**
     * {@return the vendor's own error code}
     *
     * @param index of a completion that failed
     */
    public int vendorError(final int index) {
        return NativeMemory.getInt(at(index) + Wc.VENDOR_ERR);
    }

    /**
     * {@return the bytes placed, unsigned}
     *
     * @param index of a receive or READ completion that succeeded
     */
    public int byteLength(final int index) {
        return NativeMemory.getInt(at(index) + Wc.BYTE_LEN);
    }

    /**
     * {@return whether {@link #immediate} is valid}
     *
     * @param index of a completion
     */
    public boolean hasImmediate(final int index) {
        return (NativeMemory.getInt(at(index) + Wc.WC_FLAGS) & WcOpcode.FLAG_WITH_IMM) != 0;
    }

    /**
     * {@return the four bytes that the sender gave; a sender in C as {@code htonl(value)}}
     *
     * @param index of a completion with immediate data
     */
    public int immediate(final int index) {
        return Integer.reverseBytes(NativeMemory.getInt(at(index) + Wc.IMM_DATA));
    }

    /**
     * {@return the number of the local queue pair}
     *
     * @param index of a completion
     */
    public int qpNumber(final int index) {
        return NativeMemory.getInt(at(index) + Wc.QP_NUM);
    }

    long address() {
        return memory.address();
    }

    void size(final int newSize) {
        size = newSize;
    }

    private long at(final int index) {
        return first + (long) index * Wc.SIZE;
    }
}
