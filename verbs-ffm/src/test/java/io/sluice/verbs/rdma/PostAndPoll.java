package io.sluice.verbs.rdma;

import io.sluice.verbs.Access;
import io.sluice.verbs.CompletionQueue;
import io.sluice.verbs.Gid;
import io.sluice.verbs.ProtectionDomain;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.RtrAttributes;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WorkCompletions;
import io.sluice.verbs.WorkRequests;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The loop "(0) calls" of bench_c.c, through this binding: a chain filled once is posted to each of some queue pairs in
 * turn, and its completions are polled and looked at. The ratio of the two is what the foreign function API costs.
 *
 * <pre>
 * java -cp ... --enable-native-access=ALL-UNNAMED io.sluice.verbs.rdma.PostAndPoll LIBRARY MILLION_SLICES ROUNDS
 * </pre>
 */
final class PostAndPoll {
    private static final int CHAIN = 64;
    private static final int QUEUE_PAIRS = 4;
    private static final int DEPTH = 1024;

    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private PostAndPoll() {}

    public static void main(final String[] args) {
        final long slices = Long.parseLong(args[1]) * 1_000_000;
        final List<QueuePair> queuePairs = new ArrayList<>();
        try (VerbsContext context = RdmaDevices.load(args[0]).find("null0").open();
                ProtectionDomain domain = context.allocateProtectionDomain();
                CompletionQueue queue = context.createCompletionQueue(QUEUE_PAIRS * DEPTH)) {
            for (int i = 0; i < QUEUE_PAIRS; i++) {
                queuePairs.add(queuePair(domain, queue));
            }
            final WorkRequests chain = WorkRequests.allocate(CHAIN, 1);
            for (int i = 0; i < CHAIN; i++) {
                chain.addWrite(i, 4096L * (i + 1), 1, 4096, 4096L * (i + 1), 2, SendFlags.SIGNALED);
            }
            final QueuePair[] each = queuePairs.toArray(QueuePair[]::new);
            for (int round = 0; round < Integer.parseInt(args[2]); round++) {
                final long start = System.nanoTime();
                final long startCpu = CPU.getCurrentThreadCpuTime();
                final long done = run(each, queue, chain, slices);
                System.out.printf(Locale.ROOT, "(0) calls  %7.2f ns/slice  %6.2f CPU ns/slice%n",
                        (double) (System.nanoTime() - start) / done,
                        (double) (CPU.getCurrentThreadCpuTime() - startCpu) / done);
            }
            queuePairs.forEach(QueuePair::close);
        }
    }

    private static long run(final QueuePair[] queuePairs, final CompletionQueue queue, final WorkRequests chain,
            final long slices) {
        final WorkCompletions completions = WorkCompletions.allocate(CHAIN);
        long done = 0;
        for (int next = 0; done < slices; next = (next + 1) % queuePairs.length) {
            if (queuePairs[next].postSend(chain) != 0) {
                throw new IllegalStateException("post refused");
            }
            for (int left = chain.size(); left > 0;) {
                final int count = queue.poll(completions);
                for (int i = 0; i < count; i++) {
                    if (completions.status(i) != WcStatus.SUCCESS) {
                        throw new IllegalStateException(WcStatus.describe(completions.status(i)));
                    }
                }
                left -= count;
            }
            done += chain.size();
        }
        return done;
    }

    private static QueuePair queuePair(final ProtectionDomain domain, final CompletionQueue queue) {
        final QueuePair queuePair = domain.createQueuePair(queue, queue, new QueuePairCapacity(DEPTH, 1, 1, 1, 0));
        queuePair.toInit(1, Access.ALL);
        queuePair.toReadyToReceive(new RtrAttributes(1, 1, 1, 4096, 1, Gid.ZERO, 0, 0, 1, 1));
        queuePair.toReadyToSend(new RtsAttributes(1, 14, 7, 7, 1));
        return queuePair;
    }
}
