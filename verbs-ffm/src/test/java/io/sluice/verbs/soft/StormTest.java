package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.Await;
import io.sluice.verbs.Buffer;
import io.sluice.verbs.Completion;
import io.sluice.verbs.ConnectedPair;
import io.sluice.verbs.Endpoint;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.VerbsException;
import io.sluice.verbs.WorkRequests;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Everything at once, from both ends: no deadlock, no completion lost, none twice, none out of order. */
@Timeout(120)
class StormTest {
    private static final int ROUNDS = 150;

    final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().build());
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    @AfterEach
    void nothingIsLeft() {
        assertThat(device.liveObjects()).isZero();
    }

    ConnectedPair.Spec spec() {
        return ConnectedPair.on(device);
    }

    @Test
    void postsPollsErrorsAndResetsInBothDirectionsNeitherDeadlockNorThrow() throws Exception {
        try (ConnectedPair pair = spec().oneContext().connect()) {
            final AtomicBoolean done = new AtomicBoolean();
            final List<Thread> threads = List.of(
                    run(() -> poster(pair.initiator(), pair.target(), done)),
                    run(() -> poster(pair.target(), pair.initiator(), done)),
                    run(() -> {
                        while (!done.get()) {
                            pair.pump();
                            pair.initiator().sends().clear();
                            pair.initiator().receives().clear();
                            pair.target().sends().clear();
                            pair.target().receives().clear();
                            Thread.yield();
                        }
                    }));
            for (int round = 0; round < ROUNDS; round++) {
                act(round, pair);
                Thread.yield();
            }
            done.set(true);
            for (final Thread thread : threads) {
                thread.join();
            }
            assertThat(failure.get()).isNull();
        }
    }

    private static void act(final int round, final ConnectedPair pair) {
        try {
            switch (round % 3) {
                case 0 -> pair.initiator().queuePair().toError();
                case 1 -> pair.target().queuePair().toError();
                default -> {
                    pair.initiator().queuePair().toReset();
                    pair.target().queuePair().toReset();
                    pair.connect();
                }
            }
        } catch (final VerbsException e) {
            // an error of the storm came between two steps of connecting: the next round resets again
        }
    }

    private static void poster(final Endpoint from, final Endpoint to, final AtomicBoolean done) {
        final Buffer local = from.buffer(3 << 20);
        final Buffer remote = to.buffer(3 << 20);
        long next = 0;
        while (!done.get()) {
            from.write(next++, local, remote);
            from.send(next++, remote); // a key of the other domain: an error
            from.receive(next++, local);
            from.read(next++, local, remote);
        }
    }

    @Test
    void everyAcceptedRequestCompletesExactlyOnceAndInOrderWhenErrorsStrike() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            try (ConnectedPair pair = spec().capacity(64, 64).depth(1024).connect()) {
                final long[] receives = { receives(pair.initiator()), receives(pair.target()) };
                final long[] sends = new long[2];
                final Thread one = run(() -> sends[0] = sends(pair.initiator(), pair.target()));
                final Thread other = run(() -> sends[1] = sends(pair.target(), pair.initiator()));
                final int struck = round;
                final Thread striker = run(() -> {
                    for (int i = 0; i < struck; i++) {
                        pair.target().queuePair().state();
                    }
                    pair.target().queuePair().toError();
                });
                for (final Thread thread : List.of(one, other, striker)) {
                    thread.join();
                }
                assertThat(failure.get()).isNull();
                pair.initiator().queuePair().toError();

                complete(pair, pair.initiator().sends(), sends[0]);
                complete(pair, pair.target().sends(), sends[1]);
                complete(pair, pair.initiator().receives(), receives[0]);
                complete(pair, pair.target().receives(), receives[1]);
            }
        }
    }

    private static long receives(final Endpoint endpoint) {
        final Buffer buffer = endpoint.buffer(64);
        long accepted = 0;
        while (endpoint.receive(accepted, buffer) == 0) {
            accepted++;
        }
        return accepted;
    }

    private static long sends(final Endpoint from, final Endpoint to) {
        final Buffer local = from.buffer(64);
        final Buffer remote = to.buffer(64);
        final WorkRequests chain = WorkRequests.allocate(3, 1);
        long accepted = 0;
        while (true) {
            chain.clear();
            chain.addWrite(accepted, local.address(), local.lkey(), 64, remote.address(), remote.rkey(),
                    SendFlags.SIGNALED);
            chain.addSend(accepted + 1, local.address(), local.lkey(), 64, SendFlags.SIGNALED);
            chain.addRead(accepted + 2, local.address(), local.lkey(), 64, remote.address(), remote.rkey(),
                    SendFlags.SIGNALED);
            if (from.queuePair().postSend(chain) != 0) {
                return accepted + chain.firstRefused();
            }
            accepted += 3;
        }
    }

    private static void complete(final ConnectedPair pair, final Deque<Completion> completions, final long count) {
        Await.until(() -> {
            pair.pump();
            return completions.size() >= count;
        }, () -> completions.size() + " completions of " + count);
        pair.pump();
        final List<Long> expected = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            expected.add(i);
        }
        assertThat(completions).extracting(Completion::wrId).containsExactlyElementsOf(expected);
    }

    private Thread run(final Runnable task) {
        return Thread.ofPlatform().daemon().start(() -> {
            try {
                task.run();
            } catch (final Throwable e) {
                failure.compareAndSet(null, e);
            }
        });
    }
}
