package io.sluice.bench.blocks;

import java.util.Comparator;

/**
 * A byte that is not what its block holds there.
 *
 * @param hash     id of the block
 * @param layer    from 0
 * @param offset   from the start of the block in that layer
 * @param expected value that belongs there
 * @param found    value that is there
 */
public record WrongByte(long hash, int layer, long offset, byte expected, byte found) {
    private static final Comparator<WrongByte> ORDER = Comparator.comparingLong(WrongByte::hash)
            .thenComparingInt(WrongByte::layer).thenComparingLong(WrongByte::offset);

    /** The one that comes first: the lower block, layer, offset. */
    public WrongByte first(final WrongByte other) {
        return other == null || ORDER.compare(this, other) <= 0 ? this : other;
    }

    @Override
    public String toString() {
        return String.format("block %d, layer %d, offset %d: 0x%02x in place of 0x%02x", hash, layer, offset, found,
                expected);
    }
}
