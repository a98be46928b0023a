package io.sluice.verbs.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A number in a struct of the control path: where it lies and how wide it is. All are read as unsigned.
 *
 * @param offset bytes from the struct's start
 * @param bytes  its width: 1, 2, 4 or 8
 */
public record Field(int offset, int bytes) {

    static Field u8(final int offset) {
        return new Field(offset, Byte.BYTES);
    }

    static Field u16(final int offset) {
        return new Field(offset, Short.BYTES);
    }

    static Field u32(final int offset) {
        return new Field(offset, Integer.BYTES);
    }

    static Field u64(final int offset) {
        return new Field(offset, Long.BYTES);
    }

    /**
     * @param struct its address
     * @return the value, unsigned where it is narrower than a long
     */
    public long get(final long struct) {
        final MemorySegment all = NativeMemory.all();
        final long address = struct + offset;
        return switch (bytes) {
            case Byte.BYTES -> Byte.toUnsignedLong(all.get(ValueLayout.JAVA_BYTE, address));
            case Short.BYTES -> Short.toUnsignedLong(all.get(ValueLayout.JAVA_SHORT_UNALIGNED, address));
            case Integer.BYTES -> Integer.toUnsignedLong(NativeMemory.getInt(address));
            default -> NativeMemory.getLong(address);
        };
    }

    /**
     * @param struct its address
     * @return the value where it fits an int, else the largest int: for counts and limits
     */
    public int count(final long struct) {
        final long value = get(struct);
        return value < 0 || value > Integer.MAX_VALUE ? Integer.MAX_VALUE : (int) value;
    }

    /**
     * @param struct its address
     * @param value  whose low bytes are stored
     */
    public void set(final long struct, final long value) {
        final MemorySegment all = NativeMemory.all();
        final long address = struct + offset;
        switch (bytes) {
            case Byte.BYTES -> all.set(ValueLayout.JAVA_BYTE, address, (byte) value);
            case Short.BYTES -> all.set(ValueLayout.JAVA_SHORT_UNALIGNED, address, (short) value);
            case Integer.BYTES -> NativeMemory.putInt(address, (int) value);
            default -> NativeMemory.putLong(address, value);
        }
    }
}
