package io.sluice.pipeline;

import io.sluice.pipeline.SettingValues.Origin;
import io.sluice.verbs.VerbsDevice;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/**
 * Collects an engine's settings. What is not set here is looked up when {@link #build()} is called. Each setter refuses
 * a value out of range with an {@link IllegalArgumentException} that names value and range; the accessor of the same
 * name in {@link EngineConfig} says what it means and in which unit, {@code docs/configuration.md} lists the ranges.
 * Not safe for use by several threads.
 */
public final class EngineConfigBuilder {
    private final ConfigSource source;
    private final SettingValues asked = new SettingValues();
    private EngineParts parts = EngineParts.DEFAULTS;

    EngineConfigBuilder(final ConfigSource source) {
        this.source = source;
    }

    /** @see EngineConfig#qpsPerConnection() */
    public EngineConfigBuilder qpsPerConnection(final int count) {
        return set(Settings.QPS_PER_CONNECTION, (long) count);
    }

    /** @see EngineConfig#workersPerPool() */
    public EngineConfigBuilder workersPerPool(final int count) {
        return set(Settings.WORKERS_PER_POOL, (long) count);
    }

    /** @see EngineConfig#shardCount() */
    public EngineConfigBuilder shardCount(final int count) {
        return set(Settings.SHARD_COUNT, (long) count);
    }

    /** @see EngineConfig#sharedCqDepth() */
    public EngineConfigBuilder sharedCqDepth(final int count) {
        return set(Settings.SHARED_CQ_DEPTH, (long) count);
    }

    /** @see EngineConfig#maxWrPerPost() */
    public EngineConfigBuilder maxWrPerPost(final int count) {
        return set(Settings.MAX_WR_PER_POST, (long) count);
    }

    /** @see EngineConfig#maxRequests() */
    public EngineConfigBuilder maxRequests(final int count) {
        return set(Settings.MAX_REQUESTS, (long) count);
    }

    /** @see EngineConfig#batchPollSize() */
    public EngineConfigBuilder batchPollSize(final int count) {
        return set(Settings.BATCH_POLL_SIZE, (long) count);
    }

    /** @see EngineConfig#readBatchWindow() */
    public EngineConfigBuilder readBatchWindow(final int posts) {
        return set(Settings.READ_BATCH_WINDOW, (long) posts);
    }

    /** @see EngineConfig#sliceSize() */
    public EngineConfigBuilder sliceSize(final int bytes) {
        return set(Settings.SLICE_SIZE, (long) bytes);
    }

    /** @see EngineConfig#fragmentLimit() */
    public EngineConfigBuilder fragmentLimit(final int bytes) {
        return set(Settings.FRAGMENT_LIMIT, (long) bytes);
    }

    /** @see EngineConfig#maxSge() */
    public EngineConfigBuilder maxSge(final int count) {
        return set(Settings.MAX_SGE, (long) count);
    }

    /** @see EngineConfig#maxInline() */
    public EngineConfigBuilder maxInline(final int bytes) {
        return set(Settings.MAX_INLINE, (long) bytes);
    }

    /** @see EngineConfig#ibPort() */
    public EngineConfigBuilder ibPort(final int port) {
        return set(Settings.IB_PORT, (long) port);
    }

    /** @see EngineConfig#gidIndex() */
    public EngineConfigBuilder gidIndex(final int index) {
        return set(Settings.GID_INDEX, (long) index);
    }

    /** @see EngineConfig#mtu() */
    public EngineConfigBuilder mtu(final int bytes) {
        return set(Settings.MTU, (long) bytes);
    }

    /** @see EngineConfig#trafficClass() */
    public EngineConfigBuilder trafficClass(final int value) {
        return set(Settings.TRAFFIC_CLASS, (long) value);
    }

    /** @see EngineConfig#retryCount() */
    public EngineConfigBuilder retryCount(final int count) {
        return set(Settings.RETRY_COUNT, (long) count);
    }

