package io.sluice.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.ClientBuilder;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.kv.GetResponse;
import io.sluice.pipeline.discovery.PeerDirectory;
import io.sluice.pipeline.discovery.PeerStore;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Entries of a {@link PeerDirectory} in etcd 3.4 or newer: an agent's key is the prefix and its name, the value is its
 * metadata, as it is.
 *
 * <p>An entry hangs on a lease that its publisher keeps alive; etcd's clock counts. A lease that ran out, an entry that
 * somebody deleted, an etcd that came back empty: the next renewal enters it again, unless another publisher has the name by
 * then. A key that somebody put under the prefix without a lease is a peer that stays.
 *
 * <p>A reader has etcd tell it of changes, and reads all entries again at each; and once a lease without being told. So it
 * survives lost connections, compactions and an etcd that was emptied.
 *
 * <p>Each call to etcd ends within the time-out; publishing makes two, renewing up to four. After a failed one the next
 * begins with a new client, so that no back-off of the old one delays it.
 */
public final class EtcdPeerStore implements PeerStore {
    private final EtcdConnection connection;
    private final String prefix;
    private final Duration lease;

    private EtcdPeerStore(final Builder builder) {
        connection = new EtcdConnection(builder.endpoints, builder.place(), builder.timeout, builder.client);
        prefix = builder.prefix;
        lease = builder.lease;
    }

    /**
     * @param endpoints of the cluster's members, such as {@code http://host:2379}; at least one
     * @throws IllegalArgumentException if one is no URL of http or https with a host and a port
     */
    public static Builder builder(final String... endpoints) {
        return new Builder(List.of(endpoints));
    }

    @Override
    public String place() {
        return connection.place();
    }

    @Override
    public Duration lease() {
        return lease;
    }

    @Override
    public Duration readInterval() {
        return lease;
    }

    @Override
    public Entry publish(final String agentName, final String metadata) throws IOException {
        final EtcdEntry entry = new EtcdEntry(connection, agentName, keyOf(agentName), bytes(metadata),
                lease.toSeconds());
        entry.enter();
        return entry;
    }

    @Override
    public Contents read(final String agentName) throws IOException {
        final ByteSequence key = keyOf(agentName);
        return contents(connection.call("look up agent " + agentName, client -> client.getKVClient().get(key)));
    }

    @Override
    public Reader reader(final Runnable changed) {
        return new EtcdReader(this, connection, bytes(prefix), changed);
    }

    @Override
    public void close() {
        connection.close();
    }

    Contents contents(final GetResponse response) {
        final Map<String, String> peers = new HashMap<>();
        final Map<String, String> ignored = new HashMap<>();
        for (final KeyValue each : response.getKvs()) {
            final String key = each.getKey().toString(StandardCharsets.UTF_8);
            final String value = each.getValue().toString(StandardCharsets.UTF_8);
            if (bytes(key).equals(each.getKey()) && bytes(value).equals(each.getValue())) {
                peers.put(key.substring(prefix.length()), value);
            } else {
                ignored.put(key, "is not UTF-8, or its value is not");
            }
        }
        return new Contents(peers, ignored);
    }

    private ByteSequence keyOf(final String agentName) {
        return bytes(prefix + agentName);
    }

    private static ByteSequence bytes(final String text) {
        return ByteSequence.from(text, StandardCharsets.UTF_8);
    }

    /** Settings of a store. Used by one thread. */
    public static final class Builder {
        private static final Duration LEAST_LEASE = Duration.ofSeconds(2);
        private static final Duration MOST_LEASE = Duration.ofHours(1);
        private static final Duration LEAST_TIMEOUT = Duration.ofMillis(100);
        private static final Duration MOST_TIMEOUT = Duration.ofMinutes(1);

        private final List<URI> endpoints;
        private String prefix = "/sluice/peers/";
        private Duration lease = Duration.ofSeconds(10);
        private Duration timeout = Duration.ofSeconds(5);
        private Consumer<ClientBuilder> client = _ -> {};

        private Builder(final List<String> endpoints) {
            if (endpoints.isEmpty()) {
                throw new IllegalArgumentException("no endpoint of etcd: one is needed, such as http://host:2379");
            }
            this.endpoints = endpoints.stream().map(Builder::endpoint).toList();
        }

        private static URI endpoint(final String text) {
            try {
                final URI uri = new URI(text);
                if (uri.getHost() != null && uri.getPort() > 0
                        && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                    return uri;
                }
            } catch (final URISyntaxException _) {
                // Said below.
            }
            throw new IllegalArgumentException(
                    "endpoint \"" + text + "\" is no URL of etcd, such as http://host:2379 or https://host:2379");
        }

        /**
         * @param keyPrefix of all keys, 1..200 visible ASCII characters, ending with a slash; default {@code /sluice/peers/}.
         *                  Directories see each other's agents if they have the same one
         */
        public Builder prefix(final String keyPrefix) {
            if (!keyPrefix.matches("[!-~]{0,199}/")) {
                throw new IllegalArgumentException(
                        "prefix \"" + keyPrefix + "\" is not 1..200 visible ASCII characters, the last a slash");
            }
            prefix = keyPrefix;
            return this;
        }

        /** @param value how long an entry outlives its publisher: whole seconds, 2 s to an hour; default 10 s */
        public Builder lease(final Duration value) {
            inRange("lease", value, LEAST_LEASE, MOST_LEASE);
            if (!value.equals(Duration.ofSeconds(value.toSeconds()))) {
                throw new IllegalArgumentException("lease " + value + " is not a number of whole seconds");
            }
            lease = value;
            return this;
        }

        /** @param value the longest wait for one answer of etcd, 100 ms to a minute; default 5 s */
        public Builder timeout(final Duration value) {
            inRange("timeout", value, LEAST_TIMEOUT, MOST_TIMEOUT);
            timeout = value;
            return this;
        }

        /**
         * @param settings sets what else jetcd's client needs: user and password, TLS ({@code sslContext}). Called for each
         *                 new client, on any thread
         */
        public Builder client(final Consumer<ClientBuilder> settings) {
            client = Objects.requireNonNull(settings, "settings");
            return this;
        }

        /** @return a store that has not connected yet; closed by the directory it is given to */
        public EtcdPeerStore build() {
            return new EtcdPeerStore(this);
        }

        private String place() {
            return endpoints.stream().map(URI::toString)
                    .collect(Collectors.joining(", ", "etcd at ", " under " + prefix));
        }

        private static void inRange(final String name, final Duration value, final Duration least,
                final Duration most) {
            if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
                throw new IllegalArgumentException(name + " " + value + " is not in " + least + ".." + most);
            }
        }
    }
}
