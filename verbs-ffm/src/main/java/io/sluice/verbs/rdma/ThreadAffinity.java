package io.sluice.verbs.rdma;

import io.sluice.verbs.VerbsException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which CPUs a thread may run on. */
final class ThreadAffinity {
    private static final Logger LOG = LoggerFactory.getLogger(ThreadAffinity.class);
    /** Room for 8,192 CPUs, the most that a kernel is built for. */
    private static final int MASK_BYTES = 1024;

    private ThreadAffinity() {}

    /** Leaves the calling thread, of those CPUs it may run on, only these; changes nothing where none would be left. */
    static void narrow(final BitSet cpus) {
        if (cpus.isEmpty() || Thread.currentThread().isVirtual()) { // a virtual thread has no CPU of its own
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
            LibC.getAffinity(mask);
            final BitSet allowed = BitSet.valueOf(mask.asByteBuffer());
            final BitSet near = (BitSet) allowed.clone();
            near.and(cpus);
            if (near.isEmpty() || near.equals(allowed)) {
                return;
            }
            mask.fill((byte) 0);
            MemorySegment.copy(near.toByteArray(), 0, mask, ValueLayout.JAVA_BYTE, 0, near.toByteArray().length);
            LibC.setAffinity(mask);
        } catch (final VerbsException e) { // slower, but right
            LOG.warn("Thread {} is not bound to CPUs {}: {}", Thread.currentThread().getName(), cpus, e.getMessage());
        }
    }
}
