package io.sluice.properties.device;

import java.util.List;

/** The memory of a program, and the two ways in which a request touches it. */
final class ModelMemory {
    final byte[] bytes;

    ModelMemory(final MemoryMap map) {
        bytes = new byte[map.bytes()];
        fill(0, bytes.length, 0);
    }

    void fill(final int at, final int length, final int seed) {
        for (int i = at; i < at + length; i++) {
            bytes[i] = MemoryMap.pattern(i, seed);
        }
    }

    byte[] gather(final List<ModelRange> ranges) {
        final byte[] data = new byte[(int) ranges.stream().mapToLong(ModelRange::bytes).sum()];
        int done = 0;
        for (final ModelRange range : ranges) {
            System.arraycopy(bytes, (int) range.at(), data, done, (int) range.bytes());
            done += (int) range.bytes();
        }
        return data;
    }

    /** Fills the ranges in order, as far as the data reaches. */
    void scatter(final byte[] data, final List<ModelRange> ranges) {
        int done = 0;
        for (final ModelRange range : ranges) {
            final int part = (int) Math.min(range.bytes(), data.length - done);
            if (part > 0) { // an empty one, or one that is not reached, may lie anywhere
                System.arraycopy(data, done, bytes, (int) range.at(), part);
                done += part;
            }
        }
    }
}
