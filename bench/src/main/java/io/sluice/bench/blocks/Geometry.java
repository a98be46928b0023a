package io.sluice.bench.blocks;

/**
 * How a paged KV cache lies in memory: one region a side, layer after layer, in each layer a slot a block.
 *
 * <pre>
 * offset of (layer, slot) = layer * slots * blockBytes + slot * blockBytes
 *
 *            slot 0   slot 1   slot 2  ...
 * layer 0  |        |        |        |
 * layer 1  |        |        |        |
 * </pre>
 *
 * @param layers     1 or more
 * @param blockBytes bytes of a block in one layer; a multiple of 8, for its contents are words
 * @param slots      blocks that the pool holds
 */
public record Geometry(int layers, long blockBytes, int slots) {
    /** Checks the ranges. */
    public Geometry {
        if (layers < 1 || blockBytes < 8 || blockBytes % 8 != 0 || slots < 1) {
            throw new IllegalArgumentException(layers + " layers of " + slots + " blocks with " + blockBytes
                    + " bytes each: all must be 1 or more, the bytes a multiple of 8");
        }
        Math.multiplyExact(Math.multiplyExact(blockBytes, (long) layers), (long) slots);
    }

    public long offset(final int layer, final int slot) {
        return ((long) layer * slots + slot) * blockBytes;
    }

    /** Bytes of a block in all layers together. */
    public long bytesOfBlock() {
        return layers * blockBytes;
    }

    /** Bytes of the whole pool. */
    public long bytes() {
        return bytesOfBlock() * slots;
    }
}
