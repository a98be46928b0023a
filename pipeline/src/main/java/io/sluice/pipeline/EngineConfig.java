package io.sluice.pipeline;

import io.sluice.verbs.DeviceAttributes;
import io.sluice.verbs.PortAttributes;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.VerbsDevice;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/**
 * An engine's settings. Immutable: concluded once, by {@link EngineConfigBuilder#build()}. An engine works with a copy
 * that is limited to its device.
 *
 * <p>A value set on the builder beats the system property {@code sluice.<name>}, which beats the environment, which
 * beats the default; {@code docs/configuration.md} lists names, defaults and ranges.
 */
public final class EngineConfig {
    private static final long DEDICATED_SPIN_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SHARED_SPIN_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final SettingValues values;
    private final EngineParts parts;
    private final ThreadingMode effectiveThreadingMode;

    EngineConfig(final SettingValues values, final EngineParts parts, final ThreadingMode effectiveThreadingMode) {
        this.values = values;
        this.parts = parts;
        this.effectiveThreadingMode = effectiveThreadingMode;
    }

    /** {@return a builder over this process's system properties and environment} */
    public static EngineConfigBuilder builder() {
        return builder(System::getProperty, System::getenv);
    }

    /**
     * {@return a builder over these}
     *
     * @param properties  value of a system property, null where it is not set
     * @param environment value of a variable, null where it is not set
     */
    public static EngineConfigBuilder builder(final UnaryOperator<String> properties,
            final UnaryOperator<String> environment) {
        return new EngineConfigBuilder(new ConfigSource(properties, environment, ConfigLog.SLF4J));
    }

    /** {@return queue pairs of a connection; 1 to 32} */
    public int qpsPerConnection() {
        return number(Settings.QPS_PER_CONNECTION);
    }

    /** {@return post handlers; 1 to 8} */
    public int workersPerPool() {
        return number(Settings.WORKERS_PER_POOL);
    }

    /** {@return shards that lanes are spread over; 1 to 64} */
    public int shardCount() {
        return number(Settings.SHARD_COUNT);
    }

    /** {@return work requests outstanding over all connections; 1 to 1,048,576} */
    public int sharedCqDepth() {
        return number(Settings.SHARED_CQ_DEPTH);
    }

    /** {@return work requests in one post; 1 to 1024} */
    public int maxWrPerPost() {
        return number(Settings.MAX_WR_PER_POST);
    }

    /** {@return transfers in flight per connection; half of a queue pair's send queue; 1 to 65,536} */
    public int maxRequests() {
        return number(Settings.MAX_REQUESTS);
    }

    /** {@return completions taken in one poll; 1 to 256} */
    public int batchPollSize() {
        return number(Settings.BATCH_POLL_SIZE);
    }

    /** {@return READ credit of a connection, in units of {@link #maxWrPerPost()}; 1 to 256} */
    public int readBatchWindow() {
        return number(Settings.READ_BATCH_WINDOW);
    }

    /** {@return bytes of a slice; 1024 to 67,108,864} */
    public int sliceSize() {
        return number(Settings.SLICE_SIZE);
    }

    /** {@return bytes of the largest rest that joins the slice before it; 0 to the slice's size} */
    public int fragmentLimit() {
        return number(Settings.FRAGMENT_LIMIT);
    }

    /** {@return scatter/gather entries of a work request; 1 to 32} */
    public int maxSge() {
        return number(Settings.MAX_SGE);
    }

    /** {@return bytes up to which WRITEs and SENDs go inline; 0 to 1024} */
    public int maxInline() {
        return number(Settings.MAX_INLINE);
    }

    /** {@return port of the device, from 1; 1 to 255} */
    public int ibPort() {
        return number(Settings.IB_PORT);
    }

    /** {@return entry of the port's GID table, -1: chosen by itself; -1 to 255} */
    public int gidIndex() {
        return number(Settings.GID_INDEX);
    }

    /** {@return path MTU before port and peer limit it: 512, 1024, 2048 or 4096 bytes} */
    public int mtu() {
        return number(Settings.MTU);
    }

