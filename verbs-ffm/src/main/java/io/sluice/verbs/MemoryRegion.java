package io.sluice.verbs;

import io.sluice.verbs.spi.VerbsProvider.Registration;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory that a device may read and write, by its keys. Safe for use by any number of threads.
 *
 * <p>Whoever moves data through a region holds a <em>use</em> of it ({@link #acquire()}, {@link #release()}), one for
 * any number of work requests; while a use is held the region cannot be deregistered.
 */
public final class MemoryRegion implements AutoCloseable {
    private static final long DEREGISTERED = -1;

    private final ProtectionDomain domain;
    private final MemorySegment memory;
    /** What the memory belongs to, held so that it stays reachable; null for raw memory, which nothing owns. */
    private final Object keepReachable;
    private final int access;
    private final Registration registration;
    /** Guarded by the domain's registration lock. */
    private int registrations = 1;
    /** Uses held, or DEREGISTERED, which is final. Any thread, by compare-and-set. */
    private final AtomicLong uses = new AtomicLong();

    MemoryRegion(final ProtectionDomain domain, final MemorySegment memory, final Object keepReachable,
            final int access, final Registration registration) {
        this.domain = domain;
        this.memory = memory;
        this.keepReachable = keepReachable;
        this.access = access;
        this.registration = registration;
    }

    /** {@return the domain it is registered in} */
    public ProtectionDomain domain() {
        return domain;
    }

    /** {@return address of its first byte} */
    public long address() {
        return memory.address();
    }

    /** {@return bytes} */
    public long length() {
        return memory.byteSize();
    }

    /** {@return the memory itself} */
    public MemorySegment memory() {
        return memory;
    }

    /** {@return bits of {@link Access}} */
    public int access() {
        return access;
    }

    /** {@return the key for local use} */
    public int lkey() {
        return registration.lkey();
    }

    /** {@return the key for peers} */
    public int rkey() {
        return registration.rkey();
    }

    /** {@return whether it is registered and its memory has not been closed} */
    public boolean isAlive() {
        return uses.get() != DEREGISTERED && memory.scope().isAlive();
    }

    /**
     * Whether a range of bytes lies inside. Does not wrap around.
     *
     * @param offset of the first byte from the region's start
     * @param bytes  0 or more
     * @return false also for negative arguments
     */
    public boolean contains(final long offset, final long bytes) {
        return offset >= 0 && bytes >= 0 && bytes <= length() && offset <= length() - bytes;
    }

    /**
     * Holds a use.
     *
     * @return false if the region is deregistered or its memory closed
     */
    public boolean acquire() {
        if (!memory.scope().isAlive()) {
            return false;
        }
        long current;
        do {
            current = uses.get();
            if (current == DEREGISTERED) {
                return false;
            }
        } while (!uses.compareAndSet(current, current + 1));
        return true;
    }

    /**
     * Gives a use back.
     *
     * @throws IllegalStateException if none is held; then nothing has changed
     */
    public void release() {
        long current;
        do {
            current = uses.get();
            if (current <= 0) {
                throw new IllegalStateException("region at 0x" + Long.toHexString(address()) + " of " + length()
                        + " bytes is released more often than acquired");
            }
        } while (!uses.compareAndSet(current, current - 1));
    }

    /** {@return the uses held now, 0 when deregistered} */
    public long uses() {
        return Math.max(0, uses.get());
    }

    /**
     * Ends one registration. The last one deregisters the region: when this returns, the device touches the memory no
     * more. Once deregistered, further calls do nothing.
     *
     * @throws IllegalStateException if it is the last registration and uses are held; then nothing has changed
     */
    @Override
    public void close() {
        synchronized (domain.registrationLock()) {
            if (registrations == 0) {
                return;
            }
            if (registrations > 1) {
                registrations--;
                return;
            }
            if (!uses.compareAndSet(0, DEREGISTERED)) {
                throw new IllegalStateException("region at 0x" + Long.toHexString(address()) + " of " + length()
                        + " bytes is in use by " + uses() + ": wait until they settle");
            }
            try {
                domain.deregister(this, registration.handle());
                registrations = 0;
            } catch (final RuntimeException e) {
                uses.set(0); // the device kept it: so do we, and a later close tries again
                throw e;
            }
        }
    }

    boolean isRaw() {
        return keepReachable == null;
    }

    /** Called under the domain's registration lock. False: this region is dead, a new one must take its place. */
    boolean countRegistration() {
        if (!isAlive()) {
            return false;
        }
        registrations++;
        return true;
    }
}
