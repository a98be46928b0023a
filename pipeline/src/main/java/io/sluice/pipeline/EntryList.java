package io.sluice.pipeline;

import io.sluice.pipeline.transfer.Entry;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.Objects;
import org.agrona.UnsafeApi;

/**
 * The pieces of a vectored transfer: (local region, offset, length, remote region, offset) each, kept off-heap. Grows as
 * needed, then allocates nothing: fill, submit, {@link #clear()}, fill again. It may be cleared as soon as submit
 * returns. Not safe for use by several threads at once.
 */
public final class EntryList {
    private static final int FIRST_CAPACITY = 64;
    private static final int MOST = Integer.MAX_VALUE / Entry.SIZE / 2;

    /** Lives as long as this object is reachable, or until it has grown out of it. */
    private MemorySegment memory = allocate(FIRST_CAPACITY);
    private long first = memory.address();
    private LocalRegion[] locals = new LocalRegion[FIRST_CAPACITY];
    private RemoteRegion[] remotes = new RemoteRegion[FIRST_CAPACITY];
    private int size;
    private long bytes;
    private int refused = -1;
    private int runStart;

    /** Makes an empty list. */
    public EntryList() {}

    /** {@return number of entries} */
    public int size() {
        return size;
    }

    /** {@return bytes of all entries together} */
    public long bytes() {
        return bytes;
    }

    /** Removes all entries. */
    public void clear() {
        Arrays.fill(locals, 0, size, null);
        Arrays.fill(remotes, 0, size, null);
        size = 0;
        bytes = 0;
        refused = -1;
    }

    /**
     * Appends an entry.
     *
     * @param local        registered here
     * @param localOffset  first byte, from the start of {@code local}
     * @param length       bytes, 0 or more
     * @param remote       registered by the peer
     * @param remoteOffset first byte, from the start of {@code remote}
     * @return this
     * @throws IllegalArgumentException naming the entry, if a range is negative or not inside its region, or all entries
     *                                  together are over 2^63 - 1 bytes
     */
    public EntryList add(final LocalRegion local, final long localOffset, final long length,
            final RemoteRegion remote, final long remoteOffset) {
        check(size, local, localOffset, length, remote, remoteOffset);
        if (bytes + length < 0) {
            throw new IllegalArgumentException("entry " + size + ": the total is over 2^63 - 1 bytes");
        }
        if (size == locals.length) {
            grow();
        }
        Entry.put(entry(size), local.address() + localOffset, remote.address() + remoteOffset, length,
                local.region().lkey(), remote.rkey());
        if (size == 0 || locals[size - 1] != local || remotes[size - 1] != remote) {
            runStart = size;
        }
        Entry.uses(entry(runStart), local.number(), remote.index(), size + 1 - runStart);
        locals[size] = local;
        remotes[size] = remote;
        size++;
        bytes += length;
        return this;
    }

    /**
     * After a submit that answered {@link ResultCode#NOT_FOUND}.
     *
     * @return the index of the entry whose remote region is not registered any more, -1 if there was none
     */
    public int refusedEntry() {
        return refused;
    }

    static void check(final int index, final LocalRegion local, final long localOffset, final long length,
            final RemoteRegion remote, final long remoteOffset) {
        Objects.requireNonNull(local, "local");
        Objects.requireNonNull(remote, "remote");
        if (!local.region().contains(localOffset, length)) {
            throw new IllegalArgumentException("entry " + index + ": local offset " + localOffset + " with " + length
                    + " bytes is not inside a region of " + local.length());
        }
        if (!remote.contains(remoteOffset, length)) {
            throw new IllegalArgumentException("entry " + index + ": remote offset " + remoteOffset + " with " + length
                    + " bytes is not inside a region of " + remote.length());
        }
    }

    /** Copies entries, one behind the other, to that address. */
    void copy(final int from, final int count, final long to) {
        UnsafeApi.copyMemory(entry(from), to, (long) count * Entry.SIZE);
        Reference.reachabilityFence(this);
    }

    /** How many entries from this on have the same two regions; of the first of them. */
    int run(final int index) {
        return Entry.run(entry(index));
    }

    LocalRegion local(final int index) {
        return locals[index];
    }

    RemoteRegion remote(final int index) {
        return remotes[index];
    }

    void refused(final int index) {
        refused = index;
    }

    private void grow() {
        if (size >= MOST) {
            throw new IllegalStateException("an entry list holds at most " + MOST + " entries");
        }
        final int larger = Math.min(MOST, size * 2);
        final MemorySegment grown = allocate(larger);
        MemorySegment.copy(memory, 0, grown, 0, memory.byteSize());
        memory = grown;
        first = grown.address();
        locals = Arrays.copyOf(locals, larger);
        remotes = Arrays.copyOf(remotes, larger);
    }

    private static MemorySegment allocate(final int entries) {
        return Arena.ofAuto().allocate((long) entries * Entry.SIZE, Long.BYTES);
    }

    private long entry(final int index) {
        return first + (long) index * Entry.SIZE;
    }
}
