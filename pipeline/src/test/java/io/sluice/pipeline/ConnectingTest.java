package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pipeline.EnginePair.Buffers;
import io.sluice.verbs.VerbsException;
import org.junit.jupiter.api.Test;

class ConnectingTest {

    @Test
    void bothEndsUseTheSmallerNumberOfQueuePairs() {
        try (EnginePair pair = new EnginePair.Setup().config(c -> c.qpsPerConnection(4)).open();
                TransferEngine third = TransferEngine.create(ConfigFixture.bare().device(pair.device)
                        .threadingMode(ThreadingMode.SHARED).qpsPerConnection(1).build())) {
            final Connection connection = pair.near.connect(third);
            assertThat(connection.link().lanes()).hasSize(1);
            assertThat(EnginePair.snapshot(pair.near).reservedCqCredits()).isEqualTo(1);
            assertThat(EnginePair.snapshot(third).reservedCqCredits()).isEqualTo(1);
            assertThat(third.connect(pair.near).link().lanes()).hasSize(1);
        }
    }

    @Test
    void reservesMayTakeHalfOfTheCompletionQueueAndNoMore() {
        try (EnginePair pair = new EnginePair.Setup().config(c -> c.sharedCqDepth(16).qpsPerConnection(4)).open()) {
            final Connection first = pair.connect();
            pair.connect();
            assertThatIllegalStateException().isThrownBy(pair::connect).withMessageContaining("sharedCqDepth");
            assertThat(EnginePair.snapshot(pair.near).reservedCqCredits()).isEqualTo(8);
            first.close();
            pair.await("the peer's end is gone", () -> pair.far.connections().size() == 1);
            final Connection third = pair.connect();
            final Buffers buffers = pair.buffers(third, 100_000);
            assertThat(pair.finish(pair.write(third, buffers))).isEqualTo(TransferState.SUCCEEDED);
        }
    }

    @Test
    void aDeviceWithoutRoomForMoreQueuePairsRefusesAndNothingIsLeft() {
        try (EnginePair pair = new EnginePair.Setup().limits(d -> d.maxQp(7)).config(c -> c.qpsPerConnection(2))
                .open()) {
            pair.connect();
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(pair::connect).isInstanceOf(VerbsException.class);
            }
            final EngineSnapshot now = EnginePair.snapshot(pair.near);
            assertThat(now.reservedCqCredits()).isEqualTo(2);
            assertThat(now.connections()).isEqualTo(1);
            assertThat(pair.device.liveObjects()).isEqualTo(2 + 4); // two completion queues, four queue pairs
        }
    }

    @Test
    void enginesOnTwoSoftDevicesAreNotConnected() {
        try (EnginePair one = EnginePair.open(ThreadingMode.SHARED);
                EnginePair two = EnginePair.open(ThreadingMode.SHARED)) {
            assertThatIllegalStateException().isThrownBy(() -> one.near.connect(two.near))
                    .withMessageContaining("two soft devices");
        }
    }

    @Test
    void anEngineThatAcceptsNoMoreKeepsItsConnections() throws InterruptedException {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            assertThat(pair.far.accept(0)).isNotNull();
            assertThat(pair.far.accept(1_000)).isNull();
            pair.far.stopAccepting();
            assertThatIllegalStateException().isThrownBy(pair::connect)
                    .withMessageContaining(pair.far.config().agentName());
            assertThat(pair.far.connect(pair.near).isOpen()).isTrue();
            final Buffers buffers = pair.buffers(connection, 100);
            assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.SUCCEEDED);
        }
    }

    @Test
    void connectionsThatComeAndGoLeaveNothing() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            for (int i = 0; i < 50; i++) {
                final Connection connection = pair.connect();
                final LocalRegion here = pair.near.register(pair.arena.allocate(64));
                final LocalRegion there = pair.far.register(pair.arena.allocate(64));
                final RemoteRegion remote = pair.remote(connection, there);
                assertThat(pair.finish(pair.near.write(connection, here, 0, 64, remote, 0)))
                        .isEqualTo(TransferState.SUCCEEDED);
                pair.near.deregister(here);
                pair.far.deregister(there);
                connection.close();
            }
            pair.await("the far ends are gone", () -> pair.far.connections().isEmpty());
            assertThat(pair.device.liveObjects()).isEqualTo(2);
            assertThat(EnginePair.snapshot(pair.near).lanes()).isLessThanOrEqualTo(8);
        }
    }
}
