package io.sluice.pipeline.transfer;

/**
 * State, cause and generation of a slot in one 64-bit word, so that they change together.
 *
 * <pre>
 *   63  62                    20 19            4 3      0
 *   +--+------------------------+---------------+--------+
 *   |0 | generation (43)        | cause (16)    | state  |
 *   +--+------------------------+---------------+--------+
 * </pre>
 */
public final class TransferWord {
    /** Not given out. */
    public static final int FREE = 8;
    /** Given out, being filled by its submitter. */
    public static final int BUILDING = 9;
    /** In progress. */
    public static final int ACTIVE = 10;
    /** In progress, its outcome decided by the cause; nothing more of it is fed. */
    public static final int STOPPED = 11;

    static final int GENERATION_SHIFT = 20;
    /** The generation at which a slot is retired. */
    static final long LAST_GENERATION = (1L << 43) - 1;

    private static final int STATE_MASK = 0xf;
    private static final int CAUSE_SHIFT = 4;
    private static final int CAUSE_MASK = 0xffff;

    private TransferWord() {}

    public static long of(final long generation, final int cause, final int state) {
        return generation << GENERATION_SHIFT | (long) cause << CAUSE_SHIFT | state;
    }

    /** One of the above, or a settled state, a number below {@link #FREE} that this package does not interpret. */
    public static int state(final long word) {
        return (int) word & STATE_MASK;
    }

    public static int cause(final long word) {
        return (int) (word >>> CAUSE_SHIFT) & CAUSE_MASK;
    }

    public static long generation(final long word) {
        return word >>> GENERATION_SHIFT;
    }

    /** Submitted and not settled. */
    public static boolean isFed(final long word) {
        return state(word) >= ACTIVE;
    }
}
