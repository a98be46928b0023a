package io.sluice.verbs;

/** Access flags of memory regions and queue pairs: bits of {@code enum ibv_access_flags}. */
public final class Access {
    /** The device may write here for a local READ or receive. */
    public static final int LOCAL_WRITE = 1;
    /** A peer may write here; needs {@link #LOCAL_WRITE} as well. */
    public static final int REMOTE_WRITE = 2;
    /** A peer may read here. */
    public static final int REMOTE_READ = 4;
    /** The three above: what a transfer buffer normally has. */
    public static final int ALL = LOCAL_WRITE | REMOTE_WRITE | REMOTE_READ;
    /**
     * Of a memory region: its data may reach memory in any order, which is faster on some machines. Completions still
     * come after their data; whoever watches the memory itself must not ask for it. Ignored where the device, the
     * library or the kernel cannot.
     */
    public static final int RELAXED_ORDERING = 1 << 20;

    private Access() {}

    /**
     * Checks a set of flags.
     *
     * @param access the flags
     * @return the flags
     * @throws IllegalArgumentException on unknown bits, or REMOTE_WRITE without LOCAL_WRITE (the rule of the InfiniBand
     *                                  specification, which hardware answers with EINVAL)
     */
    public static int check(final int access) {
        if ((access & ~(ALL | RELAXED_ORDERING)) != 0) {
            throw new IllegalArgumentException("access 0x" + Integer.toHexString(access)
                    + " has bits other than LOCAL_WRITE 1, REMOTE_WRITE 2, REMOTE_READ 4, RELAXED_ORDERING 0x100000");
        }
        if ((access & REMOTE_WRITE) != 0 && (access & LOCAL_WRITE) == 0) {
            throw new IllegalArgumentException("access REMOTE_WRITE needs LOCAL_WRITE as well");
        }
        return access;
    }
}
