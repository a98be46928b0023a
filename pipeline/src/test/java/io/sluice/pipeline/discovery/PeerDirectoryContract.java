package io.sluice.pipeline.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.sluice.pipeline.discovery.PeerRegistration.State;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What holds for a directory of peers, wherever its entries are kept. */
public abstract class PeerDirectoryContract {
    protected static final String METADATA = "127.0.0.1:4711?0?4711";
    protected static final String OTHER = "[::1]:4712?0?4712";
    protected static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<PeerDirectory> directories = new ArrayList<>();

    /** @return a new store over the one place of this test, with a lease that is short, but not for a busy machine */
    protected abstract PeerStore store() throws IOException;

    /** Removes an entry as an operator would, unseen by its publisher. */
    protected abstract void wipe(String agentName) throws Exception;

    /** Puts something that is no entry where the entry of {@code agentName} would be. */
    protected abstract void spoil(String agentName) throws Exception;

    /** Makes the place unreachable. */
    protected abstract void breakPlace() throws Exception;

    /** Makes the place reachable again, with nothing in it. */
    protected abstract void mendPlace() throws Exception;

    protected final PeerDirectory directory() throws IOException {
        final PeerDirectory directory = PeerDirectory.over(store());
        directories.add(directory);
        return directory;
    }

    /** Ends what the place needed, after all directories were closed. */
    protected void endPlace() throws Exception {}

    @AfterEach
    final void closeDirectories() throws Exception {
        directories.forEach(PeerDirectory::close);
        endPlace();
    }

    @Test
    void whatIsPublishedIsFoundByOthersAndNothingElseIs() throws Exception {
        directory().publish("decode-0", METADATA);
        final PeerDirectory reader = directory();
        assertThat(reader.lookup("decode-0")).contains(METADATA);
        assertThat(reader.lookup("decode-00")).isEmpty();
        assertThat(reader.lookup("decode-")).isEmpty();
    }

    @Test
    void aClosedRegistrationIsRemovedAndStaysSo() throws Exception {
        final PeerDirectory directory = directory();
        final PeerRegistration registration = directory.publish("a", METADATA);
        assertThat(registration.state()).isEqualTo(State.PUBLISHED);
        registration.close();
        assertThat(registration.state()).isEqualTo(State.CLOSED);
        assertThat(directory.lookup("a")).isEmpty();
        registration.close();
        assertThat(directory.publish("a", OTHER).state()).isEqualTo(State.PUBLISHED);
        registration.close();
        assertThat(directory.lookup("a")).contains(OTHER);
    }

    @Test
    void aClosedDirectoryHasRemovedItsEntriesAndRefusesCalls() throws Exception {
        final PeerDirectory publisher = directory();
        final PeerRegistration registration = publisher.publish("a", METADATA);
        publisher.publish("b", METADATA);
        publisher.close();
        publisher.close();
        assertThat(registration.state()).isEqualTo(State.CLOSED);
        final PeerDirectory reader = directory();
        assertThat(reader.lookup("a")).isEmpty();
        assertThat(reader.lookup("b")).isEmpty();
        assertThatIllegalStateException().isThrownBy(() -> publisher.publish("a", METADATA));
        assertThatIllegalStateException().isThrownBy(() -> publisher.lookup("a")).withMessageContaining("closed");
        assertThatIllegalStateException().isThrownBy(() -> publisher.watch(new ToldPeers()));
    }

    @Test
    void theLaterPublisherHasTheNameAndTheEarlierOneEnds() throws Exception {
        final PeerRegistration earlier = directory().publish("a", METADATA);
        final PeerRegistration later = directory().publish("a", OTHER);
        final PeerDirectory reader = directory();
        assertThat(reader.lookup("a")).contains(OTHER);
        await().atMost(PATIENCE).until(() -> earlier.state() == State.SUPERSEDED);
        earlier.close();
        assertThat(reader.lookup("a")).contains(OTHER);
        assertThat(later.state()).isEqualTo(State.PUBLISHED);
    }

    @Test
    void ofManyPublishersOfOneNameOneRemains() throws Exception {
        final List<PeerDirectory> publishers = List.of(directory(), directory(), directory(), directory());
        final List<PeerRegistration> registrations = together(
                publishers.stream().map(publisher -> (Callable<PeerRegistration>) () -> publisher.publish("a",
                        "host:1?" + publishers.indexOf(publisher) + "?1")).toList());
        final PeerDirectory reader = directory();
        await().atMost(PATIENCE).untilAsserted(() -> {
            final List<PeerRegistration> left = registrations.stream()
                    .filter(registration -> registration.state() != State.SUPERSEDED).toList();
            assertThat(left).singleElement();
            assertThat(reader.lookup("a")).contains(left.getFirst().metadata());
        });
    }