    /** @see EngineConfig#notifMaxPeers() */
    public EngineConfigBuilder notifMaxPeers(final int count) {
        return set(Settings.NOTIF_MAX_PEERS, (long) count);
    }

    /** @see EngineConfig#destDeviceAffinity() */
    public EngineConfigBuilder destDeviceAffinity(final int value) {
        return set(Settings.DEST_DEVICE_AFFINITY, (long) value);
    }

    /** @see EngineConfig#ackTimeout() */
    public EngineConfigBuilder ackTimeout(final int code) {
        return set(Settings.ACK_TIMEOUT, (long) code);
    }

    /** @see EngineConfig#rnrRetry() */
    public EngineConfigBuilder rnrRetry(final int count) {
        return set(Settings.RNR_RETRY, (long) count);
    }

    /** @see EngineConfig#minRnrTimer() */
    public EngineConfigBuilder minRnrTimer(final int code) {
        return set(Settings.MIN_RNR_TIMER, (long) code);
    }

    /** @see EngineConfig#maxRdAtomic() */
    public EngineConfigBuilder maxRdAtomic(final int count) {
        return set(Settings.MAX_RD_ATOMIC, (long) count);
    }

    /** @see EngineConfig#transferSlots() */
    public EngineConfigBuilder transferSlots(final int count) {
        return set(Settings.TRANSFER_SLOTS, (long) count);
    }

    /** @see EngineConfig#notificationInbox() */
    public EngineConfigBuilder notificationInbox(final int count) {
        return set(Settings.NOTIFICATION_INBOX, (long) count);
    }

    /** @see EngineConfig#entryPoolBytes() */
    public EngineConfigBuilder entryPoolBytes(final long bytes) {
        return set(Settings.ENTRY_POOL_BYTES, bytes);
    }

    /** @see EngineConfig#heartbeatNs() */
    public EngineConfigBuilder heartbeatNs(final long time) {
        return set(Settings.HEARTBEAT_NS, time);
    }

    /** @see EngineConfig#controlTimeoutNs() */
    public EngineConfigBuilder controlTimeoutNs(final long time) {
        return set(Settings.CONTROL_TIMEOUT_NS, time);
    }

    /** @see EngineConfig#connectTimeoutNs() */
    public EngineConfigBuilder connectTimeoutNs(final long time) {
        return set(Settings.CONNECT_TIMEOUT_NS, time);
    }

    /** @see EngineConfig#closeTimeoutNs() */
    public EngineConfigBuilder closeTimeoutNs(final long time) {
        return set(Settings.CLOSE_TIMEOUT_NS, time);
    }

    /** @see EngineConfig#flushAfterNs() */
    public EngineConfigBuilder flushAfterNs(final long time) {
        return set(Settings.FLUSH_AFTER_NS, time);
    }

    /** @see EngineConfig#spinNs(ThreadingMode) */
    public EngineConfigBuilder spinNs(final long time) {
        return set(Settings.SPIN_NS, time);
    }

    /** @see EngineConfig#maxParkNs() */
    public EngineConfigBuilder maxParkNs(final long time) {
        return set(Settings.MAX_PARK_NS, time);
    }

    /** @see EngineConfig#deviceName() */
    public EngineConfigBuilder deviceName(final String name) {
        return set(Settings.DEVICE, name);
    }

    /** @see EngineConfig#agentName() */
    public EngineConfigBuilder agentName(final String name) {
        return set(Settings.AGENT_NAME, name);
    }

    /** @see EngineConfig#bindAddress() */
    public EngineConfigBuilder bindAddress(final String host) {
        return set(Settings.BIND_ADDRESS, host);
    }

    /** @see EngineConfig#listenPort() */
    public EngineConfigBuilder listenPort(final int port) {
        return set(Settings.LISTEN_PORT, (long) port);
    }

    /** @see EngineConfig#advertisedHost() */
    public EngineConfigBuilder advertisedHost(final String host) {
        return set(Settings.ADVERTISED_HOST, host);
    }

