package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.EnginePair.Buffers;
import io.sluice.verbs.InterceptedDevice;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A post that does not return for a while: its handler stands, and with it in the end the ring. */
class StalledPostTest {
    private static final int FIRST_TRANSFERS = 40;
    private static final int CHAIN_LENGTH = 20;

    private final AtomicBoolean stall = new AtomicBoolean();
    private final CountDownLatch stalled = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    private Object holdOnce(final String call, final InterceptedDevice.Onward onward) throws Throwable {
        if (call.equals("postSend") && stall.compareAndSet(true, false)) {
            stalled.countDown();
            goOn.await();
        }
        return onward.go();
    }

    private EnginePair open(final ThreadingMode mode) {
        return new EnginePair.Setup().mode(mode).seam(device -> new InterceptedDevice(device, this::holdOnce))
                .config(c -> c.sliceSize(1024).fragmentLimit(0).sharedCqDepth(256)).open();
    }

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = { "SHARED", "DEDICATED", "INVOKER" })
    void nothingIsLostAndCallbacksMaySubmitWhileAPostIsStalled(final ThreadingMode mode) throws Exception {
        try (EnginePair pair = open(mode)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 40_000);
            final AtomicInteger settled = new AtomicInteger();
            final AtomicInteger succeeded = new AtomicInteger();
            final EntryList entries = new EntryList().add(buffers.here(), 0, 40_000, buffers.remote(), 0);
            final TransferRequest next = new TransferRequest().entries(entries);
            final TransferListener again = (id, state, cause, left) -> {
                settled.incrementAndGet();
                succeeded.addAndGet(state == TransferState.SUCCEEDED ? 1 : 0);
            };
            final TransferListener first = (id, state, cause, left) -> {
                again.onSettled(id, state, cause, left);
                for (int i = 0; i < CHAIN_LENGTH; i++) { // one at a time is left over where there is no room
                    if (pair.near.submit(connection, next.listener(again, 0)) < 0) {
                        settled.incrementAndGet();
                        succeeded.incrementAndGet();
                    }
                }
            };
            stall.set(true);
            final Thread driver = drive(pair, mode);
            for (int i = 0; i < FIRST_TRANSFERS; i++) {
                assertThat(pair.near.submit(connection, new TransferRequest().entries(entries).listener(first, 0)))
                        .isNotNegative();
            }
            stalled.await();
            goOn.countDown();
            final int all = FIRST_TRANSFERS * (1 + CHAIN_LENGTH);
            driver.join();
            pair.await("all settle", () -> settled.get() == all);
            assertThat(succeeded.get()).isEqualTo(all);
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
            pair.quiet();
        }
    }

    /** In INVOKER mode somebody must be inside the stalled post: until it goes on, and a while longer. */
    private Thread drive(final EnginePair pair, final ThreadingMode mode) {
        return Thread.ofPlatform().start(() -> {
            for (int i = 0; mode == ThreadingMode.INVOKER && (goOn.getCount() > 0 || i < 2_000); i++) {
                pair.near.doWork();
            }
        });
    }

    @Test
    void aStalledPostHandlerDoesNotKeepTheOtherFromPosting() throws Exception {
        try (EnginePair pair = new EnginePair.Setup().mode(ThreadingMode.DEDICATED)
                .seam(device -> new InterceptedDevice(device, this::holdOnce)).config(c -> c.qpsPerConnection(1))
                .open()) {
            final List<Connection> connections = List.of(pair.connect(), pair.connect()); // lanes 0 and 1
            final List<Buffers> buffers = new ArrayList<>();
            connections.forEach(c -> buffers.add(pair.buffers(c, 30_000)));
            stall.set(true);
            final long stuck = pair.write(connections.get(0), buffers.get(0));
            stalled.await();
            for (int i = 0; i < 100; i++) {
                assertThat(pair.finish(pair.write(connections.get(1), buffers.get(1))))
                        .isEqualTo(TransferState.SUCCEEDED);
            }
            assertThat(pair.near.status(stuck)).isEqualTo(TransferState.IN_PROGRESS);
            goOn.countDown();
            assertThat(pair.finish(stuck)).isEqualTo(TransferState.SUCCEEDED);
        }
    }

    @Test
    void theRingFillsBehindAStalledPostHandlerAndNothingIsLost() throws Exception {
        try (EnginePair pair = new EnginePair.Setup().mode(ThreadingMode.DEDICATED)
                .seam(device -> new InterceptedDevice(device, this::holdOnce))
                .config(c -> c.qpsPerConnection(1).sliceSize(1024).fragmentLimit(0)).open()) {
            final List<Connection> connections = List.of(pair.connect(), pair.connect());
            final List<Buffers> buffers = new ArrayList<>();
            connections.forEach(c -> buffers.add(pair.buffers(c, 4 << 20))); // 4096 slices
            stall.set(true);
            final List<Long> ids = new ArrayList<>();
            ids.add(pair.near.write(connections.get(0), buffers.get(0).here(), 0, 10, buffers.get(0).remote(), 0));
            stalled.await();
            for (int i = 0; i < 3; i++) {
                ids.add(pair.write(connections.get(1), buffers.get(1)));
            }
            pair.await("the ring is full", () -> EnginePair.snapshot(pair.near).ringBacklog() > 8192 - 64);
            ids.add(pair.write(connections.get(0), buffers.get(0)));
            goOn.countDown();
            ids.forEach(id -> assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED));
            buffers.forEach(b -> assertThat(b.target().mismatch(b.source())).isEqualTo(-1));
            pair.quiet();
        }
    }
}
