package io.sluice.pipeline.paired;

/**
 * A range of memory by address, as NIXL's descriptors have it.
 *
 * @param address first byte, in the address space of its owner
 * @param length  bytes, 0 or more
 */
public record Range(long address, long length) {
    /** Refuses what wraps around. */
    public Range {
        if (length < 0 || Long.compareUnsigned(address + length, address) < 0) {
            throw new IllegalArgumentException("range 0x" + Long.toHexString(address) + " +" + length
                    + " is negative or wraps around");
        }
    }

    /** Whether it lies in so many bytes from {@code base} on. Does not wrap around. */
    boolean isInside(final long base, final long bytes) {
        final long offset = address - base;
        return offset >= 0 && length <= bytes && offset <= bytes - length;
    }
}