    /** @see EngineConfig#countersFile() */
    public EngineConfigBuilder countersFile(final String path) {
        return set(Settings.COUNTERS_FILE, path);
    }

    /** @see EngineConfig#threadingMode() */
    public EngineConfigBuilder threadingMode(final ThreadingMode mode) {
        return set(Settings.THREADING_MODE, mode);
    }

    /**
     * @param secret 16 to 4096 bytes, copied; null: none, whatever property or environment say
     * @see EngineConfig#secret()
     */
    public EngineConfigBuilder secret(final byte[] secret) {
        return set(Settings.SECRET, secret == null ? null : secret.clone());
    }

    /** @see EngineConfig#device() */
    public EngineConfigBuilder device(final VerbsDevice device) {
        parts = parts.withDevice(device);
        return this;
    }

    /** @see EngineConfig#clock() */
    public EngineConfigBuilder clock(final NanoClock clock) {
        parts = parts.withClock(Objects.requireNonNull(clock, "clock"));
        return this;
    }

    /** @see EngineConfig#threadFactory() */
    public EngineConfigBuilder threadFactory(final ThreadFactory threadFactory) {
        parts = parts.withThreadFactory(Objects.requireNonNull(threadFactory, "threadFactory"));
        return this;
    }

    /** @see EngineConfig#errorHandler() */
    public EngineConfigBuilder errorHandler(final ErrorHandler errorHandler) {
        parts = parts.withErrorHandler(Objects.requireNonNull(errorHandler, "errorHandler"));
        return this;
    }

    /** @see EngineConfig#idleStrategy() */
    public EngineConfigBuilder idleStrategy(final Supplier<IdleStrategy> idleStrategy) {
        parts = parts.withIdleStrategy(idleStrategy);
        return this;
    }

    /** @see EngineConfig#futureExecutor() */
    public EngineConfigBuilder futureExecutor(final Executor futureExecutor) {
        parts = parts.withFutureExecutor(Objects.requireNonNull(futureExecutor, "futureExecutor"));
        return this;
    }

    /**
     * Concludes the configuration; may be called again.
     *
     * @return the values set here, over those of the system properties, the environment and the defaults
     * @throws IllegalArgumentException if the fragment limit set here is larger than the slice, or a secret found in a
     *                                  property or variable is too short or too long: peers would go unauthenticated
     */
    public EngineConfig build() {
        final SettingValues values = asked.copy();
        source.fill(values);
        concludeFragmentLimit(values);
        if (values.get(Settings.AGENT_NAME) == null) {
            values.set(Settings.AGENT_NAME, AgentNames.next(), Origin.DEFAULT);
        }
        final ThreadingMode effective = values.get(Settings.THREADING_MODE).effective(
                values.get(Settings.WORKERS_PER_POOL).intValue(), Runtime.getRuntime().availableProcessors());
        return new EngineConfig(values, parts, effective);
    }

    private void concludeFragmentLimit(final SettingValues values) {
        final long sliceSize = values.get(Settings.SLICE_SIZE);
        final Long limit = values.get(Settings.FRAGMENT_LIMIT);
        if (limit != null && limit <= sliceSize) {
            return;
        }
        final Origin origin = values.origin(Settings.FRAGMENT_LIMIT);
        if (origin == Origin.BUILDER) {
            throw new IllegalArgumentException(
                    "fragmentLimit " + limit + " is not in 0.." + sliceSize + ", the sliceSize");
        }
        if (limit != null) {
            source.warnRefused(Settings.FRAGMENT_LIMIT, origin, limit.toString(), "0.." + sliceSize + " (sliceSize)");
        }
        values.set(Settings.FRAGMENT_LIMIT, Math.min(Settings.FRAGMENT_LIMIT_DEFAULT, sliceSize), Origin.DEFAULT);
    }

    private <T> EngineConfigBuilder set(final Setting<T> setting, final T value) {
        asked.set(setting, setting.check(value), Origin.BUILDER);
        return this;
    }
}
