package io.sluice.policies;

/** The two questions behind {@link ContiguousRuns} (does the run go on, do two ranges join) and its checks. */
final class RunLists {
    private RunLists() {}

    static int runEnd(final int[] sources, final int[] destinations, final int from, final int count) {
        int end = from + 1;
        while (end < count && isStep(sources[end - 1], sources[end])
                && isStep(destinations[end - 1], destinations[end])) {
            end++;
        }
        return end;
    }

    static int runEnd(final long[] sources, final long[] destinations, final int from, final int count) {
        int end = from + 1;
        while (end < count && isStep(sources[end - 1], sources[end])
                && isStep(destinations[end - 1], destinations[end])) {
            end++;
        }
        return end;
    }

    /** Whether an index is followed by the next one; the largest index has none (int indexes widen, so never wrap). */
    private static boolean isStep(final long index, final long next) {
        return next == index + 1 && next != Long.MIN_VALUE;
    }

    /**
     * Whether a range goes on, at both ends, where another stops. Both are not empty and inside the address space, so the
     * first can only stop at address 0 by having reached the end of that space: 0 never goes on.
     */
    static boolean joins(final long source, final long destination, final long length, final long nextSource,
            final long nextDestination, final long nextLength) {
        return nextSource == source + length && nextSource != 0
                && nextDestination == destination + length && nextDestination != 0
                && nextLength <= Long.MAX_VALUE - length;
    }

    /** The first position at or behind {@code at} whose range is not empty, or {@code count}. */
    static int nextRange(final long[] lengths, final int at, final int count) {
        int next = at;
        while (next < count && lengths[next] == 0) {
            next++;
        }
        return next;
    }

    static void checkEqual(final int sources, final int destinations) {
        if (sources != destinations) {
            throw new IllegalArgumentException(sources + " sources and " + destinations
                    + " destinations; the lists must be equally long");
        }
    }

    static void checkEqual(final int sources, final int destinations, final int lengths) {
        if (sources != destinations || sources != lengths) {
            throw new IllegalArgumentException(sources + " sources, " + destinations + " destinations and " + lengths
                    + " lengths; the lists must be equally long");
        }
    }

    static int checkCount(final int count, final int sources, final int destinations) {
        return checkCount(count, sources, destinations, Integer.MAX_VALUE);
    }

    static int checkCount(final int count, final int sources, final int destinations, final int lengths) {
        final int capacity = Math.min(lengths, Math.min(sources, destinations));
        if (count < 0 || count > capacity) {
            throw new IllegalArgumentException(
                    "count " + count + " is outside 0.." + capacity + ", the length of the shortest array");
        }
        return count;
    }

    static void checkFrom(final int from, final int count) {
        if (from < 0 || from >= count) {
            throw new IllegalArgumentException("from " + from + " is outside 0.." + (count - 1)
                    + ", the positions of a list of " + count);
        }
    }

    static void checkRanges(final long[] sources, final long[] destinations, final long[] lengths, final int count) {
        for (int i = 0; i < count; i++) {
            if (lengths[i] < 0) {
                throw new IllegalArgumentException(
                        "length " + lengths[i] + " of range " + i + " is negative; lengths are 0..2^63-1 bytes");
            }
            checkInAddressSpace("source", sources[i], lengths[i], i);
            checkInAddressSpace("destination", destinations[i], lengths[i], i);
        }
    }

    private static void checkInAddressSpace(final String side, final long address, final long length, final int at) {
        if (length > 0 && Long.compareUnsigned(address + length - 1, address) < 0) {
            throw new IllegalArgumentException(side + " address 0x" + Long.toHexString(address) + " + length " + length
                    + " of range " + at + " is beyond the end of the address space (2^64)");
        }
    }
}
