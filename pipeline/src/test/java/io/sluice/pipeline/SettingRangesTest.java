package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The published table of numbers, held against the code: name, variable, default, least, most. */
class SettingRangesTest {

    @ParameterizedTest
    @CsvSource({ "qpsPerConnection, FLAGCX_P2P_QPS_PER_CONN, 4, 1, 32",
        "workersPerPool, FLAGCX_P2P_WORKERS_PER_POOL, 2, 1, 8", "shardCount, FLAGCX_P2P_SHARD_COUNT, 8, 1, 64",
        "sharedCqDepth, FLAGCX_P2P_CQ_DEPTH, 4096, 1, 1048576",
        "maxWrPerPost, FLAGCX_P2P_MAX_WR_PER_POST, 64, 1, 1024",
        "maxRequests, FLAGCX_P2P_MAX_REQUESTS, 256, 1, 65536",
        "batchPollSize, FLAGCX_P2P_BATCH_POLL_SIZE, 32, 1, 256",
        "readBatchWindow, FLAGCX_P2P_READ_BATCH_WINDOW, 8, 1, 256",
        "sliceSize, FLAGCX_P2P_SLICE_SIZE, 65536, 1024, 67108864",
        "fragmentLimit, FLAGCX_P2P_FRAGMENT_LIMIT, 4096, 0, 65536", "maxSge, FLAGCX_P2P_MAX_SGE, 4, 1, 32",
        "maxInline, FLAGCX_P2P_MAX_INLINE, 64, 0, 1024", "ibPort, FLAGCX_P2P_IB_PORT, 1, 1, 255",
        "gidIndex, FLAGCX_P2P_GID_INDEX, -1, -1, 255", "trafficClass, FLAGCX_P2P_IB_TC, -1, -1, 255",
        "retryCount, FLAGCX_P2P_RETRY_CNT, 7, 0, 7", "notifMaxPeers, FLAGCX_P2P_NOTIF_MAX_PEERS, 64, 1, 1024",
        "destDeviceAffinity, FLAGCX_P2P_DEST_DEV_AFFINITY, 0, 0, 1", "ackTimeout, SLUICE_ACK_TIMEOUT, 14, 0, 31",
        "signalInterval, SLUICE_SIGNAL_INTERVAL, 1, 1, 64", "rnrRetry, SLUICE_RNR_RETRY, 7, 0, 7",
        "minRnrTimer, SLUICE_MIN_RNR_TIMER, 12, 0, 31",
        "maxRdAtomic, SLUICE_MAX_RD_ATOMIC, 16, 1, 255",
        "transferSlots, SLUICE_TRANSFER_SLOTS, 4096, 1, 1048576",
        "notificationInbox, SLUICE_NOTIFICATION_INBOX, 1024, 1, 65536",
        "entryPoolBytes, SLUICE_ENTRY_POOL_BYTES, 16777216, 65536, 68719476736",
        "heartbeatNs, SLUICE_HEARTBEAT_NS, 1000000000, 1000000, 3600000000000",
        "controlTimeoutNs, SLUICE_CONTROL_TIMEOUT_NS, 5000000000, 1000000, 3600000000000",
        "closeTimeoutNs, SLUICE_CLOSE_TIMEOUT_NS, 5000000000, 1000000, 3600000000000",
        "maxParkNs, SLUICE_MAX_PARK_NS, 100000000, 10000, 10000000000" })
    void aNumberHasItsDefaultAndItsLimits(final String name, final String variable, final long defaultValue,
            final long least, final long most) throws Throwable {
        assertThat(ConfigFixture.number(ConfigFixture.bare().build(), name)).isEqualTo(defaultValue);
        for (final long edge : new long[]{ least, most }) {
            assertThat(ConfigFixture.number(ConfigFixture.set(ConfigFixture.bare(), name, edge).build(), name))
                    .isEqualTo(edge);
            final ConfigFixture found = new ConfigFixture().variable(variable, Long.toString(edge));
            assertThat(ConfigFixture.number(found.build(), name)).isEqualTo(edge);
            assertThat(found.log.warnings).isEmpty();
        }
        for (final long outside : new long[]{ least - 1, most + 1 }) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ConfigFixture.set(ConfigFixture.bare(), name, outside).build())
                    .withMessageContainingAll(name, Long.toString(outside), least + "..");
            final ConfigFixture found = new ConfigFixture().variable(variable, Long.toString(outside));
            assertThat(ConfigFixture.number(found.build(), name)).isEqualTo(defaultValue);
            assertThat(found.log.warnings).singleElement().asString().contains(variable, Long.toString(outside),
                    least + "..");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 512, 1024, 2048, 4096 })
    void anMtuOfTheListIsTaken(final int mtu) {
        assertThat(ConfigFixture.bare().mtu(mtu).build().mtu()).isEqualTo(mtu);
        assertThat(new ConfigFixture().variable("FLAGCX_P2P_MTU", Integer.toString(mtu)).build().mtu()).isEqualTo(mtu);
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 256, 511, 1000, 4095, 8192 })
    void anMtuThatIsNotInTheListIsRefused(final int mtu) {
        assertThatIllegalArgumentException().isThrownBy(() -> ConfigFixture.bare().mtu(mtu))
                .withMessage("mtu " + mtu + " is not in 512, 1024, 2048, 4096");
        final ConfigFixture found = new ConfigFixture().variable("FLAGCX_P2P_MTU", Integer.toString(mtu));
        assertThat(found.build().mtu()).isEqualTo(4096);
        assertThat(found.log.warnings).hasSize(1);
    }

    @Test
    void theFragmentLimitsDefaultFollowsASmallSlice() {
        assertThat(ConfigFixture.bare().sliceSize(1024).build().fragmentLimit()).isEqualTo(1024);
        assertThat(ConfigFixture.bare().sliceSize(4095).build().fragmentLimit()).isEqualTo(4095);
        assertThat(ConfigFixture.bare().sliceSize(4097).build().fragmentLimit()).isEqualTo(4096);
    }

    @Test
    void theFragmentLimitIsHeldAgainstTheSliceWhicheverIsSetFirst() {
        assertThat(ConfigFixture.bare().fragmentLimit(70_000).sliceSize(1 << 20).build().fragmentLimit())
                .isEqualTo(70_000);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ConfigFixture.bare().fragmentLimit(2048).sliceSize(1024).build())
                .withMessageContainingAll("fragmentLimit 2048", "0..1024");
    }

    @Test
    void aFragmentLimitFoundAboveTheSliceGivesWayToItsDefault() {
        final ConfigFixture found = new ConfigFixture().variable("FLAGCX_P2P_FRAGMENT_LIMIT", "2048")
                .variable("FLAGCX_P2P_SLICE_SIZE", "1024");
        assertThat(found.build().fragmentLimit()).isEqualTo(1024);
        assertThat(found.log.warnings).singleElement().asString().contains("FLAGCX_P2P_FRAGMENT_LIMIT", "2048",
                "0..1024");
    }

    @Test
    void aSignalIntervalOfTheBuilderIsHeldAgainstThePostWhicheverIsSetFirst() {
        assertThat(ConfigFixture.bare().signalInterval(16).maxWrPerPost(16).build().signalInterval()).isEqualTo(16);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ConfigFixture.bare().signalInterval(17).maxWrPerPost(16).build())
                .withMessage("signalInterval 17 is not in 1..16, the maxWrPerPost 16 (builder)");
    }

    @Test
    void aSignalIntervalFoundAboveThePostGivesWayToItsDefault() {
        final ConfigFixture found = new ConfigFixture().variable("SLUICE_SIGNAL_INTERVAL", "17")
                .variable("FLAGCX_P2P_MAX_WR_PER_POST", "16");
        assertThat(found.build().signalInterval()).isEqualTo(1);
        assertThat(found.log.warnings).singleElement().asString().contains("SLUICE_SIGNAL_INTERVAL", "17",
                "1..16 (maxWrPerPost)");
    }
}
