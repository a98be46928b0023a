package io.sluice.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.pipeline.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The examples that need several processes, in as many. */
@Timeout(180)
class ExamplesInProcessesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void whatOneProcessWritesIsInTheOther() {
        try (ChildJvm target = new ChildJvm(List.of(), TwoProcesses.class);
                ChildJvm writer = new ChildJvm(List.of(), TwoProcesses.class, target.line())) {
            assertThat(writer.line()).matches("transfer \\d+ SUCCEEDED");
            assertThat(target.line()).isEqualTo("hello, far memory");
        }
    }

    @Test
    void everyBlockOfEachRequestIsHandedOver() {
        try (ChildJvm decode = new ChildJvm(List.of(), KvHandOver.class);
                ChildJvm prefill = new ChildJvm(List.of(), KvHandOver.class, decode.line())) {
            final List<String> handedOver = new ArrayList<>();
            for (String line = decode.line(); line != null; line = decode.line()) {
                handedOver.add(line);
            }
            assertThat(handedOver).hasSize(10).allMatch(line -> line.matches("request \\d: 6 of 6 blocks right"))
                    .doesNotHaveDuplicates();
            for (int request = 0; request < 10; request++) {
                assertThat(prefill.line()).startsWith("request " + request + ": transfer ").endsWith("SUCCEEDED");
            }
        }
    }

    @Test
    void aMemberServesWhatItsPeersHoldAndMissesWhatADeadOneHeld(@TempDir final Path peers) throws Exception {
        final List<String> names = List.of("one", "two", "three");
        final String all = String.join(",", names);
        try (ChildJvm two = new ChildJvm(List.of(), PeerCache.class, peers.toString(), "two", all);
                ChildJvm three = new ChildJvm(List.of(), PeerCache.class, peers.toString(), "three", all);
                PeerCache one = new PeerCache("one", names, peers)) {
            assertThat(two.line()).isEqualTo("serving");
            assertThat(three.line()).isEqualTo("serving");
            int others = 0;
            for (int i = 0; i < 100; i++) {
                final String key = "key " + i;
                final String home = one.home(key);
                if (home.equals("one")) {
                    one.put(key, "value " + i + " of one");
                } else {
                    others++;
                }
                assertThat(one.get(key)).as(key).contains("value " + i + " of " + home);
            }
            assertThat(others).isBetween(1, 99);
            assertThat(one.get("another key")).isEmpty();

            three.kill();
            await().atMost(PATIENCE).until(() -> one.get(keyOf(one, "three")).isEmpty());
            assertThat(one.get(keyOf(one, "two"))).isPresent();
        }
    }

    private static String keyOf(final PeerCache cache, final String member) {
        for (int i = 0;; i++) {
            if (cache.home("key " + i).equals(member)) {
                return "key " + i;
            }
        }
    }
}
