package io.sluice.pipeline.ring;

/**
 * The 64 bits that travel with a work request and come back in its completion.
 *
 * <pre>
 *   63            44 43            24 23                0
 *   +---------------+----------------+------------------+
 *   | lane (20)     | slot (20)      | generation (24)  |
 *   +---------------+----------------+------------------+
 * </pre>
 *
 * The generation is a check only, its low bits: a slot is never used again with work requests outstanding.
 */
public final class WrId {
    /** Bits of a lane number and of a slot number. */
    public static final int NUMBER_BITS = 20;

    private static final int GENERATION_BITS = 24;
    private static final int NUMBER_MASK = (1 << NUMBER_BITS) - 1;
    private static final int GENERATION_MASK = (1 << GENERATION_BITS) - 1;

    private WrId() {}

    public static long of(final int lane, final int slot, final long generation) {
        return (long) lane << NUMBER_BITS + GENERATION_BITS | (long) slot << GENERATION_BITS
                | generation & GENERATION_MASK;
    }

    public static int lane(final long wrId) {
        return (int) (wrId >>> NUMBER_BITS + GENERATION_BITS);
    }

    public static int slot(final long wrId) {
        return (int) (wrId >>> GENERATION_BITS) & NUMBER_MASK;
    }

    /** Whether the completion belongs to that generation of its slot. */
    public static boolean matches(final long wrId, final long generation) {
        return ((wrId ^ generation) & GENERATION_MASK) == 0;
    }
}