    /** {@return traffic class of packets, -1: not set; -1 to 255} */
    public int trafficClass() {
        return number(Settings.TRAFFIC_CLASS);
    }

    /** {@return tries after the first when the peer does not answer; 0 to 7} */
    public int retryCount() {
        return number(Settings.RETRY_COUNT);
    }

    /** {@return connections that may send notifications; 1 to 1024} */
    public int notifMaxPeers() {
        return number(Settings.NOTIF_MAX_PEERS);
    }

    /** {@return 0 or 1; no effect} */
    public int destDeviceAffinity() {
        return number(Settings.DEST_DEVICE_AFFINITY);
    }

    /** {@return code of the time-out of a try: 4.096 us times 2 to this power, 0: for ever; 0 to 31} */
    public int ackTimeout() {
        return number(Settings.ACK_TIMEOUT);
    }

    /** {@return tries after the first when the peer has no receive posted, 7: for ever; 0 to 7} */
    public int rnrRetry() {
        return number(Settings.RNR_RETRY);
    }

    /** {@return code of the time that a peer without a receive makes the sender wait; 0 to 31} */
    public int minRnrTimer() {
        return number(Settings.MIN_RNR_TIMER);
    }

    /** {@return READs outstanding at once on a queue pair; 0 after clamping where the device does none; 1 to 255} */
    public int maxRdAtomic() {
        return number(Settings.MAX_RD_ATOMIC);
    }

    /**
     * {@return how many of the work requests in one post share a completion: one in so many asks for it, and always the
     * last; 1 to 64, at most {@link #maxWrPerPost()}}
     */
    public int signalInterval() {
        return number(Settings.SIGNAL_INTERVAL);
    }

    /** {@return transfers that are not released, over all connections; 1 to 1,048,576} */
    public int transferSlots() {
        return number(Settings.TRANSFER_SLOTS);
    }

    /** {@return notifications that the receiver of a connection holds unread; 1 to 65,536} */
    public int notificationInbox() {
        return number(Settings.NOTIFICATION_INBOX);
    }

    /** {@return bytes of memory for the entries of transfers; 64 KiB to 64 GiB} */
    public long entryPoolBytes() {
        return values.get(Settings.ENTRY_POOL_BYTES);
    }

    /** {@return time between two heartbeats, ns; 1 ms to 1 h} */
    public long heartbeatNs() {
        return values.get(Settings.HEARTBEAT_NS);
    }

    /** {@return longest wait for an answer on the control channel, ns; 1 ms to 1 h} */
    public long controlTimeoutNs() {
        return values.get(Settings.CONTROL_TIMEOUT_NS);
    }

    /** {@return longest time that a handshake over TCP takes, at either end, ns; 1 ms to 1 h} */
    public long connectTimeoutNs() {
        return values.get(Settings.CONNECT_TIMEOUT_NS);
    }

    /** {@return longest wait for transfers in flight at close, ns; 1 ms to 1 h} */
    public long closeTimeoutNs() {
        return values.get(Settings.CLOSE_TIMEOUT_NS);
    }

    /** {@return longest single park, ns; timers are looked at after it; 10 us to 10 s} */
    public long maxParkNs() {
        return values.get(Settings.MAX_PARK_NS);
    }

    /** {@return time until a peer that does not answer is given up, ns; {@link Long#MAX_VALUE} where never} */
    public long retryTimeNs() {
        return new RtsAttributes(0, ackTimeout(), retryCount(), rnrRetry(), maxRdAtomic()).retryTimeNs();
    }

    /**
     * {@return time after a cancel or deadline until the connection is flushed, ns; the retry time where it is set to
     * 0}
     */
    public long flushAfterNs() {
        final long set = values.get(Settings.FLUSH_AFTER_NS);
        return set == Settings.FLUSH_AFTER_RETRY_TIME ? retryTimeNs() : set;
    }

