package io.sluice.verbs;

/** Flags of a work request: bits of {@code enum ibv_send_flags}. */
public final class SendFlags {
    /** Starts only when earlier READs of the queue pair are done. */
    public static final int FENCE = 1;
    /** Ask for a completion; without it only a failure completes. */
    public static final int SIGNALED = 2;
    /** Raises the peer's completion event where that waits for solicited ones. */
    public static final int SOLICITED = 4;
    /** The data is taken at post, so its memory is free again when post returns; no lkey is needed. */
    public static final int INLINE = 8;

    private SendFlags() {}
}
