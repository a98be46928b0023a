package io.sluice.bench.replay;

/**
 * Blocks and the slots where they lie. The arrays are not copied: nobody writes to them.
 *
 * @param hashes of each block
 * @param slots  of each block
 */
record PlacedBlocks(long[] hashes, int[] slots) {
    int count() {
        return hashes.length;
    }
}
