package io.sluice.properties.device.threads;

import io.sluice.verbs.Access;
import io.sluice.verbs.CompletionQueue;
import io.sluice.verbs.Gid;
import io.sluice.verbs.MemoryRegion;
import io.sluice.verbs.ProtectionDomain;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.RtrAttributes;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.WorkCompletions;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A few pairs of queue pairs that complete on one queue, and an area of memory for each pair and thread. */
final class Fabric {
    static final int THREADS = 2;
    /** Pair 0 is used by thread 0 alone, pair 1 by thread 1, pair 2 by both. */
    static final int PAIRS = 3;
    static final int SHARED_PAIR = 2;
    static final int SLOTS = 8;

    private static final Gid GID = Gid.ofIpv4(0x7f00_0001);
    private static final int BYTES = PAIRS * THREADS * Area.BYTES;
    /** Made once: what the memory holds at the start of each run. */
    private static final byte[] PATTERN = pattern();
    private static final MemorySegment MEMORY = Arena.global().allocate(BYTES, 64);

    private final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().build());
    private final VerbsContext context = device.open();
    private final ProtectionDomain domain = context.allocateProtectionDomain();
    private final CompletionQueue queue = context.createCompletionQueue(PAIRS * 2 * 2 * SLOTS);
    private final QueuePair[][] ends = new QueuePair[PAIRS][2];
    private final Area[][] areas = new Area[PAIRS][THREADS];
    private final WorkCompletions completions = WorkCompletions.allocate(64);
    /** In the order in which they were polled; guarded by this object's monitor. */
    private final List<Polled> polled = new ArrayList<>();

    Fabric(final boolean patient) {
        MemorySegment.copy(PATTERN, 0, MEMORY, ValueLayout.JAVA_BYTE, 0, BYTES);
        for (int pair = 0; pair < PAIRS; pair++) {
            for (int thread = 0; thread < THREADS; thread++) {
                final int start = (pair * THREADS + thread) * Area.BYTES;
                final MemoryRegion region = domain.register(MEMORY.asSlice(start, Area.BYTES), Access.ALL);
                areas[pair][thread] = new Area(start, region);
            }
            for (int end = 0; end < 2; end++) {
                ends[pair][end] = domain.createQueuePair(queue, queue, new QueuePairCapacity(SLOTS, SLOTS, 1, 1, 0));
                ends[pair][end].toInit(1, Access.ALL);
            }
            for (int end = 0; end < 2; end++) {
                ends[pair][end].toReadyToReceive(
                        new RtrAttributes(1, ends[pair][1 - end].number(), 0, 4096, 0, GID, 0, 0, 1, 1));
                ends[pair][end].toReadyToSend(
                        new RtsAttributes(0, patient ? 0 : 1, 0, RtsAttributes.RNR_RETRY_FOREVER, 1));
            }
        }
    }

    private static byte[] pattern() {
        final byte[] bytes = new byte[BYTES];
        new SplittableRandom(1).nextBytes(bytes);
        return bytes;
    }

    QueuePair end(final int pair, final int end) {
        return ends[pair][end];
    }

    Area area(final int pair, final int thread) {
        return areas[pair][thread];
    }

    static long address(final int position) {
        return MEMORY.address() + position;
    }

    static byte[] pristine() {
        return PATTERN.clone();
    }

    static byte[] bytes(final int start, final int length) {
        return MEMORY.asSlice(start, length).toArray(ValueLayout.JAVA_BYTE);
    }

    static byte[] bytes() {
        return bytes(0, BYTES);
    }

    /** One poll at a time, so that the order of what was polled is known. */
    synchronized int poll(final int limit) {
        final WorkCompletions taken = limit == completions.capacity() ? completions : WorkCompletions.allocate(limit);
        final int count = queue.poll(taken);
        for (int i = 0; i < count; i++) {
            polled.add(new Polled(taken.wrId(i), taken.qpNumber(i), taken.status(i), taken.byteLength(i),
                    taken.hasImmediate(i) ? taken.immediate(i) : -1));
        }
        return count;
    }

    /** Takes all that is there; when every end has failed, that is all there will ever be. */
    List<Polled> drain() {
        while (poll(completions.capacity()) > 0) {
            // more may be there
        }
        return polled;
    }

    void failAll() {
        for (final QueuePair[] pair : ends) {
            pair[0].toError();
            pair[1].toError();
        }
    }

    /** @return what is left on the device when all is closed */
    int shutDown() {
        for (int pair = 0; pair < PAIRS; pair++) {
            ends[pair][0].close();
            ends[pair][1].close();
            areas[pair][0].region().close();
            areas[pair][1].region().close();
        }
        queue.close();
        domain.close();
        context.close();
        return device.liveObjects();
    }
}
