package io.sluice.pipeline.pairing;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * What one end offers when windows are agreed on; 32 bytes little-endian: flags u32, rkey u32, base u64, size u64, 0.
 *
 * @param isPresent whether it has a window at all
 * @param oneSided  whether the peer may write it by itself
 * @param rkey      with this key
 * @param base      address of its first byte
 * @param bytes     with the signal word
 */
public record WindowOffer(boolean isPresent, boolean oneSided, int rkey, long base, long bytes) {
    /** No window. */
    public static final WindowOffer NONE = new WindowOffer(false, false, 0, 0, 0);

    static final int ENCODED_BYTES = 32;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    void put(final MemorySegment target) {
        target.set(INT, 0, (isPresent ? 1 : 0) | (oneSided ? 2 : 0));
        target.set(INT, 4, rkey);
        target.set(LONG, 8, base);
        target.set(LONG, 16, bytes);
        target.set(LONG, 24, 0);
    }

    static WindowOffer get(final MemorySegment source) throws BrokenProtocolException {
        final int flags = source.get(INT, 0);
        final WindowOffer offer = new WindowOffer((flags & 1) != 0, (flags & 2) != 0, source.get(INT, 4),
                source.get(LONG, 8), source.get(LONG, 16));
        final long end = offer.base + offer.bytes;
        final boolean isRight = offer.isPresent
                ? offer.bytes >= Window.LEAST_BYTES && end % Window.SIGNAL_BYTES == 0
                        && Long.compareUnsigned(offer.base, end) < 0
                : offer.equals(NONE);
        if ((flags & ~3) != 0 || source.get(LONG, 24) != 0 || !isRight) {
            throw new BrokenProtocolException("not a window: " + offer);
        }
        return offer;
    }
}
