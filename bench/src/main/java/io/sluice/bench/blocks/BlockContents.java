package io.sluice.bench.blocks;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * What a block must hold: words that follow from its hash id, its layer and their place in it, so that a byte that is
 * missing, stale or misplaced is wrong. Cheap enough that making and checking run about as fast as memory does.
 */
final class BlockContents {
    /** A wrong word in every 1,024 bytes, the smallest slice there can be. */
    private static final int SPOIL_STRIDE = 1024;
    private static final long GOLDEN_RATIO = 0x9e37_79b9_7f4a_7c15L;

    private BlockContents() {}

    /** Where the words of a block in a layer begin; the finalizer of SplitMix64, so that neighbours have nothing in common. */
    private static long seed(final long hash, final int layer) {
        long z = hash * GOLDEN_RATIO + (layer + 1) * 0xd1b5_4a32_d192_ed03L;
        z = (z ^ z >>> 30) * 0xbf58_476d_1ce4_e5b9L;
        z = (z ^ z >>> 27) * 0x94d0_49bb_1331_11ebL;
        return z ^ z >>> 31;
    }

    private static long word(final long seed, final int index) {
        final long word = seed + index * GOLDEN_RATIO;
        return word ^ word >>> 29;
    }

    /** Makes a block's part in one layer, the whole of {@code block}. */
    static void fill(final MemorySegment block, final long hash, final int layer) {
        final long seed = seed(hash, layer);
        final int words = words(block);
        for (int i = 0; i < words; i++) {
            block.setAtIndex(ValueLayout.JAVA_LONG, i, word(seed, i));
        }
    }

    /** Makes bytes all over a block wrong, so that what is not moved afterwards cannot pass for moved. */
    static void spoil(final MemorySegment block, final long hash, final int layer) {
        final long seed = seed(hash, layer);
        final int words = words(block);
        for (int i = 0; i < words; i += SPOIL_STRIDE / Long.BYTES) {
            block.setAtIndex(ValueLayout.JAVA_LONG, i, ~word(seed, i));
        }
    }

    /**
     * Checks a block's part in one layer, the whole of {@code block}.
     *
     * @return offset of the first wrong byte, -1 if all are right
     */
    static long firstWrong(final MemorySegment block, final long hash, final int layer) {
        final long seed = seed(hash, layer);
        final int words = words(block);
        long differences = 0;
        for (int i = 0; i < words; i++) {
            differences |= block.getAtIndex(ValueLayout.JAVA_LONG, i) ^ word(seed, i);
        }
        return differences == 0 ? -1 : locate(block, hash, layer);
    }

    private static long locate(final MemorySegment block, final long hash, final int layer) {
        for (long offset = 0; offset < block.byteSize(); offset++) {
            if (block.get(ValueLayout.JAVA_BYTE, offset) != expected(hash, layer, offset)) {
                return offset;
            }
        }
        throw new IllegalStateException("block " + hash + ", layer " + layer + " was wrong and is right now: "
                + "something still writes to it");
    }

    /** The byte that belongs at an offset of a block's part in a layer. */
    static byte expected(final long hash, final int layer, final long offset) {
        final MemorySegment word = MemorySegment.ofArray(
                new long[]{ word(seed(hash, layer), (int) (offset / Long.BYTES)) });
        return word.get(ValueLayout.JAVA_BYTE, offset % Long.BYTES);
    }

    private static int words(final MemorySegment block) {
        return Math.toIntExact(block.byteSize() / Long.BYTES);
    }
}
