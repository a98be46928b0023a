package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sluice.verbs.Buffer;
import io.sluice.verbs.CompletionQueue;
import io.sluice.verbs.ConnectedPair;
import io.sluice.verbs.ReceiveRequests;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.Sockets;
import io.sluice.verbs.WorkCompletions;
import io.sluice.verbs.WorkRequests;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Over a socket neither the thread that posts and polls nor those that wait for sockets allocate anything: the best of
 * some rounds is exactly 0 bytes.
 */
@Timeout(120)
class WireAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 10;
    private static final int CALLS = 2_000;
    private static final String NAME = "wire-allocation";

    private final SoftDeviceConfig config = SoftDeviceConfig.builder().name(NAME).build();
    private final Sockets sockets = new Sockets();
    private final ConnectedPair pair = ConnectedPair.on(SoftDevice.create(config))
            .wired(SoftDevice.create(config), sockets).connect();
    private final Buffer local = pair.initiator().buffer(1 << 20);
    private final Buffer remote = pair.target().buffer(1 << 20);
    private final WorkRequests chain = WorkRequests.allocate(8, 2);
    private final WorkCompletions completions = WorkCompletions.allocate(16);

    @AfterEach
    void close() throws Exception {
        pair.close();
        sockets.close();
    }

    @Test
    void writesAndReadsOfAllSizesAllocateNothing() {
        nothingIn(() -> {
            chain.clear();
            chain.addWrite(1, local.address(), local.lkey(), 8, remote.address(), remote.rkey(), 0);
            chain.addWrite(2, local.address(), local.lkey(), 4096, remote.address(), remote.rkey(), 0);
            chain.addWrite(3, local.address(), local.lkey(), 65_536, remote.address(), remote.rkey(),
                    SendFlags.SIGNALED);
            chain.addRead(4, local.address(), local.lkey(), 100, remote.address(), remote.rkey(), SendFlags.SIGNALED);
            chain.addRead(5, local.address(), local.lkey(), 65_536, remote.address(), remote.rkey(),
                    SendFlags.SIGNALED);
            chain.addWrite(6, local.address(), 0, 48, remote.address(), remote.rkey(),
                    SendFlags.SIGNALED | SendFlags.INLINE);
            require(pair.initiator().queuePair().postSend(chain) == 0);
            take(pair.initiator().sendQueue(), 4);
        });
    }

    @Test
    void sendsAndReceivesAllocateNothing() {
        final ReceiveRequests receive = ReceiveRequests.allocate(1, 1);
        nothingIn(() -> {
            receive.clear();
            receive.add(1, remote.address(), remote.lkey(), 65_536);
            require(pair.target().queuePair().postReceive(receive) == 0);
            chain.clear();
            chain.addSend(2, local.address(), local.lkey(), 40_000, SendFlags.SIGNALED);
            chain.withImmediate(5);
            require(pair.initiator().queuePair().postSend(chain) == 0);
            take(pair.initiator().sendQueue(), 1);
            take(pair.target().receiveQueue(), 1);
        });
    }

    @Test
    void aGatheringCallAllocatesWhatTheJdkNeedsForItAndNoMore() {
        assertThat(allocated(() -> {
            chain.clear();
            for (int i = 0; i < 8; i++) {
                chain.addWrite(i, local.address(), local.lkey(), 65_536, remote.address(), remote.rkey(),
                        SendFlags.SIGNALED);
            }
            require(pair.initiator().queuePair().postSend(chain) == 0);
            take(pair.initiator().sendQueue(), 8);
        })).as("bytes of all calls; pieces that the socket did not take are gathered again")
                .isLessThanOrEqualTo(2 * 8 * 40L * CALLS);
    }

    private void take(final CompletionQueue queue, final int count) {
        for (int taken = 0; taken < count;) {
            final int polled = queue.poll(completions);
            for (int i = 0; i < polled; i++) {
                require(completions.status(i) == 0);
            }
            taken += polled;
            if (polled == 0) {
                Thread.onSpinWait();
            }
        }
    }

    private static void nothingIn(final Runnable call) {
        assertThat(allocated(call)).as("bytes allocated in the best round, all threads together").isZero();
    }

    /** Bytes of the best round, all threads together. */
    private static long allocated(final Runnable call) {
        final long[] threads = threads();
        assertThat(threads).hasSizeGreaterThan(2);
        final long[] before = new long[threads.length];
        long best = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && best > 0; round++) {
            for (int i = 0; i < threads.length; i++) {
                before[i] = THREADS.getThreadAllocatedBytes(threads[i]);
            }
            for (int i = 0; i < CALLS; i++) {
                call.run();
            }
            long bytes = 0;
            for (int i = 0; i < threads.length; i++) {
                bytes += THREADS.getThreadAllocatedBytes(threads[i]) - before[i];
            }
            best = Math.min(best, bytes);
        }
        return best;
    }

    /** This thread, and those of the two devices. */
    private static long[] threads() {
        final long self = Thread.currentThread().threadId();
        return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(info -> info != null
                        && (info.getThreadId() == self || info.getThreadName().startsWith("sluice-" + NAME)))
                .mapToLong(info -> info.getThreadId()).toArray();
    }

    private static void require(final boolean condition) {
        if (!condition) {
            throw new AssertionError("a call did not do its work");
        }
    }
}
