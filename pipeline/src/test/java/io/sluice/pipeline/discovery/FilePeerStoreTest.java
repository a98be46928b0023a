package io.sluice.pipeline.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.pipeline.discovery.PeerStore.Contents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories of peers in files, and what is particular to files. */
class FilePeerStoreTest extends PeerDirectoryContract {
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration READ_INTERVAL = Duration.ofMillis(20);

    @TempDir
    Path temporary;

    private final AtomicReference<Instant> time = new AtomicReference<>(Instant.ofEpochMilli(1_800_000_000_000L));

    private Path place() {
        return temporary.resolve("some/peers");
    }

    @BeforeEach
    void makePlace() throws IOException {
        Files.createDirectories(place());
    }

    @Override
    protected PeerStore store() {
        return new FilePeerStore(place(), LEASE, READ_INTERVAL, Instant::now);
    }

    /** A store whose time the test sets. */
    private PeerStore timed() {
        return new FilePeerStore(place(), Duration.ofSeconds(10), READ_INTERVAL, time::get);
    }

    private void pass(final Duration duration) {
        time.updateAndGet(now -> now.plus(duration));
    }

    private Path file(final String agentName) {
        return place().resolve(PeerFile.nameFor(agentName));
    }

    @Override
    protected void wipe(final String agentName) throws IOException {
        Files.delete(file(agentName));
    }

    @Override
    protected void spoil(final String agentName) throws IOException {
        Files.writeString(file(agentName), "no entry");
    }

    @Override
    protected void breakPlace() throws IOException {
        Files.move(place(), temporary.resolve("away"));
    }

    @Override
    protected void mendPlace() throws IOException {
        Files.createDirectories(place());
    }

    @Test
    void anEntryIsOverAfterItsLeaseAndNotBefore() throws Exception {
        final PeerStore store = timed();
        final PeerStore.Entry entry = store.publish("a", METADATA);
        pass(Duration.ofSeconds(10));
        assertThat(store.read("a").peers()).containsEntry("a", METADATA);
        pass(Duration.ofMillis(1));
        assertThat(store.read("a")).isEqualTo(new Contents(Map.of(), Map.of()));
        assertThat(entry.renew()).isTrue();
        assertThat(store.reader(() -> {}).read().peers()).containsEntry("a", METADATA);
    }

    @Test
    void anOlderRegistrationThatWroteLastGivesWay() throws Exception {
        final PeerStore store = timed();
        final PeerStore.Entry older = store.publish("a", METADATA);
        final byte[] olderBytes = Files.readAllBytes(file("a"));
        final PeerStore.Entry newer = store.publish("a", OTHER);
        // As if the older one's renewal had looked before the newer one was there, and was renamed after it.
        Files.write(file("a"), olderBytes);
        assertThat(newer.renew()).isTrue();
        assertThat(store.read("a").peers()).containsEntry("a", OTHER);
        assertThat(older.renew()).isFalse();
        older.remove();
        assertThat(store.read("a").peers()).containsEntry("a", OTHER);
    }

    @Test
    void aLaterPublisherWhoseClockIsBehindStillHasTheName() throws Exception {
        final PeerStore store = timed();
        final PeerStore.Entry ahead = store.publish("a", METADATA);
        pass(Duration.ofSeconds(-8));
        final PeerStore.Entry behind = store.publish("a", OTHER);
        assertThat(ahead.renew()).isFalse();
        assertThat(behind.renew()).isTrue();
    }

    @Test
    void oneThatLivesTakesOverFromALaterOneThatDied() throws Exception {
        final PeerStore store = timed();
        final PeerStore.Entry lives = store.publish("a", METADATA);
        store.publish("a", OTHER);
        pass(Duration.ofSeconds(11));
        assertThat(lives.renew()).isTrue();
        assertThat(store.read("a").peers()).containsEntry("a", METADATA);
    }

