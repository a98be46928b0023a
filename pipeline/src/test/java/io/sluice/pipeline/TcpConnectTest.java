package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TcpConnectTest {
    @Test
    void connectsAndBothEndsKnowWhoThePeerIs() {
        try (TcpPair pair = new TcpPair()) {
            final Connection near = pair.connect();
            final Connection far = pair.accepted();
            assertThat(near.peerName()).isEqualTo(pair.far.config().agentName());
            assertThat(far.peerName()).isEqualTo(pair.near.config().agentName());
            assertThat(near.peerInstance()).isEqualTo(pair.far.instance());
            assertThat(far.peerInstance()).isEqualTo(pair.near.instance());
            assertThat(near.isOpen()).isTrue();
            assertThat(far.isOpen()).isTrue();
        }
    }

    @Test
    void dataGoesBothWaysFromBothEnds() {
        try (TcpPair pair = new TcpPair()) {
            final Connection near = pair.connect();
            final Connection far = pair.accepted();
            final TcpPair.Buffers buffers = pair.buffers(near, 1 << 20);
            assertThat(pair.finish(pair.write(near, buffers))).isEqualTo(TransferState.SUCCEEDED);
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
            final RemoteRegion back = far.resolve(pair.near.descriptor(buffers.here(), 0, 1 << 20));
            buffers.target().fill((byte) 0);
            final long id = pair.far.read(far, buffers.there(), 0, 1 << 20, back, 0);
            assertThat(pair.far.await(id, TcpPair.PATIENCE.toNanos())).isEqualTo(TransferState.SUCCEEDED);
            pair.far.release(id);
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
        }
    }
}
