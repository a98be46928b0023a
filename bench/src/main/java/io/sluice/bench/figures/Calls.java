package io.sluice.bench.figures;

import io.sluice.verbs.CompletionQueue;
import io.sluice.verbs.Gid;
import io.sluice.verbs.ProtectionDomain;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.RtrAttributes;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.VerbsDevice;
import io.sluice.verbs.WorkCompletions;
import io.sluice.verbs.WorkRequests;
import java.util.List;

/** Post and poll alone, through the foreign function API, as {@code bench_c} does it in C: chains of 64, filled once. */
final class Calls {
    private static final int CHAIN = 64;
    private static final int QUEUE_PAIRS = 4;
    private static final int DEPTH = 1024;
    private static final int CHAINS_A_LOOK = 256;

    private Calls() {}

    static List<Reading> postAndPoll(final VerbsDevice device, final long timeNs) {
        try (VerbsContext context = device.open();
                ProtectionDomain domain = context.allocateProtectionDomain();
                CompletionQueue queue = context.createCompletionQueue(QUEUE_PAIRS * DEPTH)) {
            final QueuePair[] queuePairs = new QueuePair[QUEUE_PAIRS];
            try {
                for (int i = 0; i < QUEUE_PAIRS; i++) {
                    queuePairs[i] = domain.createQueuePair(queue, queue, new QueuePairCapacity(DEPTH, 1, 1, 1, 0));
                    ready(queuePairs[i]);
                }
                final WorkRequests chain = WorkRequests.allocate(CHAIN, 1);
                for (int i = 0; i < CHAIN; i++) {
                    chain.addWrite(i, 4096L * (i + 1), 1, 4096, 4096L * (i + 1), 1, SendFlags.SIGNALED);
                }
                run(queuePairs, queue, chain, timeNs / 2);
                return List.of(Reading.lower(Names.FFM_CALLS, "ns a slice", run(queuePairs, queue, chain, timeNs)));
            } finally {
                for (final QueuePair queuePair : queuePairs) {
                    if (queuePair != null) {
                        queuePair.close();
                    }
                }
            }
        }
    }

    private static void ready(final QueuePair queuePair) {
        queuePair.toInit(1, 0);
        queuePair.toReadyToReceive(new RtrAttributes(1, queuePair.number(), 0, 4096, 0, Gid.ZERO, 0, 0, 1, 12));
        queuePair.toReadyToSend(new RtsAttributes(0, 14, 7, 7, 1));
    }

    private static double run(final QueuePair[] queuePairs, final CompletionQueue queue, final WorkRequests chain,
            final long timeNs) {
        final WorkCompletions completions = WorkCompletions.allocate(CHAIN);
        final long start = System.nanoTime();
        long chains = 0;
        do {
            for (int i = 0; i < CHAINS_A_LOOK; i++, chains++) {
                if (queuePairs[i % QUEUE_PAIRS].postSend(chain) != 0) {
                    throw new IllegalStateException("the null device refused a post");
                }
                for (int left = CHAIN; left > 0;) {
                    left -= queue.poll(completions);
                }
            }
        } while (System.nanoTime() - start < timeNs);
        return (double) (System.nanoTime() - start) / (chains * CHAIN);
    }
}
