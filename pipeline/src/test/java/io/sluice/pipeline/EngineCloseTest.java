package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pipeline.EnginePair.Buffers;
import io.sluice.verbs.soft.FaultPlan;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EngineCloseTest {

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void anEngineThatNeverWorkedClosesTwice(final ThreadingMode mode) {
        try (EnginePair pair = EnginePair.open(mode)) {
            pair.near.close();
            pair.near.close();
            assertThat(pair.near.isClosed()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = { "SHARED", "DEDICATED", "INVOKER" })
    void everyTransferSettlesWhenTheEngineClosesDuringTraffic(final ThreadingMode mode) {
        try (EnginePair pair = EnginePair.open(mode)) {
            final List<Long> ids = new ArrayList<>();
            final AtomicInteger settled = new AtomicInteger();
            int asked = 0;
            for (int c = 0; c < 4; c++) {
                final Connection connection = pair.connect();
                final Buffers buffers = pair.buffers(connection, 500_000);
                final EntryList entries = new EntryList().add(buffers.here(), 0, 500_000, buffers.remote(), 0);
                for (int i = 0; i < 30; i++) {
                    ids.add(pair.write(connection, buffers));
                    asked += pair.near.submit(connection, new TransferRequest().entries(entries)
                            .listener((id, state, cause, data) -> settled.incrementAndGet(), 0)) >= 0 ? 1 : 0;
                }
            }
            pair.near.close();
            assertThat(settled.get()).isEqualTo(asked);
            ids.forEach(id -> assertThat(pair.near.release(id)).isEqualTo(TransferState.SUCCEEDED));
        }
    }

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = { "SHARED", "INVOKER" })
    void whatDoesNotComeBackIsFlushedWhenTheEngineCloses(final ThreadingMode mode) {
        try (EnginePair pair = new EnginePair.Setup().mode(mode)
                .faults(FaultPlan.builder(1).delayNth(0, 0, EnginePair.FOR_EVER))
                .config(c -> c.qpsPerConnection(1).closeTimeoutNs(20_000_000)).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 1_000_000);
            final long id = pair.write(connection, buffers);
            pair.near.close();
            assertThat(pair.near.cause(id)).isEqualTo(Cause.CONNECTION_CLOSED);
            assertThat(pair.near.release(id)).isEqualTo(TransferState.FAILED);
        }
    }

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = { "SHARED", "DEDICATED", "INVOKER" })
    void twoThreadsAndACallbackMayCloseAtOnce(final ThreadingMode mode) throws Exception {
        try (EnginePair pair = EnginePair.open(mode)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100_000);
            final EntryList entries = new EntryList().add(buffers.here(), 0, 100_000, buffers.remote(), 0);
            final AtomicInteger settled = new AtomicInteger();
            int asked = 0;
            for (int i = 0; i < 10; i++) { // the first of them to settle closes
                asked += pair.near.submit(connection, new TransferRequest().entries(entries)
                        .listener((id, state, cause, data) -> {
                            settled.incrementAndGet();
                            pair.near.close();
                        }, 0)) >= 0 ? 1 : 0;
            }
            final Thread one = Thread.ofPlatform().start(pair.near::close);
            final Thread two = Thread.ofPlatform().start(pair.near::close);
            one.join();
            two.join();
            assertThat(settled.get()).isEqualTo(asked);
        }
    }

    @Test
    void submittersThatRaceWithCloseGetClosedOrASettledTransfer() throws Exception {
        for (int round = 0; round < 20; round++) {
            try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
                final Connection connection = pair.connect();
                final Buffers buffers = pair.buffers(connection, 100);
                final List<Long> ids = new ArrayList<>();
                final AtomicInteger begun = new AtomicInteger();
                final FutureTask<Void> submits = new FutureTask<>(() -> {
                    for (long id = 0; id >= 0 || id == ResultCode.BACK_PRESSURED;) {
                        id = pair.write(connection, buffers);
                        if (id >= 0) {
                            ids.add(id);
                        }
                        begun.incrementAndGet();
                    }
                }, null);
                Thread.ofPlatform().start(submits);
                pair.await("traffic", () -> begun.get() > 10);
                pair.near.close();
                submits.get(); // throws what the submitter threw
                ids.forEach(id -> assertThat(pair.near.release(id)).isIn(TransferState.SUCCEEDED,
                        TransferState.FAILED));
            }
        }
    }

    @Test
    void aClosedEngineAnswersLateCalls() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.INVOKER)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final long id = pair.write(connection, buffers);
            pair.near.close();
            assertThat(pair.near.doWork()).isZero();
            assertThat(pair.near.status(id)).isEqualTo(TransferState.SUCCEEDED);
            assertThat(pair.near.cancel(id)).isFalse();
            assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED);
            assertThat(pair.write(connection, buffers)).isEqualTo(ResultCode.CLOSED);
            assertThat(pair.near.sendNotification(connection, new byte[0])).isEqualTo(ResultCode.CLOSED);
            assertThatThrownBy(() -> pair.near.register(pair.arena.allocate(8)))
                    .isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
            assertThatThrownBy(pair::connect).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
            assertThatThrownBy(() -> pair.far.connect(pair.near)).isInstanceOf(IllegalStateException.class);
            pair.near.deregister(buffers.here());
            connection.close();
        }
    }

    @Test
    void anEngineWhoseThreadsCannotStartLeavesNothing() {
        final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().build());
        final List<Thread> made = new ArrayList<>();
        final EngineConfig config = ConfigFixture.bare().device(device).threadingMode(ThreadingMode.DEDICATED)
                .threadFactory(duty -> {
                    if (made.size() == 2) {
                        throw new IllegalStateException("no more threads");
                    }
                    made.add(new Thread(duty));
                    return made.getLast();
                }).build();
        assertThatThrownBy(() -> TransferEngine.create(config)).hasMessage("no more threads");
        assertThat(device.liveObjects()).isZero();
        made.forEach(thread -> {
            try {
                thread.join();
            } catch (final InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }
}
