package io.sluice.properties;

import io.sluice.policies.SlicePolicy;
import java.math.BigInteger;

/**
 * The rule of slices in plain words and unbounded numbers. Whole entries are blocks as long as a message, with no tail
 * merged.
 */
record SliceModel(int blockSize, int fragmentLimit, int maxMessageLength, boolean isWhole) {
    SliceModel(final int blockSize, final int fragmentLimit, final int maxMessageLength) {
        this(blockSize, fragmentLimit, maxMessageLength, false);
    }

    static SliceModel whole(final int maxMessageLength) {
        return new SliceModel(maxMessageLength, 0, maxMessageLength, true);
    }

    /** Legal limits out of any two numbers. */
    static SliceModel blocks(final int maxMessageLength, final int anyBlock, final int anyFragment) {
        final int block = 1 + Math.floorMod(anyBlock, maxMessageLength);
        final int most = Math.min(block, maxMessageLength - block);
        return new SliceModel(block, (int) Math.floorMod((long) anyFragment, most + 1L), maxMessageLength);
    }

    SlicePolicy policy() {
        return isWhole
                ? SlicePolicy.whole(maxMessageLength)
                : SlicePolicy.blocks(blockSize, fragmentLimit, maxMessageLength);
    }

    /** What remains, if at most a block and a tail remain; else one block. */
    BigInteger nextLength(final long remaining) {
        final BigInteger rest = BigInteger.valueOf(remaining);
        return rest.compareTo(longest()) <= 0 ? rest : BigInteger.valueOf(blockSize);
    }

    /** The smallest number of slices n such that n − 1 blocks leave at most a block and a tail; none for nothing. */
    BigInteger sliceCount(final long length) {
        if (length == 0) {
            return BigInteger.ZERO;
        }
        final BigInteger beyond = BigInteger.valueOf(length).subtract(longest()).max(BigInteger.ZERO);
        final BigInteger[] blocks = beyond.divideAndRemainder(BigInteger.valueOf(blockSize));
        return blocks[0].add(BigInteger.valueOf(blocks[1].signum())).add(BigInteger.ONE);
    }

    private BigInteger longest() {
        return BigInteger.valueOf(blockSize).add(BigInteger.valueOf(fragmentLimit));
    }
}
