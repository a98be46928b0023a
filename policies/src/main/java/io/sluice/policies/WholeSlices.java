package io.sluice.policies;

/** One entry, one slice, as long as a message can hold it. */
record WholeSlices(int maxSliceLength) implements SlicePolicy {
    @Override
    public int nextLength(final long remaining) {
        if (remaining < 0) {
            throw SliceLimits.negative("remaining", remaining);
        }
        return (int) Math.min(remaining, maxSliceLength);
    }

    @Override
    public long sliceCount(final long length) {
        // Rounding up as (length + max - 1) / max would wrap near 2^63.
        return SliceLimits.checkLength(length) == 0 ? 0 : (length - 1) / maxSliceLength + 1;
    }
}
