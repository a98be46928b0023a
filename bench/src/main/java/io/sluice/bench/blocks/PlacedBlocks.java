package io.sluice.bench.blocks;

/**
 * Blocks and the slots where they lie. The arrays are not copied: nobody writes to them.
 *
 * @param hashes of each block
 * @param slots  of each block
 */
public record PlacedBlocks(long[] hashes, int[] slots) {
    public int count() {
        return hashes.length;
    }
}
