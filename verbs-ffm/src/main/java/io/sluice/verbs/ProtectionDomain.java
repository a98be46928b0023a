package io.sluice.verbs;

import io.sluice.verbs.spi.VerbsProvider;
import io.sluice.verbs.spi.VerbsProvider.Registration;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.agrona.DirectBuffer;

/**
 * A domain whose queue pairs may use its memory regions and no others. Safe for use by any number of threads.
 *
 * <p>Registering the same address, length and access again gives the same region and counts; every registration is
 * ended by one {@link MemoryRegion#close()}. Ranges may overlap: different ranges are different regions.
 */
public final class ProtectionDomain implements AutoCloseable {
    /** Never started: only asks whether a segment would let a thread other than its owner in. */
    private static final Thread STRANGER = new Thread(() -> {}, "sluice-stranger");

    private final VerbsContext context;
    private final VerbsProvider provider;
    private final long handle;
    private final LiveChildren children = new LiveChildren("protection domain");
    /** Guarded by this map's monitor, as are the registration counts of its regions. */
    private final Map<Range, MemoryRegion> regions = new HashMap<>();

    ProtectionDomain(final VerbsContext context, final long handle) {
        this.context = context;
        this.provider = context.provider();
        this.handle = handle;
    }

    /** @return the context it was allocated from */
    public VerbsContext context() {
        return context;
    }

    /**
     * Registers native memory. The segment is kept reachable until the last {@link MemoryRegion#close()}; closing its
     * arena before that makes the region dead: work that names it fails, nothing is read or written. That is the soft
     * device; hardware cannot see it and goes on until the region is closed, so close regions first.
     *
     * @param memory native, not empty, of a shared, automatic or global arena
     * @param access bits of {@link Access}
     * @return the region; the caller closes it
     * @throws IllegalArgumentException if the segment is on the heap, empty, confined to one thread, closed, read-only
     *                                  with write access asked for, or larger than the device allows
     * @throws VerbsException           if the device or the operating system refuses
     */
    public MemoryRegion register(final MemorySegment memory, final int access) {
        return register(check(Objects.requireNonNull(memory, "memory"), access), memory, access);
    }

    private static MemorySegment check(final MemorySegment memory, final int access) {
        Access.check(access);
        if (!memory.isNative()) {
            throw new IllegalArgumentException("memory is on the Java heap, which the collector moves: "
                    + "register native memory (Arena.ofShared().allocate, or a direct ByteBuffer)");
        }
        if (!memory.scope().isAlive()) {
            throw new IllegalArgumentException("memory at 0x" + Long.toHexString(memory.address())
                    + " is closed: register it while its arena is open");
        }
        if (!memory.isAccessibleBy(STRANGER)) {
            throw new IllegalArgumentException("memory at 0x" + Long.toHexString(memory.address())
                    + " is confined to one thread: use Arena.ofShared(), ofAuto() or global()");
        }
        if (memory.isReadOnly() && (access & Access.LOCAL_WRITE) != 0) {
            throw new IllegalArgumentException("memory at 0x" + Long.toHexString(memory.address())
                    + " is read-only: it cannot have LOCAL_WRITE or REMOTE_WRITE access");
        }
        return memory;
    }

    /**
     * Registers the whole of an Agrona buffer, from its first to its last byte. As
     * {@link #register(MemorySegment, int)}; the buffer object is kept reachable, later changes of what it wraps change
     * nothing here.
     *
     * @param buffer over direct memory
     * @param access bits of {@link Access}
     * @return the region; the caller closes it
     * @throws IllegalArgumentException if the buffer is on the heap, or its memory is refused as a segment's would be
     */
    public MemoryRegion register(final DirectBuffer buffer, final int access) {
        Objects.requireNonNull(buffer, "buffer");
        final ByteBuffer wrapped = buffer.byteBuffer();
        if (buffer.byteArray() != null || wrapped != null && !wrapped.isDirect()) {
            throw new IllegalArgumentException("buffer is on the Java heap, which the collector moves: "
                    + "wrap direct memory (ByteBuffer.allocateDirect)");
        }
        final MemorySegment memory;
        if (wrapped == null) {
            memory = window(buffer.addressOffset(), buffer.capacity());
        } else { // through the ByteBuffer's own segment, so that closing what it stands on is noticed
            final MemorySegment whole = MemorySegment.ofBuffer(wrapped.duplicate().clear());
            memory = whole.asSlice(buffer.addressOffset() - whole.address(), buffer.capacity());
        }
        return register(check(memory, access), buffer, access);
    }

    /**
     * Registers memory by address alone, such as device memory. Nothing is checked and nothing kept reachable, as with
     * {@link MemorySegment#reinterpret(long)}: the caller answers for it that the range is mapped until the region is
     * closed.
     *
     * @param address first byte, not 0
     * @param length  bytes, 1 or more
     * @param access  bits of {@link Access}
     * @return the region; the caller closes it
     * @throws IllegalArgumentException if the range is empty, null or wraps around
     */
    public MemoryRegion registerAddress(final long address, final long length, final int access) {
        Access.check(access);
        return register(window(checkRange(address, length), length), null, access);
    }

