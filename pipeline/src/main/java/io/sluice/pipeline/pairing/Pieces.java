package io.sluice.pipeline.pairing;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Ranges of memory that together are one unit. Grows as needed, then allocates nothing. Guarded by its owner. */
public final class Pieces {
    private static final int FIRST_CAPACITY = 4;

    private MemorySegment[] memories = new MemorySegment[FIRST_CAPACITY];
    private long[] offsets = new long[FIRST_CAPACITY];
    private long[] lengths = new long[FIRST_CAPACITY];
    private long[] remoteOffsets = new long[FIRST_CAPACITY];
    private int size;
    private long bytes;

    /** The caller has checked that the range is inside {@code memory}, and that all together are below 2^63 bytes. */
    public void add(final MemorySegment memory, final long offset, final long length, final long remoteOffset) {
        if (size == memories.length) {
            grow(size * 2);
        }
        memories[size] = memory;
        offsets[size] = offset;
        lengths[size] = length;
        remoteOffsets[size] = remoteOffset;
        size++;
        bytes += length;
    }

    /** Becomes equal to {@code other}. */
    public void copyFrom(final Pieces other) {
        clear();
        if (other.size > memories.length) {
            grow(other.size);
        }
        System.arraycopy(other.memories, 0, memories, 0, other.size);
        System.arraycopy(other.offsets, 0, offsets, 0, other.size);
        System.arraycopy(other.lengths, 0, lengths, 0, other.size);
        System.arraycopy(other.remoteOffsets, 0, remoteOffsets, 0, other.size);
        size = other.size;
        bytes = other.bytes;
    }

    /** Removes all, and keeps no memory reachable. */
    public void clear() {
        Arrays.fill(memories, 0, size, null);
        size = 0;
        bytes = 0;
    }

    public int size() {
        return size;
    }

    /** All together. */
    public long bytes() {
        return bytes;
    }

    public MemorySegment memory(final int index) {
        return memories[index];
    }

    /** First byte, from the start of {@link #memory}. */
    public long offset(final int index) {
        return offsets[index];
    }

    public long length(final int index) {
        return lengths[index];
    }

    /** First byte in the peer's window, for a put. */
    public long remoteOffset(final int index) {
        return remoteOffsets[index];
    }

    private void grow(final int capacity) {
        memories = Arrays.copyOf(memories, capacity);
        offsets = Arrays.copyOf(offsets, capacity);
        lengths = Arrays.copyOf(lengths, capacity);
        remoteOffsets = Arrays.copyOf(remoteOffsets, capacity);
    }
}
