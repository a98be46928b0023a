package io.sluice.verbs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

/**
 * Memory of a test and its registration.
 *
 * @param memory the bytes
 * @param region over all of them
 */
public record Buffer(MemorySegment memory, MemoryRegion region) {
    private static final long MARK_DISTANCE = 32 << 10;

    /**
     * @param offset of a byte
     * @return its address
     */
    public long address(final long offset) {
        return memory.address() + offset;
    }

    /** @return the first address */
    public long address() {
        return memory.address();
    }

    public int lkey() {
        return region.lkey();
    }

    public int rkey() {
        return region.rkey();
    }

    /**
     * Fills the memory with bytes that no other seed gives.
     *
     * @param seed of the bytes
     * @return this
     */
    public Buffer fill(final long seed) {
        final byte[] bytes = new byte[(int) memory.byteSize()];
        new SplittableRandom(seed).nextBytes(bytes);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return this;
    }

    /** @return a copy of all bytes */
    public byte[] bytes() {
        return bytes(0, memory.byteSize());
    }

    /**
     * @param offset of the first
     * @param length how many
     * @return a copy
     */
    public byte[] bytes(final long offset, final long length) {
        return memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
    }

    /**
     * Writes a value to a byte here and there, much faster than a device fills the memory: what a device writes
     * afterwards, also just afterwards, covers some of them.
     *
     * @param value of the marks
     */
    public void mark(final byte value) {
        for (long i = 0; i < memory.byteSize(); i += MARK_DISTANCE) {
            memory.set(ValueLayout.JAVA_BYTE, i, value);
        }
    }

    /**
     * @param value of the marks
     * @return whether all of them are there as {@link #mark} wrote them
     */
    public boolean isMarked(final byte value) {
        for (long i = 0; i < memory.byteSize(); i += MARK_DISTANCE) {
            if (memory.get(ValueLayout.JAVA_BYTE, i) != value) {
                return false;
            }
        }
        return true;
    }

    /** @return whether no byte has been written since allocation */
    public boolean isUntouched() {
        for (long i = 0; i < memory.byteSize(); i++) {
            if (memory.get(ValueLayout.JAVA_BYTE, i) != 0) {
                return false;
            }
        }
        return true;
    }
}