    @Test
    void manyNamesPublishedAtOnceAreAllThere() throws Exception {
        final List<PeerDirectory> publishers = List.of(directory(), directory(), directory());
        together(IntStream.range(0, 60).mapToObj(i -> (Callable<PeerRegistration>) () -> publishers.get(i % 3)
                .publish("agent-" + i, "host:1?" + i + "?1")).toList());
        final ToldPeers told = watched(directory());
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(told.present).hasSize(60));
        IntStream.range(0, 60).forEach(
                i -> assertThat(told.present).containsEntry("agent-" + i, "host:1?" + i + "?1"));
    }

    @Test
    void aPublisherThatDiesIsGoneWhenItsLeaseIsOverAndOneThatLivesStays() throws Exception {
        final PeerDirectory reader = directory();
        final ToldPeers told = watched(reader);
        directory().publish("alive", METADATA);
        for (int round = 0; round < 2; round++) {
            try (PeerStore crashed = store()) {
                crashed.publish("dying", METADATA);
            }
            assertThat(reader.lookup("dying")).contains(METADATA);
            await().atMost(PATIENCE).until(() -> reader.lookup("dying").isEmpty());
        }
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(told.present).containsOnlyKeys("alive"));
        assertThat(told.calls).doesNotContain("gone alive");
        assertThat(reader.lookup("alive")).contains(METADATA);
    }

    @Test
    void aRestartedPublisherReplacesWhatItLeft() throws Exception {
        try (PeerStore crashed = store()) {
            crashed.publish("a", METADATA);
        }
        final PeerRegistration registration = directory().publish("a", OTHER);
        // Longer than the lease of what was left.
        try (PeerStore crashed = store()) {
            crashed.publish("clock", METADATA);
        }
        final PeerDirectory reader = directory();
        await().atMost(PATIENCE).until(() -> reader.lookup("clock").isEmpty());
        assertThat(reader.lookup("a")).contains(OTHER);
        assertThat(registration.state()).isEqualTo(State.PUBLISHED);
    }

    @Test
    void aWatchTellsWhoIsThereAndThenEachChange() throws Exception {
        final PeerDirectory publisher = directory();
        final PeerRegistration first = publisher.publish("a", METADATA);
        final ToldPeers told = watched(directory());
        told(told, "present a " + METADATA);
        publisher.publish("b", METADATA);
        told(told, "present b " + METADATA);
        publisher.publish("b", OTHER);
        told(told, "present b " + OTHER);
        first.close();
        told(told, "gone a");
        publisher.publish("a", METADATA);
        told(told, "present a " + METADATA);
        publisher.close();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(told.present).isEmpty());
        assertThat(told.calls).containsExactlyInAnyOrder("gone a", "gone b");
    }

    @Test
    void aListenerThatThrowsIsCalledAgain() throws Exception {
        final PeerDirectory directory = directory();
        final Map<String, String> seen = new ConcurrentHashMap<>();
        directory.watch(new PeerListener() {
            @Override
            public void present(final String agentName, final String metadata) {
                seen.put(agentName, metadata);
                throw new IllegalStateException("thrown by the test");
            }

            @Override
            public void gone(final String agentName) {
                seen.remove(agentName);
            }
        });
        final PeerRegistration registration = directory.publish("a", METADATA);
        await().atMost(PATIENCE).until(() -> seen.containsKey("a"));
        directory.publish("b", METADATA);
        await().atMost(PATIENCE).until(() -> seen.containsKey("b"));
        registration.close();
        await().atMost(PATIENCE).until(() -> !seen.containsKey("a"));
    }

    @Test
    void aWatchClosedByItsListenerTellsNothingMore() throws Exception {
        final PeerDirectory directory = directory();
        final CountDownLatch watching = new CountDownLatch(1);
        final ToldPeers told = new ToldPeers();
        final PeerWatch[] watch = new PeerWatch[1];
        directory.publish("a", METADATA);
        directory.publish("b", METADATA);
        watch[0] = directory.watch(new PeerListener() {
            @Override
            public void present(final String agentName, final String metadata) {
                await().atMost(PATIENCE).until(() -> watching.getCount() == 0);
                told.present(agentName, metadata);
                watch[0].close();
            }

            @Override
            public void gone(final String agentName) {
                told.gone(agentName);
            }
        });
        watching.countDown();
        final ToldPeers other = watched(directory);
        await().atMost(PATIENCE).until(() -> !told.calls.isEmpty() && other.present.size() == 2);
        directory.publish("c", METADATA);
        await().atMost(PATIENCE).until(() -> other.present.size() == 3);
        assertThat(told.calls).containsExactly("present a " + METADATA);
    }

    @Test
    void everyNameOfAnAgentIsKeptApart() throws Exception {
        final PeerDirectory publisher = directory();
        final List<String> all = List.of("plain", "Plain", "a/b", "../a", ".", "..", ".hidden", "a b",
                "a\\b:*?\"<>|", "100%", "%2f", "~", "名前", "😀", "x".repeat(255), "x".repeat(254) + "y",
                "/".repeat(255), "é".repeat(127), "a.peer");
        for (final String each : all) {
            publisher.publish(each, "host:1?" + all.indexOf(each) + "?1");
        }
        final PeerDirectory reader = directory();
        for (final String each : all) {
            assertThat(reader.lookup(each)).contains("host:1?" + all.indexOf(each) + "?1");
        }
        final ToldPeers told = watched(reader);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(told.present).containsOnlyKeys(all));
    }

    @Test
    void badNamesAndMetadataAreRefused() throws Exception {
        final PeerDirectory directory = directory();
        for (final String name : List.of("", " ", "a\nb", "x".repeat(256))) {
            assertThatIllegalArgumentException().isThrownBy(() -> directory.publish(name, METADATA))
                    .withMessageContaining("agentName");
            assertThatIllegalArgumentException().isThrownBy(() -> directory.lookup(name));
        }
        for (final String metadata : List.of("", "a b", "a\n", "host:1", "host:1?0?2")) {
            assertThatIllegalArgumentException().isThrownBy(() -> directory.publish("a", metadata));
        }
        assertThat(directory.lookup("a")).isEmpty();
    }

    @Test
    void whatIsNoEntryIsIgnoredAndAPublisherOverwritesIt() throws Exception {
        final PeerDirectory directory = directory();
        directory.publish("good", METADATA);
        spoil("spoilt");
        assertThat(directory.lookup("spoilt")).isEmpty();
        final ToldPeers told = watched(directory);
        told(told, "present good " + METADATA);
        directory.publish("spoilt", OTHER);
        told(told, "present spoilt " + OTHER);
    }

    @Test
    void anEntryThatWasRemovedByOthersIsPublishedAgain() throws Exception {
        final PeerDirectory directory = directory();
        final PeerRegistration registration = directory.publish("a", METADATA);
        wipe("a");
        await().atMost(PATIENCE).until(() -> directory.lookup("a").isPresent());
        assertThat(registration.state()).isEqualTo(State.PUBLISHED);
    }

    @Test
    void whenThePlaceIsBackEntriesAreAndTheWatchGoesOn() throws Exception {
        final PeerDirectory publisher = directory();
        final PeerRegistration registration = publisher.publish("a", METADATA);
        final PeerDirectory reader = directory();
        final ToldPeers told = watched(reader);
        told(told, "present a " + METADATA);
        breakPlace();
        await().atMost(PATIENCE).until(() -> registration.state() == State.UNREACHABLE);
        final PeerStore store = store();
        assertThatIOException().isThrownBy(() -> reader.lookup("a")).withMessageContaining(store.place());
        store.close();
        assertThat(told.present).containsOnlyKeys("a");
        mendPlace();
        await().atMost(PATIENCE).until(() -> registration.state() == State.PUBLISHED);
        assertThat(reader.lookup("a")).contains(METADATA);
        publisher.publish("b", METADATA);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(told.present).containsOnlyKeys("a", "b"));
    }

    @Test
    void aRegistrationClosedWhileThePlaceIsBrokenEnds() throws Exception {
        final PeerRegistration registration = directory().publish("a", METADATA);
        breakPlace();
        registration.close();
        assertThat(registration.state()).isEqualTo(State.CLOSED);
        mendPlace();
        assertThat(directory().lookup("a")).isEmpty();
    }

    @Test
    void aWatchBegunWhileThePlaceIsBrokenTellsWhenItIsBack() throws Exception {
        breakPlace();
        final ToldPeers told = watched(directory());
        mendPlace();
        directory().publish("a", METADATA);
        told(told, "present a " + METADATA);
    }

    protected static ToldPeers watched(final PeerDirectory directory) {
        final ToldPeers told = new ToldPeers();
        directory.watch(told);
        return told;
    }

    protected static void told(final ToldPeers told, final String call) throws InterruptedException {
        assertThat(told.calls.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)).isEqualTo(call);
    }

    /** Does all at once. */
    private static <T> List<T> together(final List<Callable<T>> calls) throws Exception {
        final List<T> results = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (final Future<T> future : threads.invokeAll(calls)) {
                results.add(future.get());
            }
        }
        return results;
    }
}