    /**
     * {@return time that an idle thread spins before it parks, ns}
     *
     * @param effective the mode that the engine works in; AUTO stands for {@link #effectiveThreadingMode()}
     */
    public long spinNs(final ThreadingMode effective) {
        final long set = values.get(Settings.SPIN_NS);
        if (set != Settings.SPIN_BY_MODE) {
            return set;
        }
        final ThreadingMode mode = effective == ThreadingMode.AUTO ? effectiveThreadingMode : effective;
        return mode == ThreadingMode.DEDICATED ? DEDICATED_SPIN_NS : SHARED_SPIN_NS;
    }

    /**
     * {@return {@code soft}, the name of an RDMA device, or {@code auto}; not used where there is a {@link #device()}}
     */
    public String deviceName() {
        return values.get(Settings.DEVICE);
    }

    /** {@return name that peers see} */
    public String agentName() {
        return values.get(Settings.AGENT_NAME);
    }

    /** {@return local address of the listener} */
    public String bindAddress() {
        return values.get(Settings.BIND_ADDRESS);
    }

    /** {@return TCP port of the listener, 0: a free one; 0 to 65,535} */
    public int listenPort() {
        return number(Settings.LISTEN_PORT);
    }

    /** {@return host that peers are told to dial, null: the bind address} */
    public String advertisedHost() {
        return values.get(Settings.ADVERTISED_HOST);
    }

    /** {@return a copy of the shared secret, null where there is none} */
    public byte[] secret() {
        final byte[] secret = values.get(Settings.SECRET);
        return secret == null ? null : secret.clone();
    }

    /** {@return file of the engine's counters for other processes to read, {@code auto}, null: none} */
    public String countersFile() {
        return values.get(Settings.COUNTERS_FILE);
    }

    /** {@return the mode as asked for} */
    public ThreadingMode threadingMode() {
        return values.get(Settings.THREADING_MODE);
    }

    /** {@return the mode to work in, never AUTO; decided when this configuration was built} */
    public ThreadingMode effectiveThreadingMode() {
        return effectiveThreadingMode;
    }

    /** {@return the device, null: the one named {@link #deviceName()}} */
    public VerbsDevice device() {
        return parts.device();
    }

    /** {@return the clock that all time-outs go by} */
    public NanoClock clock() {
        return parts.clock();
    }

    /** {@return maker of the engine's own threads, which the engine names} */
    public ThreadFactory threadFactory() {
        return parts.threadFactory();
    }

    /** {@return told of asynchronous faults, on any thread} */
    public ErrorHandler errorHandler() {
        return parts.errorHandler();
    }

    /** {@return maker of one idle strategy a thread, null: the engine spins, then parks} */
    public Supplier<IdleStrategy> idleStrategy() {
        return parts.idleStrategy();
    }

    /** {@return where futures complete} */
    public Executor futureExecutor() {
        return parts.futureExecutor();
    }

    /**
     * What of this an engine on that device can have. Each value that is lowered is logged: WARN where it was asked
     * for, INFO where it was a default.
     *
     * @param port attributes of the port {@link #ibPortOn}
     * @return a copy within the device's limits
     * @throws IllegalArgumentException if settings that were asked for contradict each other, or the device is too
     *                                  small for any
     */
    EngineConfig clampedTo(final DeviceAttributes device, final PortAttributes port) {
        return clampedTo(device, port, ConfigLog.SLF4J);
    }

    EngineConfig clampedTo(final DeviceAttributes device, final PortAttributes port, final ConfigLog log) {
        return new EngineConfig(DeviceLimits.apply(values, device, port, log), parts, effectiveThreadingMode);
    }

    /** @return the port that {@link #clampedTo} will settle on: the one whose attributes it needs */
    int ibPortOn(final DeviceAttributes device) {
        return Math.min(ibPort(), device.physicalPortCount());
    }

    SettingValues values() {
        return values;
    }

    EngineParts parts() {
        return parts;
    }

    /** {@return the effective values with their origin, a line each; no secret} */
    public String dump() {
        return ConfigDump.of(this);
    }

    /** @return {@link #dump()} */
    @Override
    public String toString() {
        return dump();
    }

    private int number(final Setting<Long> setting) {
        return Math.toIntExact(values.get(setting));
    }
}
