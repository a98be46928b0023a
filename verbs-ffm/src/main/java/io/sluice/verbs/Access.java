package io.sluice.verbs;

/** Access flags of memory regions and queue pairs: bits of {@code enum ibv_access_flags}. */
public final class Access {
    /** The device may write here for a local READ or receive. */
    public static final int LOCAL_WRITE = 1;
    /** A peer may write here; needs {@link #LOCAL_WRITE} as well. */
    public static final int REMOTE_WRITE = 2;
    /** A peer may read here. */
    public static final int REMOTE_READ = 4;
    /** Everything above: what a transfer buffer normally has. */
    public static final int ALL = LOCAL_WRITE | REMOTE_WRITE | REMOTE_READ;

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
        if ((access & ~ALL) != 0) {
            throw new IllegalArgumentException("access 0x" + Integer.toHexString(access)
                    + " has bits other than LOCAL_WRITE 1, REMOTE_WRITE 2, REMOTE_READ 4");
        }
        if ((access & REMOTE_WRITE) != 0 && (access & LOCAL_WRITE) == 0) {
            throw new IllegalArgumentException("access REMOTE_WRITE needs LOCAL_WRITE as well");
        }
        return access;
    }
}
