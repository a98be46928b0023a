package io.sluice.verbs.soft;

import io.sluice.verbs.DeviceAttributes;
import java.util.Objects;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * How a soft device behaves: its limits, its clock, its faults. Immutable.
 *
 * <p>The limits' defaults are those of a mid-size adapter; make them small to see how a program lives with little.
 */
public final class SoftDeviceConfig {
    private final Builder values;

    private SoftDeviceConfig(final Builder values) {
        this.values = values;
    }

    /** {@return a builder with the defaults} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return the device's name} */
    public String name() {
        return values.name;
    }

    /** {@return limits as a device reports them} */
    public DeviceAttributes attributes() {
        return new DeviceAttributes(values.maxMrSize, values.maxQp, values.maxQpWr, values.maxSge, values.maxCq,
                values.maxCqe, values.maxMr, values.maxRdAtomic, values.maxRdAtomic, values.maxInlineData, 1);
    }

    /** {@return largest message, bytes} */
    public long maxMessageSize() {
        return values.maxMessageSize;
    }

    /** {@return the clock that times delays and retries} */
    public NanoClock clock() {
        return values.clock;
    }

    /** {@return the faults} */
    public FaultPlan faultPlan() {
        return values.faultPlan;
    }

    /** {@return whether work requests complete at once, unchecked, and move nothing} */
    public boolean nullMode() {
        return values.nullMode;
    }

    /** Collects values; each setter refuses what cannot work. Not safe for use by several threads. */
    public static final class Builder implements Cloneable {
        private String name = "soft";
        private long maxMrSize = Long.MAX_VALUE;
        private int maxQp = 1 << 17;
        private int maxQpWr = 1 << 16;
        private int maxSge = 32;
        private int maxCq = 1 << 16;
        private int maxCqe = 1 << 22;
        private int maxMr = KeyTable.MAX_REGIONS;
        private int maxRdAtomic = 128;
        private int maxInlineData = 1024;
        private long maxMessageSize = 1L << 30;
        private NanoClock clock = SystemNanoClock.INSTANCE;
        private FaultPlan faultPlan = FaultPlan.NONE;
        private boolean nullMode;

        private Builder() {}

        /**
         * {@return this}
         *
         * @param newName of the device
         */
        public Builder name(final String newName) {
            name = Objects.requireNonNull(newName, "name");
            return this;
        }

        /**
         * {@return this}
         *
         * @param bytes largest memory region, 1 or more
         */
        public Builder maxMrSize(final long bytes) {
            maxMrSize = inRange("maxMrSize", bytes, 1, Long.MAX_VALUE);
            return this;
        }

        /**
         * {@return this}
         *
         * @param count most queue pairs, 1 to 2^20
         */
        public Builder maxQp(final int count) {
            maxQp = (int) inRange("maxQp", count, 1, 1 << 20);
            return this;
        }

        /**
         * {@return this}
         *
         * @param count most work requests on one queue of a queue pair, 1 to 2^20
         */
        public Builder maxQpWr(final int count) {
            maxQpWr = (int) inRange("maxQpWr", count, 1, 1 << 20);
            return this;
        }

        /**
         * {@return this}
         *
         * @param count most scatter/gather entries of a work request, 1 to 64
         */
        public Builder maxSge(final int count) {
            maxSge = (int) inRange("maxSge", count, 1, 64);
            return this;
        }

        /**
         * {@return this}
         *
         * @param count most completion queues, 1 to 2^20
         */
        public Builder maxCq(final int count) {
            maxCq = (int) inRange("maxCq", count, 1, 1 << 20);
            return this;
        }

        /**
         * {@return this}
         *
         * @param count most entries of a completion queue, 1 to 2^22
         */
        public Builder maxCqe(final int count) {
            maxCqe = (int) inRange("maxCqe", count, 1, 1 << 22);
            return this;
        }

        /**
         * {@return this}
         *
         * @param count most memory regions, 1 to 2^20
         */
        public Builder maxMr(final int count) {
            maxMr = (int) inRange("maxMr", count, 1, KeyTable.MAX_REGIONS);
            return this;
        }

        /**
         * {@return this}
         *
         * @param count READs outstanding at once, as initiator and as responder, 0 to 255
         */
        public Builder maxRdAtomic(final int count) {
            maxRdAtomic = (int) inRange("maxRdAtomic", count, 0, 255);
            return this;
        }

        /**
         * {@return this}
         *
         * @param bytes most inline data of a work request, 0 to 65,536
         */
        public Builder maxInlineData(final int bytes) {
            maxInlineData = (int) inRange("maxInlineData", bytes, 0, 65_536);
            return this;
        }

        /**
         * {@return this}
         *
         * @param bytes largest message, 1 to 2^31
         */
        public Builder maxMessageSize(final long bytes) {
            maxMessageSize = inRange("maxMessageSize", bytes, 1, 1L << 31);
            return this;
        }

        /**
         * {@return this}
         *
         * @param newClock that times delays and retries; monotonic
         */
        public Builder clock(final NanoClock newClock) {
            clock = Objects.requireNonNull(newClock, "clock");
            return this;
        }

        /**
         * {@return this}
         *
         * @param newFaultPlan what goes wrong
         */
        public Builder faultPlan(final FaultPlan newFaultPlan) {
            faultPlan = Objects.requireNonNull(newFaultPlan, "faultPlan");
            return this;
        }

        /**
         * {@return this}
         *
         * @param enabled true: work requests complete at once, unchecked, and move nothing; for measuring what the
         *                software above costs
         */
        public Builder nullMode(final boolean enabled) {
            nullMode = enabled;
            return this;
        }

        /** {@return the configuration} */
        public SoftDeviceConfig build() {
            try {
                return new SoftDeviceConfig((Builder) clone());
            } catch (final CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }

        private static long inRange(final String name, final long value, final long least, final long most) {
            if (value < least || value > most) {
                throw new IllegalArgumentException(name + " " + value + " is not in " + least + ".." + most);
            }
            return value;
        }
    }
}
