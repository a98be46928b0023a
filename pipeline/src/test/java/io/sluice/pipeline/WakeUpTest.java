package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.InterceptedDevice;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Work that comes at the moment when an engine's threads go to sleep. They do at once, and for longer than a test waits,
 * so a wake-up that is lost fails it.
 */
@Timeout(120)
class WakeUpTest {
    private static final int ROUNDS = 10_000;
    private static final long PARK_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(8);
    /** Longest pause before a round, in spins: an engine thread parks within it. */
    private static final int MOST_SPINS = 4_000;

    /** Written by the test's thread; a device's interception reads it only to choose a length. */
    private volatile int round;

    private static EnginePair sleepy(final ThreadingMode mode) {
        return new EnginePair.Setup().mode(mode)
                .config(config -> config.spinNs(0).maxParkNs(PARK_NS).qpsPerConnection(2)).open();
    }

    @ParameterizedTest
    @EnumSource(names = { "SHARED", "DEDICATED" })
    void aSubmitIsNotOverslept(final ThreadingMode mode) {
        try (EnginePair pair = sleepy(mode)) {
            final Connection connection = pair.connect();
            final EnginePair.Buffers buffers = pair.buffers(connection, 64);
            for (round = 0; round < ROUNDS; round++) {
                pause();
                final long id = pair.write(connection, buffers);
                awake("the transfer settles", () -> pair.near.status(id) != TransferState.IN_PROGRESS);
                assertThat(pair.near.release(id)).isEqualTo(TransferState.SUCCEEDED);
            }
        }
    }

