package io.sluice.verbs.soft;

import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.VerbsDevice;
import io.sluice.verbs.VerbsException;
import io.sluice.verbs.soft.wire.IoLoops;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A device in software, and the fabric behind it: queue pairs of all its contexts reach one another by number. Safe for
 * use by any number of threads; there is nothing to close.
 */
public final class SoftDevice implements VerbsDevice {
    /** The kind that this device answers. */
    public static final String KIND = "soft";

    private static final int QPN_MASK = 0xff_ffff;
    /** Threads that wait for sockets: one moves some GB/s, and memory has no more than for a few. */
    private static final int MOST_LOOPS = 4;

    /** Bounds what hundreds of sockets hold in the system's memory; on loopback larger ones were not seen to be faster. */
    private static final int SEND_BUFFER_BYTES = 512 << 10;

    private final SoftDeviceConfig config;
    private final KeyTable keys;
    private final SlotTable<SoftQueuePair> queuePairs;
    private final SlotTable<SoftCompletionQueue> completionQueues;
    private final IoLoops loops;
    private final int qpnSecret;
    private final AtomicInteger queuePairsCreated = new AtomicInteger();
    private final AtomicLong registrations = new AtomicLong();
    private final AtomicLong faultsInjected = new AtomicLong();

    private SoftDevice(final SoftDeviceConfig config) {
        this.config = config;
        final SecureRandom random = new SecureRandom();
        keys = new KeyTable(config.attributes().maxMr(), random);
        queuePairs = new SlotTable<>("queue pairs", config.attributes().maxQp());
        completionQueues = new SlotTable<>("completion queues", config.attributes().maxCq());
        loops = new IoLoops(config.name(), Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, MOST_LOOPS));
        qpnSecret = random.nextInt() & QPN_MASK;
    }

    /** The one device that a process shares unless it makes its own. */
    private static final class Shared {
        private static final SoftDevice DEVICE = create(SoftDeviceConfig.builder().build());
    }

    /** {@return the process's shared device, with the default configuration} */
    public static SoftDevice shared() {
        return Shared.DEVICE;
    }

    /**
     * {@return a device of its own: no queue pair of it reaches one of another device}
     *
     * @param config limits, clock, faults
     */
    public static SoftDevice create(final SoftDeviceConfig config) {
        return new SoftDevice(Objects.requireNonNull(config, "config"));
    }

    @Override
    public String name() {
        return config.name();
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public VerbsContext open() {
        return new VerbsContext(this, new SoftContext(this));
    }

    /**
     * Gives a queue pair of this device a TCP connection as its path, in place of the device's own fabric: its peer is
     * the queue pair to which the other end is given, on a device of another process or of this one. To be called in
     * state INIT, once; both sides then go to RTR and RTS with each other's numbers and sequences, which the connection
     * verifies. One connection belongs to one queue pair.
     *
     * <p>From here on the channel is the device's: it is closed when the queue pair goes to ERR or RESET or is destroyed,
     * and when the peer breaks the protocol, closes it or dies; then sends complete with
     * {@link io.sluice.verbs.WcStatus#RETRY_EXC_ERR}. As long as any socket is attached the device has a few daemon
     * threads that wait for sockets.
     *
     * @param queuePairNumber of a queue pair of this device
     * @param connected       nothing was read from it or written to it that the other end does not expect
     * @throws IllegalArgumentException if this device has no such queue pair, or the channel is not connected
     * @throws VerbsException           (EINVAL) if the queue pair is not in INIT, or has a connection already
     * @throws IOException              if the channel fails; after any exception it is still the caller's
     */
    public void attach(final int queuePairNumber, final SocketChannel connected) throws IOException {
        final SoftQueuePair queuePair = byNumber(queuePairNumber);
        if (queuePair == null) {
            throw new IllegalArgumentException("device " + config.name() + " has no queue pair " + queuePairNumber);
        }
        if (!connected.isConnected()) {
            throw new IllegalArgumentException("channel " + connected + " is not connected");
        }
        connected.configureBlocking(false);
        // A burst of short messages is one write already, and acknowledgements must not wait.
        connected.setOption(StandardSocketOptions.TCP_NODELAY, true);
        // What waits here needs no memory of its own and is still in a cache when its turn comes; what waits in the
        // system is a copy. The receive buffer is left to the system, which sizes it by the distance of the peer.
        connected.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER_BYTES);
        queuePair.attach(connected, loops);
    }

    /** {@return how this device behaves} */
    public SoftDeviceConfig config() {
        return config;
    }

    /** {@return the faults that the plan has brought about so far} */
    public long faultsInjected() {
        return faultsInjected.get();
    }

    /** {@return queue pairs, completion queues and memory regions that exist now: 0 when all is closed} */
    public int liveObjects() {
        return queuePairs.size() + completionQueues.size() + keys.size();
    }

    @Override
    public String toString() {
        return "SoftDevice " + config.name();
    }

    KeyTable keys() {
        return keys;
    }

    SlotTable<SoftQueuePair> queuePairs() {
        return queuePairs;
    }

    SlotTable<SoftCompletionQueue> completionQueues() {
        return completionQueues;
    }

    int nextQueuePairOrdinal() {
        return queuePairsCreated.getAndIncrement();
    }

    long nextRegistration() {
        return registrations.getAndIncrement();
    }

    void countFaults(final int faults) {
        if (faults > 0) {
            faultsInjected.addAndGet(faults);
        }
    }

    int numberOf(final SoftQueuePair queuePair) {
        return (int) queuePair.ticket() & QPN_MASK ^ qpnSecret;
    }

    SoftQueuePair byNumber(final int number) {
        return number < 0 ? null : queuePairs.getByLowBits(number ^ qpnSecret, QPN_MASK);
    }
}
