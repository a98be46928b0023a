package io.sluice.pipeline;

import io.sluice.verbs.MemoryRegion;
import java.lang.foreign.MemorySegment;

/**
 * Memory of this process that an engine may move from and to, and that its peers may read and write. Made by
 * {@link TransferEngine#register}, ended by {@link TransferEngine#deregister}. Safe for use by any number of threads.
 */
public final class LocalRegion {
    private final TransferEngine engine;
    private final MemoryRegion memory;
    private final int number;
    private final UseCount uses = new UseCount();
    /** Guarded by the engine's region table. */
    private int registrations = 1;

    LocalRegion(final TransferEngine engine, final MemoryRegion memory, final int number) {
        this.engine = engine;
        this.memory = memory;
        this.number = number;
    }

    /** {@return address of the first byte} */
    public long address() {
        return memory.address();
    }

    /** {@return bytes} */
    public long length() {
        return memory.length();
    }

    /** {@return the memory itself} */
    public MemorySegment memory() {
        return memory.memory();
    }

    /** {@return bits of {@link io.sluice.verbs.Access}} */
    public int access() {
        return memory.access();
    }

    /** {@return whether it is registered and its memory open} */
    public boolean isOpen() {
        return !uses.isClosed() && memory.isAlive();
    }

    TransferEngine engine() {
        return engine;
    }

    MemoryRegion region() {
        return memory;
    }

    /** Place in the engine's region table; also what peers call it by. */
    int number() {
        return number;
    }

    UseCount uses() {
        return uses;
    }

    int registrations() {
        return registrations;
    }

    void registrations(final int count) {
        registrations = count;
    }

    @Override
    public String toString() {
        return "LocalRegion 0x" + Long.toHexString(address()) + " +" + length();
    }
}