    /** 64 slices on one lane of 8: the poll thread feeds most of them, a few at a time, to handlers that sleep. */
    @ParameterizedTest
    @EnumSource(names = { "SHARED", "DEDICATED" })
    void whatThePollThreadFeedsIsNotOverslept(final ThreadingMode mode) {
        try (EnginePair pair = new EnginePair.Setup().mode(mode).config(config -> config.spinNs(0).maxParkNs(PARK_NS)
                .qpsPerConnection(1).maxRequests(4).maxWrPerPost(4).sliceSize(1024).fragmentLimit(0)).open()) {
            final Connection connection = pair.connect();
            final EnginePair.Buffers buffers = pair.buffers(connection, 64 * 1024);
            for (round = 0; round < ROUNDS / 20; round++) {
                pause();
                final long write = pair.write(connection, buffers);
                final long read = pair.read(connection, buffers);
                awake("both settle", () -> pair.near.status(write) != TransferState.IN_PROGRESS
                        && pair.near.status(read) != TransferState.IN_PROGRESS);
                assertThat(pair.near.release(write)).isEqualTo(TransferState.SUCCEEDED);
                assertThat(pair.near.release(read)).isEqualTo(TransferState.SUCCEEDED);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = { "SHARED", "DEDICATED" })
    void aCancelOfATransferThatMayNotStartIsNotOverslept(final ThreadingMode mode) {
        try (EnginePair pair = sleepy(mode)) {
            final Connection connection = pair.connect();
            final EnginePair.Buffers buffers = pair.buffers(connection, 64);
            final Link link = connection.link();
            link.feeder().hold();
            while (link.credits().start()) {
                // as many are in flight as may be
            }
            link.feeder().letGo();
            for (round = 0; round < ROUNDS; round++) {
                final long id = pair.write(connection, buffers);
                pause();
                assertThat(pair.near.cancel(id)).isTrue();
                awake("the transfer settles", () -> pair.near.status(id) != TransferState.IN_PROGRESS);
                assertThat(pair.near.release(id)).isEqualTo(TransferState.CANCELLED);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = { "SHARED", "DEDICATED" })
    void aMessageToAPeerIsNotOverslept(final ThreadingMode mode) {
        try (EnginePair pair = sleepy(mode)) {
            final Connection connection = pair.connect();
            final byte[] message = { 1 };
            for (round = 0; round < ROUNDS; round++) {
                pause();
                // Also the credit for it comes by a message, to the near engine.
                awake("there is credit", () -> pair.near.sendNotification(connection, message) == ResultCode.OK);
                awake("the message comes", () -> pair.far.notifications((peer, bytes) -> {}, 1) == 1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = { "SHARED", "DEDICATED" })
    void aCloseIsNotOverslept(final ThreadingMode mode) {
        final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().build());
        for (round = 0; round < ROUNDS / 100; round++) {
            final TransferEngine engine = TransferEngine.create(ConfigFixture.bare().device(device)
                    .threadingMode(mode).spinNs(0).maxParkNs(PARK_NS).transferSlots(64).entryPoolBytes(65_536).build());
            if (round % 2 == 0) {
                engine.connect(engine);
            }
            pause();
            final long start = System.nanoTime();
            engine.close();
            assertThat(System.nanoTime() - start).as("close in round %d, ns", round).isLessThan(PATIENCE_NS);
        }
        assertThat(device.liveObjects()).isZero();
    }

    /** The post thread is slow, so that the poll thread goes to sleep over work that is outstanding. */
    @Test
    void aCompletionIsNotOverslept() {
        final InterceptedDevice.Interception slowPosts = (call, onward) -> {
            if (call.equals("postSend")) {
                pause();
            }
            return onward.go();
        };
        try (EnginePair pair = new EnginePair.Setup().mode(ThreadingMode.DEDICATED)
                .seam(device -> new InterceptedDevice(device, slowPosts))
                .config(config -> config.spinNs(0).maxParkNs(PARK_NS).qpsPerConnection(1)).open()) {
            final Connection connection = pair.connect();
            final EnginePair.Buffers buffers = pair.buffers(connection, 64);
            for (round = 0; round < ROUNDS; round++) {
                final long id = pair.write(connection, buffers);
                awake("the transfer settles", () -> pair.near.status(id) != TransferState.IN_PROGRESS);
                assertThat(pair.near.release(id)).isEqualTo(TransferState.SUCCEEDED);
            }
        }
    }

    @Test
    void thePollThreadSleepsWhileWorkIsOutstanding() throws InterruptedException {
        final CountDownLatch posting = new CountDownLatch(1);
        final CountDownLatch go = new CountDownLatch(1);
        final InterceptedDevice.Interception heldPost = (call, onward) -> {
            if (call.equals("postSend")) {
                posting.countDown();
                go.await();
            }
            return onward.go();
        };
        try (EnginePair pair = new EnginePair.Setup().mode(ThreadingMode.DEDICATED)
                .seam(device -> new InterceptedDevice(device, heldPost))
                .config(config -> config.spinNs(0).maxParkNs(PARK_NS).agentName("sleeper")).open()) {
            final Connection connection = pair.connect();
            final long id = pair.write(connection, pair.buffers(connection, 64));
            posting.await();
            final List<Thread> polls = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("sluice-sleeper-poll")).toList();
            assertThat(polls).hasSize(2);
            try {
                awake("both poll threads sleep", () -> polls.stream()
                        .allMatch(poll -> poll.getState() == Thread.State.TIMED_WAITING));
            } finally {
                go.countDown();
            }
            awake("the transfer settles", () -> pair.near.status(id) != TransferState.IN_PROGRESS);
            assertThat(pair.near.release(id)).isEqualTo(TransferState.SUCCEEDED);
        }
    }

    /** Of another length every time, without giving up the CPU. */
    private void pause() {
        for (int i = round * 37 % MOST_SPINS; i > 0; i--) {
            Thread.onSpinWait();
        }
    }

    private void awake(final String what, final BooleanSupplier condition) {
        final long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            Thread.yield();
            assertThat(System.nanoTime() - start).as("round %d, ns until %s", round, what).isLessThan(PATIENCE_NS);
        }
    }
}
