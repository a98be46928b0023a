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
}
