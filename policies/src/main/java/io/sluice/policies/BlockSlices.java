package io.sluice.policies;

/**
 * Blocks, the tail merged into the last one where it is at most {@code fragmentLimit} long. The message limit is checked
 * when the policy is made and has no part in the cutting, so it is not kept: equal policies cut alike.
 */
record BlockSlices(int blockSize, int fragmentLimit) implements SlicePolicy {
    @Override
    public int nextLength(final long remaining) {
        if (remaining > blockSize + fragmentLimit) {
            return blockSize;
        }
        if (remaining < 0) {
            throw SliceLimits.negative("remaining", remaining);
        }
        return (int) remaining;
    }

    @Override
    public long sliceCount(final long length) {
        final long beyondLast = SliceLimits.checkLength(length) - maxSliceLength();
        if (beyondLast > 0) {
            // Blocks come off until what remains is one slice: ceil(beyondLast / blockSize) blocks, then the last slice.
            return (beyondLast - 1) / blockSize + 2;
        }
        return length == 0 ? 0 : 1;
    }

    @Override
    public int maxSliceLength() {
        return blockSize + fragmentLimit;
    }
}
