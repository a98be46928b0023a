package io.sluice.verbs.soft;

import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.VerbsDevice;
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

    private final SoftDeviceConfig config;
    private final KeyTable keys;
    private final SlotTable<SoftQueuePair> queuePairs;
    private final SlotTable<SoftCompletionQueue> completionQueues;
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
        qpnSecret = random.nextInt() & QPN_MASK;
    }

    /** The one device that a process shares unless it makes its own. */
    private static final class Shared {
        private static final SoftDevice DEVICE = create(SoftDeviceConfig.builder().build());
    }

    /** @return the process's shared device, with the default configuration */
    public static SoftDevice shared() {
        return Shared.DEVICE;
    }

    /**
     * @param config limits, clock, faults
     * @return a device of its own: no queue pair of it reaches one of another device
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

    /** @return how this device behaves */
    public SoftDeviceConfig config() {
        return config;
    }

    /** @return the faults that the plan has brought about so far */
    public long faultsInjected() {
        return faultsInjected.get();
    }

    /** @return queue pairs, completion queues and memory regions that exist now: 0 when all is closed */
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
