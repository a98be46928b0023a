package io.sluice.pipeline;

import io.sluice.pipeline.SettingValues.Origin;
import io.sluice.verbs.DeviceAttributes;
import io.sluice.verbs.PortAttributes;

/**
 * Fits a configuration to a device.
 *
 * <p>Who gives way: a default is lowered to what was asked for elsewhere; what was asked for is lowered only to what the
 * device can do; two values asked for that contradict each other are an error, on every device. So the defaults work on
 * a device however small, and a mistake does not depend on the device at hand.
 */
final class DeviceLimits {
    private static final int WRS_PER_REQUEST = 2;
    /** All lanes' reserves together may take half of the CQ's credits. */
    private static final int CQ_ENTRIES_PER_LANE = 2;

    private final SettingValues values;
    private final ConfigLog log;

    private DeviceLimits(final SettingValues values, final ConfigLog log) {
        this.values = values;
        this.log = log;
    }

    /** @return a copy of {@code asked} within the limits */
    static SettingValues apply(final SettingValues asked, final DeviceAttributes device, final PortAttributes port,
            final ConfigLog log) {
        final DeviceLimits limits = new DeviceLimits(asked.copy(), log);
        limits.checkAddresses();
        limits.fitAskedFor();
        limits.fitQueues(device);
        limits.lower(Settings.SIGNAL_INTERVAL, limits.values.get(Settings.MAX_WR_PER_POST), "maxWrPerPost as limited");
        limits.fitRequests(device);
        limits.fitMessages(port);
        limits.fitPort(device);
        limits.noteAffinity();
        return limits.values;
    }

    private void checkAddresses() {
        if (Domain.Text.isWildcard(values.get(Settings.BIND_ADDRESS))
                && values.get(Settings.ADVERTISED_HOST) == null) {
            throw new IllegalArgumentException(values.describe(Settings.BIND_ADDRESS)
                    + " listens on all addresses, so peers cannot be told which one to dial: set advertisedHost");
        }
    }

    private void fitAskedFor() {
        defaultGivesWay(Settings.MAX_WR_PER_POST, values.get(Settings.MAX_REQUESTS),
                values.describe(Settings.MAX_REQUESTS));
        fitLanes();
    }

    private void fitLanes() {
        final long depth = values.get(Settings.SHARED_CQ_DEPTH);
        if (depth < CQ_ENTRIES_PER_LANE) {
            throw new IllegalArgumentException(values.describe(Settings.SHARED_CQ_DEPTH) + " is too small for a lane: "
                    + "a lane needs " + CQ_ENTRIES_PER_LANE + " entries");
        }
        defaultGivesWay(Settings.QPS_PER_CONNECTION, depth / CQ_ENTRIES_PER_LANE,
                "half of " + values.describe(Settings.SHARED_CQ_DEPTH));
    }

    private void fitQueues(final DeviceAttributes device) {
        lower(Settings.MAX_REQUESTS, device.maxQpWr() / WRS_PER_REQUEST,
                "half of the device's max_qp_wr, " + device.maxQpWr());
        lower(Settings.MAX_WR_PER_POST, values.get(Settings.MAX_REQUESTS), "maxRequests on this device");
        lower(Settings.SHARED_CQ_DEPTH, device.maxCqe(), "the device's max_cqe");
        lower(Settings.QPS_PER_CONNECTION, device.maxQp(), "the device's max_qp");
        fitLanes();
        needOne(Settings.MAX_REQUESTS);
        needOne(Settings.QPS_PER_CONNECTION);
    }

    private void fitRequests(final DeviceAttributes device) {
        lower(Settings.MAX_SGE, device.maxSge(), "the device's max_sge");
        needOne(Settings.MAX_SGE);
        lower(Settings.MAX_INLINE, device.maxInlineData(), "the device's largest inline data");
        lower(Settings.MAX_RD_ATOMIC, device.maxQpInitRdAtom(), "the device's max_qp_init_rd_atom");
    }

    /** The slice comes first: a rest that cannot join it becomes a slice of its own. */
    private void fitMessages(final PortAttributes port) {
        final long most = port.maxMessageSize();
        lower(Settings.SLICE_SIZE, most, "the port's max_msg_sz");
        needOne(Settings.SLICE_SIZE);
        final long sliceSize = values.get(Settings.SLICE_SIZE);
        lower(Settings.FRAGMENT_LIMIT, Math.min(sliceSize, most - sliceSize),
                "slice and rest together within the port's max_msg_sz, " + most);
    }

    private void fitPort(final DeviceAttributes device) {
        lower(Settings.IB_PORT, device.physicalPortCount(), "the device's phys_port_cnt");
        needOne(Settings.IB_PORT);
    }

    private void noteAffinity() {
        if (values.get(Settings.DEST_DEVICE_AFFINITY) != 0) {
            log.info(values.describe(Settings.DEST_DEVICE_AFFINITY)
                    + " has no effect: an engine has one device, there is none to choose");
        }
    }

    private void defaultGivesWay(final Setting<Long> setting, final long most, final String limit) {
        if (values.get(setting) <= most) {
            return;
        }
        if (values.origin(setting) != Origin.DEFAULT) {
            throw new IllegalArgumentException(
                    values.describe(setting) + " is above " + limit + ": lower the first or raise the second");
        }
        give(setting, most, limit);
    }

    private void lower(final Setting<Long> setting, final long most, final String limit) {
        if (values.get(setting) > most) {
            give(setting, most, limit);
        }
    }

    private void give(final Setting<Long> setting, final long given, final String limit) {
        final Origin origin = values.origin(setting);
        final String line = values.describe(setting) + " becomes " + given + ": " + limit;
        values.set(setting, given, origin);
        if (origin == Origin.DEFAULT) {
            log.info(line);
        } else {
            log.warn(line);
        }
    }

    private void needOne(final Setting<Long> setting) {
        if (values.get(setting) < 1) {
            throw new IllegalArgumentException(
                    "The device cannot carry an engine: it leaves " + setting.name() + " at " + values.get(setting));
        }
    }
}
