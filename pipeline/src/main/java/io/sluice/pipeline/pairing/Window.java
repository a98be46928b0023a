package io.sluice.pipeline.pairing;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Memory into which the peer puts. Its last 8 bytes are the signal word: how many puts are in place, all of each of
 * them. Written by the peer, or by the wire's reader with release; read with acquire, by anyone.
 */
public final class Window {
    /** Bytes of the signal word. */
    public static final int SIGNAL_BYTES = Long.BYTES;
    /** A window has at least a signal word and as much data. */
    public static final int LEAST_BYTES = 2 * SIGNAL_BYTES;

    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private final MemorySegment memory;
    private final long dataBytes;

    /**
     * @throws IllegalArgumentException if the memory cannot be a window; the message says why
     */
    public Window(final MemorySegment memory) {
        if (!memory.isNative() || memory.isReadOnly()) {
            throw new IllegalArgumentException("a window is native memory that may be written");
        }
        if (memory.byteSize() < LEAST_BYTES) {
            throw new IllegalArgumentException(
                    "a window of " + memory.byteSize() + " bytes is too small, the least is " + LEAST_BYTES);
        }
        if ((memory.address() + memory.byteSize()) % SIGNAL_BYTES != 0) {
            throw new IllegalArgumentException("a window ends on a multiple of " + SIGNAL_BYTES + ", this one at 0x"
                    + Long.toHexString(memory.address() + memory.byteSize()));
        }
        this.memory = memory;
        dataBytes = memory.byteSize() - SIGNAL_BYTES;
    }

    public MemorySegment memory() {
        return memory;
    }

    /** Without the signal word. */
    public long dataBytes() {
        return dataBytes;
    }

    /** Puts in place. With acquire: who sees it sees their data. */
    long signal() {
        return (long) WORD.getAcquire(memory, dataBytes);
    }

    /** With release: everything written before is seen by who sees it. */
    void signal(final long value) {
        WORD.setRelease(memory, dataBytes, value);
    }

    /** Whether a range of native memory lies inside, the signal word apart. */
    public boolean contains(final MemorySegment other, final long offset, final long length) {
        return length == 0 || other.isNative() && contains(other.address() + offset - memory.address(), length);
    }

    boolean contains(final long offset, final long length) {
        return offset >= 0 && length >= 0 && length <= dataBytes && offset <= dataBytes - length;
    }
}
