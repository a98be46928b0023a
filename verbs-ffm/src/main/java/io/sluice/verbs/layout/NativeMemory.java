package io.sluice.verbs.layout;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Native memory by absolute address, in native byte order. No bounds, no liveness: for memory that this library
 * allocated itself (work request and completion arrays) and for inline data, which verbs names by address alone.
 */
public final class NativeMemory {
    private static final MemorySegment ALL = everything();

    private NativeMemory() {}

    @SuppressWarnings("restricted") // one window over the address space, as the C structs need it
    private static MemorySegment everything() {
        return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    }

    /**
     * A zeroed block that lives as long as the returned segment is reachable.
     *
     * @param bytes     its size, > 0
     * @param alignment a power of two
     * @return the block
     */
    public static MemorySegment allocate(final long bytes, final long alignment) {
        return Arena.ofAuto().allocate(bytes, alignment);
    }

    /** @return all memory, unchecked: an offset is an address */
    public static MemorySegment all() {
        return ALL;
    }

    /**
     * The memory between two addresses, unchecked.
     *
     * @param address first byte
     * @param length  bytes
     * @return a segment that is always accessible
     */
    public static MemorySegment at(final long address, final long length) {
        return ALL.asSlice(address, length);
    }

    public static long getLong(final long address) {
        return ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, address);
    }

    public static void putLong(final long address, final long value) {
        ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, address, value);
    }

    public static int getInt(final long address) {
        return ALL.get(ValueLayout.JAVA_INT_UNALIGNED, address);
    }

    public static void putInt(final long address, final int value) {
        ALL.set(ValueLayout.JAVA_INT_UNALIGNED, address, value);
    }

    /** Two neighbouring ints with one store; the address is a multiple of 8, the machine little-endian. */
    public static void putInts(final long address, final int first, final int second) {
        putLong(address, (long) second << Integer.SIZE | Integer.toUnsignedLong(first));
    }

    /**
     * Copies between two native blocks that do not overlap.
     *
     * @param source      first byte read
     * @param destination first byte written
     * @param length      bytes
     */
    public static void copy(final long source, final long destination, final long length) {
        MemorySegment.copy(ALL, source, ALL, destination, length);
    }

    /**
     * Refuses a byte order in which the struct layouts of this package were never checked.
     *
     * @return true on little-endian machines
     */
    public static boolean isLittleEndian() {
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    }
}
