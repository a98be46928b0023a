package io.sluice.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What other threads see, and when. */
@Timeout(120)
abstract class OrderContract extends DeviceContract {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final int ROUNDS = 40;

    @Test
    void anAlignedWordWrittenBehindABigWriteIsNeverSeenBeforeAllOfIt() throws Exception {
        final ConnectedPair pair = connected();
        final int bytes = (1 << 21) + 64;
        final Buffer local = pair.initiator().buffer(bytes);
        final Buffer flag = pair.initiator().buffer(8);
        final Buffer remote = pair.target().buffer(bytes);
        final Buffer remoteFlag = pair.target().buffer(8);
        final WorkRequests two = WorkRequests.allocate(2, 1);
        try (ExecutorService watcher = Executors.newSingleThreadExecutor()) {
            for (int round = 1; round <= ROUNDS; round++) {
                final long value = round * 0x0101_0101_0101_0101L;
                local.memory().fill((byte) round);
                flag.memory().set(ValueLayout.JAVA_LONG, 0, value);
                final long before = (round - 1) * 0x0101_0101_0101_0101L;
                final Future<Boolean> seen = watcher.submit(() -> {
                    long now;
                    do {
                        now = (long) LONG.getAcquire(remoteFlag.memory(), 0L);
                        assertThat(now).isIn(before, value); // the word itself is never torn
                    } while (now != value);
                    return remote.memory().mismatch(local.memory()) < 0;
                });
                two.clear();
                two.addWrite(1, local.address(), local.lkey(), bytes, remote.address(), remote.rkey(), 0);
                two.addWrite(2, flag.address(), flag.lkey(), 8, remoteFlag.address(), remoteFlag.rkey(),
                        SendFlags.SIGNALED);
                assertThat(pair.initiator().queuePair().postSend(two)).isZero();
                assertThat(pair.sent().succeeded()).isTrue();
                assertThat(seen.get()).as("all of round " + round + " is there behind its flag").isTrue();
            }
        }
    }

    @Test
    void aCompletionComesAfterThePlacementWhoeverPollsIt() throws Exception {
        final ConnectedPair pair = connected();
        final int bytes = 1 << 16;
        final Buffer local = pair.initiator().buffer(bytes);
        final Buffer remote = pair.target().buffer(bytes);
        try (ExecutorService poller = Executors.newSingleThreadExecutor()) {
            for (int round = 1; round <= ROUNDS; round++) {
                local.memory().fill((byte) round);
                final Future<Long> mismatch = poller.submit(() -> {
                    assertThat(pair.sent().succeeded()).isTrue();
                    return remote.memory().mismatch(local.memory());
                });

                assertThat(pair.initiator().write(round, local, remote)).isZero();

                assertThat(mismatch.get()).as("round " + round).isEqualTo(-1L);
            }
        }
    }

    @Test
    void twoThreadsPostToTwoQueuePairsOfOneCompletionQueue() throws Exception {
        final int count = 2000;
        // For all of them: a device may have room in its send queue before the completion is taken.
        final ConnectedPair pair = connected(spec().depth(2 * count));
        final QueuePair second = pair.initiator().createQueuePair();
        final QueuePair peerOfSecond = pair.target().createQueuePair();
        final AtomicBoolean failed = new AtomicBoolean();
        try (second; peerOfSecond) {
            pair.connect(second, peerOfSecond);
            final Buffer local = pair.initiator().buffer(16).fill(1);
            final Buffer remote = pair.target().buffer(16);
            final List<Thread> posters = new ArrayList<>();
            for (final QueuePair queuePair : List.of(pair.initiator().queuePair(), second)) {
                final long offset = queuePair == second ? 8 : 0;
                posters.add(Thread.ofPlatform().start(() -> post(queuePair, local, remote, offset, count, failed)));
            }
            final long[] next = new long[2];
            Await.until(() -> {
                pair.pump();
                for (Completion c = pair.initiator().sends().poll(); c != null; c = pair.initiator().sends().poll()) {
                    final int which = c.qpNumber() == second.number() ? 1 : 0;
                    assertThat(c.succeeded()).isTrue();
                    assertThat(c.wrId()).isEqualTo(next[which]++);
                }
                return failed.get() || next[0] == count && next[1] == count;
            }, () -> next[0] + " and " + next[1] + " completions");
            for (final Thread poster : posters) {
                poster.join();
            }
            assertThat(failed).isFalse();
            assertThat(remote.bytes()).isEqualTo(local.bytes());
        }
    }

    private static void post(final QueuePair queuePair, final Buffer local, final Buffer remote, final long offset,
            final int count, final AtomicBoolean failed) {
        final WorkRequests one = WorkRequests.allocate(1, 1);
        for (int i = 0; i < count; i++) {
            one.clear();
            one.addWrite(i, local.address(offset), local.lkey(), 8, remote.address(offset), remote.rkey(),
                    SendFlags.SIGNALED);
            int errno = queuePair.postSend(one);
            while (errno == Errno.ENOMEM && !failed.get()) {
                Thread.yield();
                errno = queuePair.postSend(one);
            }
            if (errno != 0) {
                failed.set(true);
                return;
            }
        }
    }
}
