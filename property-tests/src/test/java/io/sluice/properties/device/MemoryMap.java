package io.sluice.properties.device;

/**
 * Where things lie in the one block of memory of a program. Requests gather from (READ: scatter to) the near side, their
 * targets and receives lie on the far side, so that no request copies between ranges that overlap, which verbs leaves
 * undefined.
 *
 * <pre>
 *   | guard 16 | near 64 | guard 16 | far 64 | guard 16 |   units
 * </pre>
 *
 * @param unit bytes that one step of an offset or a length in a program stands for
 */
record MemoryMap(int unit) {
    static final int SIDE = 64;
    private static final int GUARD = 16;

    int bytes() {
        return (3 * GUARD + 2 * SIDE) * unit;
    }

    int at(final boolean far, final int offset) {
        return (GUARD + (far ? SIDE + GUARD : 0) + offset) * unit;
    }

    /** Bytes of so many units. */
    long length(final int units) {
        return units == Entry.HUGE ? 0xffff_ffffL : (long) units * unit;
    }

    /** What the memory holds at first, and what {@code fill} writes: no two places look alike for long. */
    static byte pattern(final int position, final int seed) {
        final int mixed = (position + seed * 7919) * 0x9e37_79b1;
        return (byte) (mixed >>> 24);
    }
}
