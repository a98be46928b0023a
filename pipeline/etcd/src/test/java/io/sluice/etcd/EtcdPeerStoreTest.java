package io.sluice.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.options.CompactOption;
import io.etcd.jetcd.options.LeaseOption;
import io.sluice.pipeline.discovery.PeerDirectory;
import io.sluice.pipeline.discovery.PeerDirectoryContract;
import io.sluice.pipeline.discovery.PeerRegistration;
import io.sluice.pipeline.discovery.PeerRegistration.State;
import io.sluice.pipeline.discovery.PeerStore;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories of peers in a real etcd, and what is particular to it. */
class EtcdPeerStoreTest extends PeerDirectoryContract {
    private static final String PREFIX = "/test/peers/";
    private static final Duration LEASE = Duration.ofSeconds(2);

    @TempDir
    Path temporary;

    private EtcdServer etcd;

    @BeforeEach
    void startEtcd() throws Exception {
        etcd = new EtcdServer(temporary);
        etcd.start();
    }

    @Override
    protected void endPlace() {
        if (etcd != null) {
            etcd.close();
        }
    }

    @Override
    protected PeerStore store() {
        return EtcdPeerStore.builder(etcd.endpoint()).prefix(PREFIX).lease(LEASE).timeout(Duration.ofSeconds(20))
                .build();
    }

    @Override
    protected void wipe(final String agentName) throws Exception {
        operator(client -> client.getKVClient().delete(key(agentName)));
    }

    @Override
    protected void spoil(final String agentName) throws Exception {
        operator(client -> client.getKVClient().put(key(agentName), text("no entry")));
    }

    @Override
    protected void breakPlace() throws Exception {
        etcd.kill();
    }

    @Override
    protected void mendPlace() throws Exception {
        etcd.empty();
        etcd.start();
    }

