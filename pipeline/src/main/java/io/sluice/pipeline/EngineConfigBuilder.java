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

    /**
     * Sets {@link EngineConfig#qpsPerConnection()}.
     *
     * @param count as there
     * @return this
     */
    public EngineConfigBuilder qpsPerConnection(final int count) {
        return set(Settings.QPS_PER_CONNECTION, (long) count);
    }

    /**
     * Sets {@link EngineConfig#workersPerPool()}.
     *
     * @param count as there
     * @return this
     */
    public EngineConfigBuilder workersPerPool(final int count) {
        return set(Settings.WORKERS_PER_POOL, (long) count);
    }

    /**
     * Sets {@link EngineConfig#shardCount()}.
     *
     * @param count as there
     * @return this
     */
    public EngineConfigBuilder shardCount(final int count) {
        return set(Settings.SHARD_COUNT, (long) count);
    }

    /**
     * Sets {@link EngineConfig#sharedCqDepth()}.
     *
     * @param count as there
     * @return this
     */
    public EngineConfigBuilder sharedCqDepth(final int count) {
        return set(Settings.SHARED_CQ_DEPTH, (long) count);
    }

    /**
     * Sets {@link EngineConfig#maxWrPerPost()}.
     *
     * @param count as there
     * @return this
     */
    public EngineConfigBuilder maxWrPerPost(final int count) {
        return set(Settings.MAX_WR_PER_POST, (long) count);
    }

    /**
     * Sets {@link EngineConfig#maxRequests()}.
     *
     * @param count as there
     * @return this
     */
    public EngineConfigBuilder maxRequests(final int count) {
        return set(Settings.MAX_REQUESTS, (long) count);
    }

    /**
     * Sets {@link EngineConfig#batchPollSize()}.
     *
     * @param count as there
     * @return this
     */
    public EngineConfigBuilder batchPollSize(final int count) {
        return set(Settings.BATCH_POLL_SIZE, (long) count);
    }

    /**
     * Sets {@link EngineConfig#readBatchWindow()}.
     *
     * @param posts as there
     * @return this
     */
    public EngineConfigBuilder readBatchWindow(final int posts) {
        return set(Settings.READ_BATCH_WINDOW, (long) posts);
    }

    /**
     * Sets {@link EngineConfig#sliceSize()}.
     *
     * @param bytes as there
     * @return this
     */
    public EngineConfigBuilder sliceSize(final int bytes) {
        return set(Settings.SLICE_SIZE, (long) bytes);
    }

    /**
     * Sets {@link EngineConfig#fragmentLimit()}.
     *
     * @param bytes as there
     * @return this
     */
    public EngineConfigBuilder fragmentLimit(final int bytes) {
        return set(Settings.FRAGMENT_LIMIT, (long) bytes);
    }

    /**
     * Sets {@link EngineConfig#maxSge()}.
     *
     * @param count as there
     * @return this
     */
    public EngineConfigBuilder maxSge(final int count) {
        return set(Settings.MAX_SGE, (long) count);
    }

    /**
     * Sets {@link EngineConfig#maxInline()}.
     *
     * @param bytes as there
     * @return this
     */
    public EngineConfigBuilder maxInline(final int bytes) {
        return set(Settings.MAX_INLINE, (long) bytes);
    }

    /**
     * Sets {@link EngineConfig#ibPort()}.
     *
     * @param port as there
     * @return this
     */
    public EngineConfigBuilder ibPort(final int port) {
        return set(Settings.IB_PORT, (long) port);
    }

    /**
     * Sets {@link EngineConfig#gidIndex()}.
     *
     * @param index as there
     * @return this
     */
    public EngineConfigBuilder gidIndex(final int index) {
        return set(Settings.GID_INDEX, (long) index);
    }

    /**
     * Sets {@link EngineConfig#mtu()}.
     *
     * @param bytes as there
     * @return this
     */
    public EngineConfigBuilder mtu(final int bytes) {
        return set(Settings.MTU, (long) bytes);
    }

    /**
     * Sets {@link EngineConfig#trafficClass()}.
     *
     * @param value as there
     * @return this
     */
    public EngineConfigBuilder trafficClass(final int value) {
        return set(Settings.TRAFFIC_CLASS, (long) value);
    }

    /**
     * Sets {@link EngineConfig#retryCount()}.
     *
     * @param count as there
     * @return this
     */
    public EngineConfigBuilder retryCount(final int count) {
        return set(Settings.RETRY_COUNT, (long) count);
    }

    /**
     * Sets {@link EngineConfig#notifMaxPeers()}.
     *
     * @param count as there
     * @return this
     */
    public EngineConfigBuilder notifMaxPeers(final int count) {
        return set(Settings.NOTIF_MAX_PEERS, (long) count);
    }

    /**
     * Sets {@link EngineConfig#destDeviceAffinity()}.
     *
     * @param value as there
     * @return this
     */
    public EngineConfigBuilder destDeviceAffinity(final int value) {
        return set(Settings.DEST_DEVICE_AFFINITY, (long) value);
    }

    /**
     * Sets {@link EngineConfig#ackTimeout()}.
     *
     * @param code as there
     * @return this
     */
    public EngineConfigBuilder ackTimeout(final int code) {
        return set(Settings.ACK_TIMEOUT, (long) code);
    }

    /**
     * Sets {@link EngineConfig#rnrRetry()}.
     *
     * @param count as there
     * @return this
     */
    public EngineConfigBuilder rnrRetry(final int count) {
        return set(Settings.RNR_RETRY, (long) count);
    }

    /**
     * Sets {@link EngineConfig#minRnrTimer()}.
     *
     * @param code as there
     * @return this
     */
    public EngineConfigBuilder minRnrTimer(final int code) {
        return set(Settings.MIN_RNR_TIMER, (long) code);
    }

    /**
     * Sets {@link EngineConfig#maxRdAtomic()}.
     *
     * @param count as there
     * @return this
     */
    public EngineConfigBuilder maxRdAtomic(final int count) {
        return set(Settings.MAX_RD_ATOMIC, (long) count);
    }

    /**
     * Sets {@link EngineConfig#signalInterval()}. More than one saves completions, and with them CPU time: see the guide
     * on tuning.
     *
     * @param requests as there
     * @return this
     */
    public EngineConfigBuilder signalInterval(final int requests) {
        return set(Settings.SIGNAL_INTERVAL, (long) requests);
    }

    /**
     * Sets {@link EngineConfig#transferSlots()}.
     *
     * @param count as there
     * @return this
     */
    public EngineConfigBuilder transferSlots(final int count) {
        return set(Settings.TRANSFER_SLOTS, (long) count);
    }

    /**
     * Sets {@link EngineConfig#notificationInbox()}.
     *
     * @param count as there
     * @return this
     */
    public EngineConfigBuilder notificationInbox(final int count) {
        return set(Settings.NOTIFICATION_INBOX, (long) count);
    }

    /**
     * Sets {@link EngineConfig#entryPoolBytes()}.
     *
     * @param bytes as there
     * @return this
     */
    public EngineConfigBuilder entryPoolBytes(final long bytes) {
        return set(Settings.ENTRY_POOL_BYTES, bytes);
    }

    /**
     * Sets {@link EngineConfig#heartbeatNs()}.
     *
     * @param time as there
     * @return this
     */
    public EngineConfigBuilder heartbeatNs(final long time) {
        return set(Settings.HEARTBEAT_NS, time);
    }

    /**
     * Sets {@link EngineConfig#controlTimeoutNs()}.
     *
     * @param time as there
     * @return this
     */
    public EngineConfigBuilder controlTimeoutNs(final long time) {
        return set(Settings.CONTROL_TIMEOUT_NS, time);
    }

    /**
     * Sets {@link EngineConfig#connectTimeoutNs()}.
     *
     * @param time as there
     * @return this
     */
    public EngineConfigBuilder connectTimeoutNs(final long time) {
        return set(Settings.CONNECT_TIMEOUT_NS, time);
    }

    /**
     * Sets {@link EngineConfig#closeTimeoutNs()}.
     *
     * @param time as there
     * @return this
     */
    public EngineConfigBuilder closeTimeoutNs(final long time) {
        return set(Settings.CLOSE_TIMEOUT_NS, time);
    }

    /**
     * Sets {@link EngineConfig#flushAfterNs()}.
     *
     * @param time as there
     * @return this
     */
    public EngineConfigBuilder flushAfterNs(final long time) {
        return set(Settings.FLUSH_AFTER_NS, time);
    }

    /**
     * Sets {@link EngineConfig#spinNs(ThreadingMode)}.
     *
     * @param time as there
     * @return this
     */
    public EngineConfigBuilder spinNs(final long time) {
        return set(Settings.SPIN_NS, time);
    }

    /**
     * Sets {@link EngineConfig#maxParkNs()}.
     *
     * @param time as there
     * @return this
     */
    public EngineConfigBuilder maxParkNs(final long time) {
        return set(Settings.MAX_PARK_NS, time);
    }

    /**
     * Sets {@link EngineConfig#deviceName()}.
     *
     * @param name as there
     * @return this
     */
    public EngineConfigBuilder deviceName(final String name) {
        return set(Settings.DEVICE, name);
    }

    /**
     * Sets {@link EngineConfig#agentName()}.
     *
     * @param name as there
     * @return this
     */
    public EngineConfigBuilder agentName(final String name) {
        return set(Settings.AGENT_NAME, name);
    }

    /**
     * Sets {@link EngineConfig#bindAddress()}.
     *
     * @param host as there
     * @return this
     */
    public EngineConfigBuilder bindAddress(final String host) {
        return set(Settings.BIND_ADDRESS, host);
    }

    /**
     * Sets {@link EngineConfig#listenPort()}.
     *
     * @param port as there
     * @return this
     */
    public EngineConfigBuilder listenPort(final int port) {
        return set(Settings.LISTEN_PORT, (long) port);
    }

    /**
     * Sets {@link EngineConfig#advertisedHost()}.
     *
     * @param host as there
     * @return this
     */
    public EngineConfigBuilder advertisedHost(final String host) {
        return set(Settings.ADVERTISED_HOST, host);
    }

    /**
     * Sets {@link EngineConfig#countersFile()}.
     *
     * @param path as there
     * @return this
     */
    public EngineConfigBuilder countersFile(final String path) {
        return set(Settings.COUNTERS_FILE, path);
    }

    /**
     * Sets {@link EngineConfig#threadingMode()}.
     *
     * @param mode as there
     * @return this
     */
    public EngineConfigBuilder threadingMode(final ThreadingMode mode) {
        return set(Settings.THREADING_MODE, mode);
    }

    /**
     * Sets {@link EngineConfig#secret()}.
     *
     * @param secret 16 to 4096 bytes, copied; null: none, whatever property or environment say
     * @return this
     */
    public EngineConfigBuilder secret(final byte[] secret) {
        return set(Settings.SECRET, secret == null ? null : secret.clone());
    }

    /**
     * Sets {@link EngineConfig#device()}.
     *
     * @param device as there
     * @return this
     */
    public EngineConfigBuilder device(final VerbsDevice device) {
        parts = parts.withDevice(device);
        return this;
    }

    /**
     * Sets {@link EngineConfig#clock()}.
     *
     * @param clock as there
     * @return this
     */
    public EngineConfigBuilder clock(final NanoClock clock) {
        parts = parts.withClock(Objects.requireNonNull(clock, "clock"));
        return this;
    }

    /**
     * Sets {@link EngineConfig#threadFactory()}.
     *
     * @param threadFactory as there
     * @return this
     */
    public EngineConfigBuilder threadFactory(final ThreadFactory threadFactory) {
        parts = parts.withThreadFactory(Objects.requireNonNull(threadFactory, "threadFactory"));
        return this;
    }

    /**
     * Sets {@link EngineConfig#errorHandler()}.
     *
     * @param errorHandler as there
     * @return this
     */
    public EngineConfigBuilder errorHandler(final ErrorHandler errorHandler) {
        parts = parts.withErrorHandler(Objects.requireNonNull(errorHandler, "errorHandler"));
        return this;
    }

    /**
     * Sets {@link EngineConfig#idleStrategy()}.
     *
     * @param idleStrategy as there
     * @return this
     */
    public EngineConfigBuilder idleStrategy(final Supplier<IdleStrategy> idleStrategy) {
        parts = parts.withIdleStrategy(idleStrategy);
        return this;
    }

    /**
     * Sets {@link EngineConfig#futureExecutor()}.
     *
     * @param futureExecutor as there
     * @return this
     */
    public EngineConfigBuilder futureExecutor(final Executor futureExecutor) {
        parts = parts.withFutureExecutor(Objects.requireNonNull(futureExecutor, "futureExecutor"));
        return this;
    }

    /**
     * Concludes the configuration; may be called again.
     *
     * @return the values set here, over those of the system properties, the environment and the defaults
     * @throws IllegalArgumentException if the fragment limit set here is larger than the slice, the signal interval set
     *                                  here is above what goes into a post, or a secret found in a property or variable
     *                                  is too short or too long: peers would go unauthenticated
     */
    public EngineConfig build() {
        final SettingValues values = asked.copy();
        source.fill(values);
        concludeFragmentLimit(values);
        concludeSignalInterval(values);
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

    /** One above the post would never come up: that is a mistake. */
    private void concludeSignalInterval(final SettingValues values) {
        final long interval = values.get(Settings.SIGNAL_INTERVAL);
        final long post = values.get(Settings.MAX_WR_PER_POST);
        if (interval <= post) {
            return;
        }
        final Origin origin = values.origin(Settings.SIGNAL_INTERVAL);
        if (origin == Origin.BUILDER) {
            throw new IllegalArgumentException("signalInterval " + interval + " is not in 1.." + post + ", the "
                    + values.describe(Settings.MAX_WR_PER_POST));
        }
        source.warnRefused(Settings.SIGNAL_INTERVAL, origin, Long.toString(interval), "1.." + post + " (maxWrPerPost)");
        values.set(Settings.SIGNAL_INTERVAL, Settings.SIGNAL_INTERVAL.defaultValue(), Origin.DEFAULT);
    }

    private <T> EngineConfigBuilder set(final Setting<T> setting, final T value) {
        asked.set(setting, setting.check(value), Origin.BUILDER);
        return this;
    }
}
