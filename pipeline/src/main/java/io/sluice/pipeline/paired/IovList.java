package io.sluice.pipeline.paired;

import io.sluice.pipeline.pairing.Pieces;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * The ranges of memory of one request, which together are one unit: a send of two ranges meets a receive of three, if
 * their totals are equal. Grows as needed, then allocates nothing: fill, submit, {@link #clear()}, fill again. It may be
 * cleared as soon as submit returns. Not safe for use by several threads at once.
 */
public final class IovList {
    /** Never started: stands for the threads that will touch the memory. */
    private static final Thread OTHER = Thread.ofPlatform().unstarted(() -> {});

    private final Pieces pieces = new Pieces();

    /** Makes an empty list. */
    public IovList() {}

    /**
     * Appends a range.
     *
     * @param memory native, of a shared, automatic or global arena; need not be registered. It stays open until the
     *               request has settled
     * @param offset first byte, from the start of {@code memory}
     * @param length bytes, 0 or more
     * @return this
     * @throws IllegalArgumentException if the memory is of another kind, the range is not inside, or all ranges together
     *                                  are over 2^63 - 1 bytes
     */
    public IovList add(final MemorySegment memory, final long offset, final long length) {
        return add(memory, offset, length, 0);
    }

    /**
     * Appends a range of a PUT.
     *
     * @param memory       inside this end's window
     * @param offset       first byte, from the start of {@code memory}
     * @param length       bytes, 0 or more
     * @param remoteOffset where it goes: first byte, from the start of the peer's window
     * @return this
     * @throws IllegalArgumentException as {@link #add(MemorySegment, long, long)}
     */
    public IovList add(final MemorySegment memory, final long offset, final long length, final long remoteOffset) {
        Objects.requireNonNull(memory, "memory");
        if (!memory.isNative()) {
            throw new IllegalArgumentException("range " + size() + ": heap memory; native memory is needed");
        }
        if (memory.isAccessibleBy(Thread.currentThread()) && !memory.isAccessibleBy(OTHER)) {
            throw new IllegalArgumentException("range " + size()
                    + ": its arena is confined to one thread; a shared, automatic or global arena is needed");
        }
        if (offset < 0 || length < 0 || length > memory.byteSize() || offset > memory.byteSize() - length) {
            throw new IllegalArgumentException("range " + size() + ": offset " + offset + " with " + length
                    + " bytes is not inside memory of " + memory.byteSize());
        }
        if (pieces.bytes() + length < 0) {
            throw new IllegalArgumentException("range " + size() + ": the total is over 2^63 - 1 bytes");
        }
        pieces.add(memory, offset, length, remoteOffset);
        return this;
    }

    /** {@return number of ranges} */
    public int size() {
        return pieces.size();
    }

    /** {@return bytes of all ranges together} */
    public long bytes() {
        return pieces.bytes();
    }

    /** Removes all ranges. */
    public void clear() {
        pieces.clear();
    }

    /** Of a receive. */
    void requireWritable() {
        for (int i = 0; i < pieces.size(); i++) {
            if (pieces.memory(i).isReadOnly()) {
                throw new IllegalArgumentException("range " + i + " is read-only: nothing can be received there");
            }
        }
    }

    Pieces pieces() {
        return pieces;
    }
}