    /** A call of somebody else's to etcd. */
    private <T> T operator(final Function<Client, CompletableFuture<T>> call) throws Exception {
        try (Client client = Client.builder().endpoints(etcd.endpoint()).build()) {
            return call.apply(client).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static ByteSequence key(final String agentName) {
        return text(PREFIX + agentName);
    }

    private static ByteSequence text(final String text) {
        return ByteSequence.from(text, StandardCharsets.UTF_8);
    }

    private KeyValue stored(final String agentName) throws Exception {
        return operator(client -> client.getKVClient().get(key(agentName))).getKvs().getFirst();
    }

    @Test
    void theEntryIsTheMetadataItselfUnderALease() throws Exception {
        directory().publish("a", METADATA);
        assertThat(stored("a").getValue()).isEqualTo(text(METADATA));
        assertThat(stored("a").getLease()).isNotZero();
    }

    @Test
    void aLostLeaseIsReplacedAndTheEntryPublishedAgain() throws Exception {
        final PeerDirectory directory = directory();
        final PeerRegistration registration = directory.publish("a", METADATA);
        final long lease = stored("a").getLease();
        operator(client -> client.getLeaseClient().revoke(lease));
        await().atMost(PATIENCE).until(() -> directory.lookup("a").isPresent());
        assertThat(registration.state()).isEqualTo(State.PUBLISHED);
        assertThat(stored("a").getLease()).isNotEqualTo(lease).isNotZero();
    }

    @Test
    void aLostLeaseIsNotReplacedIfAnotherPublisherHasTheName() throws Exception {
        final PeerRegistration earlier = directory().publish("a", METADATA);
        final long lease = stored("a").getLease();
        operator(client -> client.getLeaseClient().revoke(lease));
        operator(client -> client.getKVClient().put(key("a"), text(OTHER)));
        await().atMost(PATIENCE).until(() -> earlier.state() == State.SUPERSEDED);
        assertThat(directory().lookup("a")).contains(OTHER);
    }

    @Test
    void aSupersededPublisherLeavesNoLease() throws Exception {
        final PeerRegistration earlier = directory().publish("a", METADATA);
        final long lease = stored("a").getLease();
        directory().publish("a", OTHER);
        await().atMost(PATIENCE).until(() -> earlier.state() == State.SUPERSEDED);
        assertThat(operator(client -> client.getLeaseClient().timeToLive(lease, LeaseOption.DEFAULT)).getTTL())
                .isEqualTo(-1);
    }

    @Test
    void anEtcdThatWasKilledAndStartedAgainKeepsEntriesAndWatches() throws Exception {
        final PeerDirectory publisher = directory();
        final PeerRegistration registration = publisher.publish("a", METADATA);
        final var told = watched(directory());
        told(told, "present a " + METADATA);
        for (int round = 0; round < 2; round++) {
            etcd.kill();
            await().atMost(PATIENCE).until(() -> registration.state() == State.UNREACHABLE);
            etcd.start();
            await().atMost(PATIENCE).until(() -> registration.state() == State.PUBLISHED);
            publisher.publish("b", "host:1?" + round + "?1");
            told(told, "present b host:1?" + round + "?1");
        }
        assertThat(told.calls).isEmpty();
    }

    @Test
    void aWatchSurvivesACompactionItSleptThrough() throws Exception {
        final PeerDirectory publisher = directory();
        final var told = watched(directory());
        final PeerRegistration registration = publisher.publish("a", METADATA);
        told(told, "present a " + METADATA);
        etcd.kill();
        await().atMost(PATIENCE).until(() -> registration.state() == State.UNREACHABLE);
        etcd.start();
        // More revisions than the watch knows of, and none of them kept.
        long revision = 0;
        for (int i = 0; i < 20; i++) {
            final ByteSequence key = key("c" + i % 3);
            revision = operator(client -> client.getKVClient().put(key, text(OTHER))).getHeader().getRevision();
        }
        final long last = revision;
        operator(client -> client.getKVClient().compact(last,
                CompactOption.builder().withCompactPhysical(true).build()));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(told.present).containsOnlyKeys("a", "c0", "c1", "c2"));
        publisher.publish("d", METADATA);
        await().atMost(PATIENCE).until(() -> told.present.containsKey("d"));
    }

    @Test
    void aKeyWithoutALeaseIsAPeerThatStaysAndOtherPrefixesAreNone() throws Exception {
        operator(client -> client.getKVClient().put(key("fixed"), text(METADATA)));
        operator(client -> client.getKVClient().put(text("/test/peerss/x"), text(METADATA)));
        operator(client -> client.getKVClient().put(text(PREFIX), text(METADATA)));
        operator(client -> client.getKVClient().put(
                key("").concat(ByteSequence.from(new byte[]{ (byte) 0xff })), text(METADATA)));
        final var told = watched(directory());
        told(told, "present fixed " + METADATA);
        directory().publish("z", METADATA);
        told(told, "present z " + METADATA);
    }

    @Test
    void anEtcdThatIsNotThereFailsNamingTheEndpoints() throws Exception {
        etcd.kill();
        final String elsewhere = "http://127.0.0.2:1";
        try (PeerDirectory directory = PeerDirectory
                .over(EtcdPeerStore.builder(etcd.endpoint(), elsewhere).prefix(PREFIX).build())) {
            assertThatIOException().isThrownBy(() -> directory.publish("a", METADATA))
                    .withMessageContaining(etcd.endpoint()).withMessageContaining(elsewhere)
                    .withMessageContaining("refused");
            assertThatIOException().isThrownBy(() -> directory.lookup("a")).withMessageContaining(etcd.endpoint());
        }
    }

    @Test
    void anEtcdThatDoesNotAnswerFailsWithinTheTimeOut() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                PeerDirectory directory = PeerDirectory
                        .over(EtcdPeerStore.builder("http://127.0.0.1:" + silent.getLocalPort())
                                .timeout(Duration.ofMillis(200)).build())) {
            assertThatIOException().isThrownBy(() -> directory.lookup("a"))
                    .withMessageContaining("127.0.0.1:" + silent.getLocalPort());
        }
    }

    @Test
    void badSettingsAreRefused() {
        for (final String endpoint : List.of("", "host", "host:2379", "ftp://host:2379", "http://host", "http://:1")) {
            assertThatIllegalArgumentException().isThrownBy(() -> EtcdPeerStore.builder(endpoint))
                    .withMessageContaining("\"" + endpoint + "\"");
        }
        assertThatIllegalArgumentException().isThrownBy(EtcdPeerStore::builder).withMessageContaining("endpoint");
        final EtcdPeerStore.Builder builder = EtcdPeerStore.builder(etcd.endpoint());
        for (final Duration lease : List.of(Duration.ofSeconds(1), Duration.ofMillis(2500), Duration.ofHours(2))) {
            assertThatIllegalArgumentException().isThrownBy(() -> builder.lease(lease))
                    .withMessageContaining("lease " + lease);
        }
        for (final Duration timeout : List.of(Duration.ofMillis(99), Duration.ofMinutes(2))) {
            assertThatIllegalArgumentException().isThrownBy(() -> builder.timeout(timeout))
                    .withMessageContaining("timeout " + timeout);
        }
        for (final String prefix : List.of("", "peers", "a b/", "é/", "x".repeat(200) + "/")) {
            assertThatIllegalArgumentException().isThrownBy(() -> builder.prefix(prefix))
                    .withMessageContaining(prefix);
        }
    }
}
