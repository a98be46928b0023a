package io.sluice.verbs.soft.wire;

import java.nio.ByteBuffer;

/** What an {@link IoLoop} serves: one socket, and its timers. All calls come from the loop's thread. */
public interface IoClient {
    /** {@link #tick}: nothing to wait for. */
    long NEVER = Long.MAX_VALUE;

    /**
     * The socket can be read, or has ended. Bounded: what is left is met by the next call.
     *
     * @param scratch        direct memory of the loop, for use during the call
     * @param scratchAddress of its first byte
     */
    void readable(ByteBuffer scratch, long scratchAddress);

    /** The socket can be written again. */
    void writable();

    /** The socket was closed, and not forgotten: by somebody else. Seen at a tick. */
    void closed();

    /** One of these calls threw. */
    void failed(RuntimeException cause);

    /** @return ns from now until the next call is wanted, or {@link #NEVER} */
    long tick();
}