    /**
     * Registers memory of another device, such as a GPU's, by its dma-buf. Every call makes a region of its own. Its
     * {@link MemoryRegion#memory()} is a name only: the CPU must not touch it.
     *
     * @param fd     of the dma-buf, 0 or more; may be closed when this returns
     * @param offset of the first byte in it, 0 or more
     * @param length bytes, 1 or more
     * @param iova   the address that work requests and peers name the first byte by
     * @param access bits of {@link Access}
     * @return the region; the caller closes it
     * @throws IllegalArgumentException if the range is empty, null or wraps around
     * @throws VerbsException           (EOPNOTSUPP) if device or library cannot, or whatever the kernel refuses it by
     */
    public MemoryRegion registerDmabuf(final int fd, final long offset, final long length, final long iova,
            final int access) {
        Access.check(access);
        Checks.range("dma-buf fd", fd, 0, Integer.MAX_VALUE);
        final MemorySegment window = window(checkRange(iova, length), length);
        if (offset < 0 || offset > Long.MAX_VALUE - length) {
            throw new IllegalArgumentException("dma-buf offset " + offset + " is negative, or wraps around with "
                    + length + " bytes");
        }
        children.add();
        try {
            return new MemoryRegion(this, window, null, access,
                    provider.registerDmabuf(handle, fd, offset, length, iova, access));
        } catch (final RuntimeException e) {
            children.remove();
            throw e;
        }
    }

    private static long checkRange(final long address, final long length) {
        if (address == 0 || length < 1 || Long.compareUnsigned(address + length - 1, address) < 0) {
            throw new IllegalArgumentException("range at 0x" + Long.toHexString(address) + " of " + length
                    + " bytes is null, empty or wraps around");
        }
        return address;
    }

    /**
     * Creates a reliable connected queue pair in state RESET.
     *
     * @param sendQueue    where its sends complete
     * @param receiveQueue where its receives complete; may be the same
     * @param capacity     asked for
     * @return the queue pair; the caller closes it
     * @throws IllegalArgumentException if a completion queue is of another context
     * @throws VerbsException           (EINVAL, ENOMEM) if the device cannot hold as much
     */
    public QueuePair createQueuePair(final CompletionQueue sendQueue, final CompletionQueue receiveQueue,
            final QueuePairCapacity capacity) {
        Objects.requireNonNull(capacity, "capacity");
        if (sendQueue.context() != context || receiveQueue.context() != context) {
            throw new IllegalArgumentException("completion queue and protection domain are of different contexts");
        }
        children.add();
        int attached = 0;
        try {
            sendQueue.attach();
            attached++;
            receiveQueue.attach();
            attached++;
            return new QueuePair(this, provider, sendQueue, receiveQueue,
                    provider.createQp(handle, sendQueue.handle(), receiveQueue.handle(), capacity));
        } catch (final RuntimeException e) {
            if (attached > 1) {
                receiveQueue.detach();
            }
            if (attached > 0) {
                sendQueue.detach();
            }
            children.remove();
            throw e;
        }
    }

    /**
     * Closes the domain. Idempotent.
     *
     * @throws VerbsException (EBUSY) while regions or queue pairs of it are open
     */
    @Override
    public void close() {
        if (children.close()) {
            try {
                provider.deallocatePd(handle);
            } catch (final RuntimeException e) {
                children.reopen();
                throw e;
            }
            context.childClosed();
        }
    }

    private MemoryRegion register(final MemorySegment memory, final Object keepReachable, final int access) {
        final long length = memory.byteSize();
        final long most = context.attributes().maxMrSize();
        if (length == 0 || Long.compareUnsigned(length, most) > 0) {
            throw new IllegalArgumentException("memory of " + length + " bytes cannot be registered: 1 to "
                    + Long.toUnsignedString(most) + " are allowed");
        }
        final Range range = new Range(memory.address(), length, access, memory.scope(), keepReachable == null);
        synchronized (regions) {
            final MemoryRegion known = regions.get(range);
            if (known != null && known.countRegistration()) {
                return known;
            }
            children.add();
            try {
                final Registration registration = provider.registerMemory(handle, memory, access);
                final MemoryRegion region = new MemoryRegion(this, memory, keepReachable, access, registration);
                regions.put(range, region); // in place of one whose memory was closed, if any
                return region;
            } catch (final RuntimeException e) {
                children.remove();
                throw e;
            }
        }
    }

    /** The lock under which registrations are counted. */
    Object registrationLock() {
        return regions;
    }

    /** Called under {@link #registrationLock()}, when the last registration of a region ended. */
    void deregister(final MemoryRegion region, final long regionHandle) {
        provider.deregisterMemory(regionHandle);
        regions.remove(new Range(region.address(), region.length(), region.access(), region.memory().scope(),
                region.isRaw()), region);
        children.remove();
    }

    void childClosed() {
        children.remove();
    }

    @SuppressWarnings("restricted") // the caller answers for the range
    private static MemorySegment window(final long address, final long length) {
        return MemorySegment.ofAddress(address).reinterpret(length, Arena.global(), null);
    }

    /**
     * What makes two registrations the same. The scope is part of it: a range known by its address alone must not stand
     * for one whose memory can be seen to close.
     */
    private record Range(long address, long length, int access, MemorySegment.Scope scope, boolean raw) {}
}
