package io.sluice.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.etcd.EtcdPeerStore;
import io.sluice.pipeline.discovery.PeerDirectory;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A directory of peers in a cluster of etcd. */
@Timeout(60)
class EtcdDirectoryExampleTest {
    private static PeerDirectory directory() {
        PeerDirectory peers = PeerDirectory.over(
                EtcdPeerStore.builder("http://etcd-1.invalid:2379", "http://etcd-2.invalid:2379").build());
        return peers;
    }

    @Test
    void aClusterThatIsNotThereIsNamed() {
        try (PeerDirectory peers = directory()) {
            assertThat(peers).isNotNull();
            assertThatThrownBy(() -> peers.lookup("decode-0")).isInstanceOf(IOException.class)
                    .hasMessageContaining("etcd-1.invalid");
        }
    }
}
