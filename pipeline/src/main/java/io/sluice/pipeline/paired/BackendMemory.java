package io.sluice.pipeline.paired;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Memory that a {@link PairedBackend} knows: of this agent, or of another by its public data. Immutable.
 *
 * @param base   address of its first byte
 * @param length bytes
 * @param device its device's number, 0 for main memory
 * @param memory itself; null where it is another agent's
 */
public record BackendMemory(long base, long length, int device, MemorySegment memory) {
    private static final int PUBLIC_BYTES = 2 * Long.BYTES + Integer.BYTES;

    /** {@return what other agents may know of it, 20 bytes little-endian: base u64, length u64, device u32; no key} */
    public byte[] publicData() {
        return ByteBuffer.allocate(PUBLIC_BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(base).putLong(length)
                .putInt(device).array();
    }

    static BackendMemory parse(final byte[] publicData) {
        if (publicData.length != PUBLIC_BYTES) {
            throw new IllegalArgumentException(
                    "public data has " + PUBLIC_BYTES + " bytes, this has " + publicData.length);
        }
        final ByteBuffer in = ByteBuffer.wrap(publicData).order(ByteOrder.LITTLE_ENDIAN);
        final Range range = new Range(in.getLong(), in.getLong());
        return new BackendMemory(range.address(), range.length(), in.getInt(), null);
    }

    boolean contains(final Range range) {
        return range.isInside(base, length);
    }
}
