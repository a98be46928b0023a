package io.sluice.pipeline;

import io.sluice.pipeline.Domain.Choice;
import io.sluice.pipeline.Domain.Modes;
import io.sluice.pipeline.Domain.Numbers;
import io.sluice.pipeline.Domain.Secret;
import io.sluice.pipeline.Domain.Text;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The table of all settings. Each is declared here and nowhere else: names, default, range, meaning; parsing, dump and
 * {@code docs/configuration.md} follow from it.
 */
final class Settings {
    /** Value of {@link #SPIN_NS}: as long as the threading mode says. */
    static final long SPIN_BY_MODE = -1;
    /** Value of {@link #FLUSH_AFTER_NS}: the retry time. */
    static final long FLUSH_AFTER_RETRY_TIME = 0;
    /** Default of {@link #FRAGMENT_LIMIT} unless the slice is smaller. */
    static final long FRAGMENT_LIMIT_DEFAULT = 4096;

    /** Value of {@link #COUNTERS_FILE}: a file of the engine's own choice. */
    static final String COUNTERS_FILE_AUTO = "auto";

    private static final long MICROSECOND = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);
    private static final long MOST_SLICE = 64L << 20;

    private static final List<Setting<?>> TABLE = new ArrayList<>();

    /** All settings in the order of their index. */
    static final List<Setting<?>> ALL = Collections.unmodifiableList(TABLE);

    static final Setting<Long> QPS_PER_CONNECTION = classic("qpsPerConnection", "QPS_PER_CONN", numbers(1, 32), 4,
            "queue pairs (lanes) of a connection; both ends use the smaller count");
    static final Setting<Long> WORKERS_PER_POOL = classic("workersPerPool", "WORKERS_PER_POOL", numbers(1, 8), 2,
            "post handlers");
    static final Setting<Long> SHARD_COUNT = classic("shardCount", "SHARD_COUNT", numbers(1, 64), 8,
            "shards that lanes are spread over; a shard belongs to one post handler");
    static final Setting<Long> SHARED_CQ_DEPTH = classic("sharedCqDepth", "CQ_DEPTH", numbers(1, 1 << 20), 4096,
            "work requests outstanding over all connections; at least twice qpsPerConnection");
    static final Setting<Long> MAX_WR_PER_POST = classic("maxWrPerPost", "MAX_WR_PER_POST", numbers(1, 1024), 64,
            "work requests in one post; at most maxRequests, which the default follows down");
    static final Setting<Long> MAX_REQUESTS = classic("maxRequests", "MAX_REQUESTS", numbers(1, 65536), 256,
            "transfers in flight per connection, more wait; a queue pair's send queue holds twice as many work requests");
    static final Setting<Long> BATCH_POLL_SIZE = classic("batchPollSize", "BATCH_POLL_SIZE", numbers(1, 256), 32,
            "completions taken in one poll");
    static final Setting<Long> READ_BATCH_WINDOW = classic("readBatchWindow", "READ_BATCH_WINDOW", numbers(1, 256), 8,
            "READ credit of a connection, in units of maxWrPerPost work requests");
    static final Setting<Long> SLICE_SIZE = classic("sliceSize", "SLICE_SIZE", numbers(1024, MOST_SLICE), 65536,
            "bytes of a slice where a transfer is cut into blocks");
    static final Setting<Long> FRAGMENT_LIMIT = add("fragmentLimit", Setting.classicVariable("FRAGMENT_LIMIT"),
            new Numbers(0, MOST_SLICE, "0..sliceSize"), null, "min(4096, sliceSize)",
            "a rest of at most this many bytes joins the slice before it");
    static final Setting<Long> MAX_SGE = classic("maxSge", "MAX_SGE", numbers(1, 32), 4,
            "scatter/gather entries of a work request");
    static final Setting<Long> MAX_INLINE = classic("maxInline", "MAX_INLINE", numbers(0, 1024), 64,
            "WRITEs and SENDs of at most this many bytes go inline");
    static final Setting<Long> IB_PORT = classic("ibPort", "IB_PORT", numbers(1, 255), 1, "port of the device");
    static final Setting<Long> GID_INDEX = classic("gidIndex", "GID_INDEX", numbers(-1, 255), -1,
            "entry of the port's GID table; -1: chosen by itself");
    static final Setting<Long> MTU = classic("mtu", "MTU", Choice.of(512L, 1024L, 2048L, 4096L), 4096,
            "path MTU in bytes; the port's and the peer's count where they are smaller");
    static final Setting<Long> TRAFFIC_CLASS = classic("trafficClass", "IB_TC", numbers(-1, 255), -1,
            "traffic class of packets; -1: not set");
    static final Setting<Long> RETRY_COUNT = classic("retryCount", "RETRY_CNT", numbers(0, 7), 7,
            "tries after the first when the peer does not answer");
    static final Setting<Long> NOTIF_MAX_PEERS = classic("notifMaxPeers", "NOTIF_MAX_PEERS", numbers(1, 1024), 64,
            "connections that may send notifications; further ones connect without");
    static final Setting<Long> DEST_DEVICE_AFFINITY = classic("destDeviceAffinity", "DEST_DEV_AFFINITY", numbers(0, 1),
            0, "accepted for compatibility; 1 has no effect, as an engine has one device");
    static final Setting<Long> ACK_TIMEOUT = own("ackTimeout", numbers(0, 31), 14,
            "a try waits up to 4 x 4.096 us x 2^this for an answer (14: 268 ms, nominally 67 ms); 0: for ever");
    static final Setting<Long> RNR_RETRY = own("rnrRetry", numbers(0, 7), 7,
            "tries after the first when the peer has no receive posted; 7: for ever");
    static final Setting<Long> MIN_RNR_TIMER = own("minRnrTimer", numbers(0, 31), 12,
            "code of the time that a peer waits before it tries again (12: 0.64 ms)");
    static final Setting<Long> MAX_RD_ATOMIC = own("maxRdAtomic", numbers(1, 255), 16,
            "READs that a queue pair has outstanding at once; at most what the peer answers at once");
    static final Setting<Long> SIGNAL_INTERVAL = own("signalInterval", numbers(1, 64), 1,
            "one in so many of the work requests in a post asks for a completion, and always the last; at most maxWrPerPost; 1: each does");
    static final Setting<Long> TRANSFER_SLOTS = own("transferSlots", numbers(1, 1 << 20), 4096,
            "transfers that are not released, over all connections");
    static final Setting<Long> NOTIFICATION_INBOX = own("notificationInbox", numbers(1, 65536), 1024,
            "notifications that the receiver of a connection holds unread");
    static final Setting<Long> ENTRY_POOL_BYTES = own("entryPoolBytes", numbers(64L << 10, 64L << 30), 16L << 20,
            "memory for the entries of transfers");
    static final Setting<Long> HEARTBEAT_NS = own("heartbeatNs", numbers(MILLISECOND, HOUR), SECOND,
            "between two heartbeats; three missed ones close the connection");
    static final Setting<Long> CONTROL_TIMEOUT_NS = own("controlTimeoutNs", numbers(MILLISECOND, HOUR), 5 * SECOND,
            "longest wait for a peer's answer on the control channel");
    static final Setting<Long> CONNECT_TIMEOUT_NS = own("connectTimeoutNs", numbers(MILLISECOND, HOUR), 10 * SECOND,
            "longest time that a handshake over TCP takes, at either end");
    static final Setting<Long> CLOSE_TIMEOUT_NS = own("closeTimeoutNs", numbers(MILLISECOND, HOUR), 5 * SECOND,
            "longest wait for transfers in flight when something is closed");
    static final Setting<Long> FLUSH_AFTER_NS = own("flushAfterNs", numbers(0, 24 * HOUR), FLUSH_AFTER_RETRY_TIME,
            "after a cancel or deadline, wait this long for what is outstanding, then flush the connection; 0: the retry time, (retryCount + 1) x 4 x 4.096 us x 2^ackTimeout");
    static final Setting<Long> SPIN_NS = own("spinNs", numbers(SPIN_BY_MODE, HOUR), SPIN_BY_MODE,
            "how long an idle thread spins before it parks; -1: 100 ms in DEDICATED, 1 ms in SHARED");
    static final Setting<Long> MAX_PARK_NS = own("maxParkNs", numbers(10 * MICROSECOND, 10 * SECOND),
            100 * MILLISECOND, "longest single park; timers are looked at after it");
    static final Setting<String> DEVICE = own("device", Text.device(), "soft",
            "`soft`, the name of an RDMA device, or `auto`: the first RDMA device with an active port, else `soft`");
    static final Setting<String> AGENT_NAME = add("agentName", Setting.variableOf("agentName"), Text.agentName(), null,
            "host-pid-number", "name that peers see; the default differs for each configuration built");
    static final Setting<String> BIND_ADDRESS = own("bindAddress", Text.bindAddress(), "127.0.0.1",
            "local address of the listener; a wildcard needs advertisedHost");
    static final Setting<Long> LISTEN_PORT = own("listenPort", numbers(0, 65535), 0,
            "TCP port of the listener; 0: a free one");
    static final Setting<String> ADVERTISED_HOST = own("advertisedHost", Text.advertisedHost(), null,
            "host that peers are told to dial; none: bindAddress");
    static final Setting<byte[]> SECRET = own("secret", new Secret(), null,
            "shared secret of the peers, never shown; none: peers are not authenticated");
    static final Setting<String> COUNTERS_FILE = own("countersFile", Text.countersFile(), null,
            "file that `sluice stat` and others read the engine's counters from, removed at close; `auto`: one in the user's folder for them; none: no file");
    static final Setting<ThreadingMode> THREADING_MODE = own("threadingMode", new Modes(), ThreadingMode.AUTO,
            "which threads work; AUTO: SHARED with fewer than workersPerPool + 2 cores, else DEDICATED");

    private Settings() {}

    private static Numbers numbers(final long least, final long most) {
        return new Numbers(least, most);
    }

    /** A setting whose variable had its name before there was this library. */
    private static Setting<Long> classic(final String name, final String suffix, final Domain<Long> domain,
            final long defaultValue, final String meaning) {
        return add(name, Setting.classicVariable(suffix), domain, defaultValue, domain.show(defaultValue), meaning);
    }

    private static <T> Setting<T> own(final String name, final Domain<T> domain, final T defaultValue,
            final String meaning) {
        return add(name, Setting.variableOf(name), domain, defaultValue, domain.show(defaultValue), meaning);
    }

    private static Setting<Long> own(final String name, final Domain<Long> domain, final long defaultValue,
            final String meaning) {
        return own(name, domain, Long.valueOf(defaultValue), meaning);
    }

    private static <T> Setting<T> add(final String name, final String variable, final Domain<T> domain,
            final T defaultValue, final String defaultText, final String meaning) {
        final Setting<T> setting = new Setting<>(TABLE.size(), name, variable, domain, defaultValue, defaultText,
                meaning);
        TABLE.add(setting);
        return setting;
    }
}