    @Test
    void aPublisherRemovesWhatIsOverForTenLeasesAndNothingElse() throws Exception {
        final PeerStore store = timed();
        store.publish("dead", METADATA);
        spoil("garbage");
        Files.writeString(place().resolve("notes.txt"), "mine");
        final Path crashed = Files.writeString(
                place().resolve(".sluice-" + time.get().plusSeconds(10).toEpochMilli() + "-00-1"), "half");
        pass(Duration.ofSeconds(110));
        store.publish("early", METADATA);
        assertThat(file("dead")).exists();
        assertThat(crashed).exists();
        pass(Duration.ofMillis(1));
        store.publish("late", METADATA);
        try (Stream<Path> left = Files.list(place())) {
            assertThat(left).containsExactlyInAnyOrder(file("early"), file("late"), file("garbage"),
                    place().resolve("notes.txt"));
        }
    }

    @Test
    void filesThatAreNoEntryAreNamedWithTheReason() throws Exception {
        final PeerStore store = timed();
        store.publish("a", METADATA);
        final byte[] good = Files.readAllBytes(file("a"));
        Files.write(file("half"), List.of("sluice-peer 1", "agent half"));
        Files.write(file("empty"), new byte[0]);
        Files.write(file("copied"), good);
        Files.write(file("long"), new byte[100_000]);
        Files.write(file("binary"), new byte[]{ (byte) 0xff, 0 });
        Files.createDirectory(file("folder"));
        Files.createSymbolicLink(file("link"), file("a"));
        good[good.length - 60] ^= 1;
        Files.write(file("a"), good);
        final Contents all = store.reader(() -> {}).read();
        assertThat(all.peers()).isEmpty();
        assertThat(all.ignored()).containsOnlyKeys("half.peer", "empty.peer", "copied.peer", "long.peer",
                "binary.peer", "folder.peer", "link.peer", "a.peer");
        assertThat(all.ignored()).containsEntry("copied.peer", "is the entry of another name")
                .containsEntry("half.peer", "is no entry of a peer, or one that is half written")
                .containsEntry("long.peer", "is longer than 2048 bytes").containsEntry("link.peer", "is no file");
        assertThat(store.read("half").ignored()).containsOnlyKeys("half.peer");
    }

    @Test
    void anEntryReadsBackAndEveryCutOrChangedOneIsRefused() throws Exception {
        final PeerFile entry = new PeerFile("名前/x", OTHER, "0123456789abcdef0123456789abcdef", 7, 1_800_000_000_000L);
        final byte[] bytes = entry.encode();
        final String name = PeerFile.nameFor(entry.agentName());
        assertThat(PeerFile.decode(bytes, name)).isEqualTo(entry);
        for (int length = 0; length < bytes.length; length++) {
            final byte[] cut = Arrays.copyOf(bytes, length);
            assertThatExceptionOfType(DataFormatException.class).isThrownBy(() -> PeerFile.decode(cut, name));
        }
        for (int at = 0; at < bytes.length; at++) {
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                final byte[] changed = bytes.clone();
                changed[at] ^= (byte) (1 << bit);
                assertThatExceptionOfType(DataFormatException.class).isThrownBy(() -> PeerFile.decode(changed, name));
            }
        }
    }

    @Test
    void aDirectoryThatCannotBeMadeFailsNamingIt() throws Exception {
        final Path file = Files.writeString(temporary.resolve("file"), "not a directory");
        final PeerStore store = new FilePeerStore(file.resolve("peers"));
        assertThatIOException().isThrownBy(() -> store.publish("a", METADATA))
                .withMessageContaining(file.resolve("peers").toString()).withMessageContaining("agent a");
        assertThatIOException().isThrownBy(() -> store.read("a")).withMessageContaining("no such directory");
    }

    @Test
    void timesOutOfRangeAreRefused() {
        for (final Duration bad : List.of(Duration.ZERO, Duration.ofMillis(9), Duration.ofDays(2))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new FilePeerStore(place(), bad, READ_INTERVAL, time::get))
                    .withMessageContaining("lease " + bad);
            assertThatIllegalArgumentException().isThrownBy(() -> new FilePeerStore(place(), LEASE, bad, time::get))
                    .withMessageContaining("readInterval " + bad);
        }
    }
}
