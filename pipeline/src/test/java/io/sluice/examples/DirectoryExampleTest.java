package io.sluice.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.pipeline.discovery.FilePeerStore;
import io.sluice.pipeline.discovery.PeerDirectory;
import io.sluice.pipeline.discovery.PeerListener;
import io.sluice.pipeline.discovery.PeerRegistration;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents that find each other in a directory of files. */
@Timeout(60)
class DirectoryExampleTest {
    private static final String METADATA = "10.0.0.1:7471?0?7471";

    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    @Test
    void anAgentIsPublishedFoundAndWatched(@TempDir final Path sharedFolder) throws IOException {
        try (PeerDirectory peers = publishFindAndWatch(sharedFolder, METADATA)) {
            assertThat(peers.lookup("decode-0")).contains(METADATA);
            await().atMost(Duration.ofSeconds(30)).until(() -> seen.contains("decode-0"));
        }
    }

    private PeerDirectory publishFindAndWatch(final Path sharedFolder, final String metadata) throws IOException {
        PeerDirectory peers = PeerDirectory.over(new FilePeerStore(sharedFolder)); // the program closes it

        PeerRegistration mine = peers.publish("decode-0", metadata); // until it, or peers, is closed

        Optional<String> other = peers.lookup("prefill-3"); // the present answer, asked now

        peers.watch(new PeerListener() { // first who is there, then each change
            @Override
            public void present(final String agentName, final String itsMetadata) {
                seen.add(agentName);
            }

            @Override
            public void gone(final String agentName) {
                seen.remove(agentName);
            }
        });
        assertThat(other).isEmpty();
        assertThat(mine.state()).isEqualTo(PeerRegistration.State.PUBLISHED);
        return peers;
    }
}
