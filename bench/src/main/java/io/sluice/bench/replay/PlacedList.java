package io.sluice.bench.replay;

import io.sluice.bench.blocks.PlacedBlocks;
import java.util.Arrays;

/** Collects {@link PlacedBlocks}. */
final class PlacedList {
    private long[] hashes = new long[64];
    private int[] slots = new int[64];
    private int count;

    void add(final long hash, final int slot) {
        if (count == slots.length) {
            hashes = Arrays.copyOf(hashes, 2 * count);
            slots = Arrays.copyOf(slots, 2 * count);
        }
        hashes[count] = hash;
        slots[count] = slot;
        count++;
    }

    PlacedBlocks toBlocks() {
        return new PlacedBlocks(Arrays.copyOf(hashes, count), Arrays.copyOf(slots, count));
    }
}
