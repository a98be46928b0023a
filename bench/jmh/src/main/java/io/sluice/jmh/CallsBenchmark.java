package io.sluice.jmh;

import io.sluice.verbs.CompletionQueue;
import io.sluice.verbs.Gid;
import io.sluice.verbs.ProtectionDomain;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.RtrAttributes;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.WorkCompletions;
import io.sluice.verbs.WorkRequests;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Verbs calls. The soft device is in its null mode; another device is one of {@code libibverbs}, such as {@code null0} of
 * the null library ({@code -p device=null0}, SLUICE_LIBIBVERBS naming the library).
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class CallsBenchmark {
    private static final int DEPTH = 1_024;

    @Param("soft")
    private String device;
    /** Work requests of a chain. */
    @Param({ "1", "64" })
    private int chain;

    private VerbsContext context;
    private ProtectionDomain domain;
    private CompletionQueue queue;
    private QueuePair queuePair;
    private WorkRequests requests;
    private WorkCompletions completions;

    @Setup
    public void open() {
        context = NullDevices.find(device).open();
        domain = context.allocateProtectionDomain();
        queue = context.createCompletionQueue(DEPTH);
        queuePair = domain.createQueuePair(queue, queue, new QueuePairCapacity(DEPTH, 1, 1, 1, 0));
        queuePair.toInit(1, 0);
        queuePair.toReadyToReceive(new RtrAttributes(1, queuePair.number(), 0, 4096, 0, Gid.ZERO, 0, 0, 1, 12));
        queuePair.toReadyToSend(new RtsAttributes(0, 14, 7, 7, 1));
        requests = WorkRequests.allocate(chain, 1);
        completions = WorkCompletions.allocate(chain);
        fillAChain();
    }

    @Benchmark
    public int fillAChain() {
        requests.clear();
        for (int i = 0; i < chain; i++) {
            requests.addWrite(i, 4096L * i, 1, 4096, 4096L * i, 2, SendFlags.SIGNALED);
        }
        return requests.size();
    }

    @Benchmark
    public int postAndPoll() {
        int left = chain + queuePair.postSend(requests);
        while (left > 0) {
            left -= queue.poll(completions);
        }
        return left;
    }

    @Benchmark
    public int pollOfAnEmptyQueue() {
        return queue.poll(completions);
    }

    @TearDown
    public void close() {
        queuePair.close();
        queue.close();
        domain.close();
        context.close();
    }
}
