package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.ConnectFailedException.Reason;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

/** The handshake over TCP of engines on RDMA devices, here those of the null library: no socket carries data. */
class TcpRdmaTest {
    private static TransferEngine engine(final String device) {
        return TransferEngine.create(ConfigFixture.bare().deviceName(device).threadingMode(ThreadingMode.SHARED)
                .qpsPerConnection(2).build());
    }

    @Test
    void connectsWithoutDataSocketsAndSettlesTransfers() throws InterruptedException {
        try (NullDevice _ = new NullDevice();
                Arena arena = Arena.ofShared();
                TransferEngine far = engine("null0");
                TransferEngine near = engine("null0");
                TcpProxy net = new TcpProxy(far.listen())) {
            final LocalRegion there = far.register(arena.allocate(1_000));
            final LocalRegion here = near.register(arena.allocate(1_000));
            final Connection connection = near.connect(net.metadata().toString());
            assertThat(net.sockets()).as("the control socket alone").isEqualTo(1);
            assertThat(far.accept(TcpPair.PATIENCE.toNanos()).peerName()).isEqualTo(near.config().agentName());
            final RemoteRegion remote = connection.resolve(far.descriptor(there, 0, 1_000));
            final long id = near.submit(connection, new TransferRequest()
                    .entries(new EntryList().add(here, 0, 1_000, remote, 0)).notification(new byte[]{ 4 }));
            assertThat(near.await(id, TcpPair.PATIENCE.toNanos())).isEqualTo(TransferState.SUCCEEDED);
            near.release(id);
            TcpPair.await("the notification", () -> far.notifications((from, message) -> {}, 1) == 1);
            connection.close();
            assertThat(connection.remoteFenced()).succeedsWithin(TcpPair.PATIENCE);
        }
    }

    @Test
    void peersOnDifferentKindsOfDeviceAreRefusedWithBothNamed() {
        try (NullDevice _ = new NullDevice();
                TransferEngine far = engine("null0");
                TransferEngine near = engine("soft")) {
            far.listen();
            final ConnectFailedException failure = TcpConnectTest.failure(() -> near.connect(far.metadata()));
            assertThat(failure.reason()).isEqualTo(Reason.DEVICE_KIND);
            assertThat(failure).hasMessageContainingAll("soft device", "rdma device",
                    near.config().agentName(), far.config().agentName());
        }
    }
}
