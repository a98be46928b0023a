package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.verbs.Gid;
import io.sluice.verbs.VerbsException;
import io.sluice.verbs.soft.SoftDevice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The engine on RDMA devices, here those of the null library: which it takes, and that it works through them. */
@Timeout(120)
class RdmaEngineTest {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

    private static EngineDevice open(final EngineConfigBuilder builder) {
        return EngineDevice.open(builder.build());
    }

    private static EngineConfigBuilder on(final String name) {
        return ConfigFixture.bare().deviceName(name);
    }

    @Test
    void autoTakesTheFirstRdmaDevice() {
        try (NullDevice _ = new NullDevice("DEVICES", "2")) {
            final EngineDevice device = open(on("auto"));
            assertThat(device.device().name()).isEqualTo("null0");
            device.close();
        }
    }

    @Test
    void autoTakesTheSoftDeviceWhereNoRdmaDeviceCanBeUsed() {
        for (final String[] switches : new String[][]{ { "STATE", "1" }, { "GIDS", "fe80::1" }, { "OPEN", "13" },
            { "DEVICES", "0" }, { "DEVICES", "-1" } }) {
            try (NullDevice _ = new NullDevice(switches)) {
                final EngineDevice device = open(on("auto"));
                assertThat(device.device()).as(switches[0]).isSameAs(SoftDevice.shared());
                device.close();
            }
        }
    }

    @Test
    void aDeviceIsTakenByItsNameAndAnotherNameShowsThoseThereAre() {
        try (NullDevice _ = new NullDevice("DEVICES", "2")) {
            final EngineDevice device = open(on("null1"));
            assertThat(device.device().name()).isEqualTo("null1");
            device.close();
            assertThatIllegalArgumentException().isThrownBy(() -> open(on("mlx5_0")))
                    .withMessage("device mlx5_0 does not exist; devices here: soft, null0, null1");
        }
    }

    @Test
    void aPortThatIsDownIsRefusedWithItsState() {
        try (NullDevice _ = new NullDevice("STATE", "1")) {
            assertThatThrownBy(() -> open(on("null0"))).isInstanceOf(VerbsException.class)
                    .hasMessageContaining("port 1 of null0 is DOWN, not ACTIVE");
        }
    }

    @Test
    void theGidIsChosenOrNamedAndNeverALinkLocalOne() {
        try (NullDevice _ = new NullDevice("GIDS", "fe80::1/v1,fe80::1/v2,,2001:db8::1/v2,192.0.2.9/v2")) {
            final EngineDevice chosen = open(on("null0"));
            assertThat(chosen.gidIndex()).isEqualTo(4);
            assertThat(chosen.gid()).isEqualTo(Gid.ofIpv4(0xc000_0209));
            chosen.close();
            final EngineDevice named = open(on("null0").gidIndex(1));
            assertThat(named.gid().isLinkLocal()).isTrue();
            named.close();
            for (final int index : new int[]{ 2, 200 }) {
                assertThatIllegalArgumentException().isThrownBy(() -> open(on("null0").gidIndex(index)))
                        .withMessageContainingAll("GID " + index + " of port 1 of null0 is empty",
                                "4: ::ffff:192.0.2.9 ROCE_V2");
            }
        }
        try (NullDevice _ = new NullDevice("GIDS", "fe80::1/v1,fe80::1/v2,,127.0.0.1/v2")) {
            assertThatThrownBy(() -> open(on("null0"))).isInstanceOf(VerbsException.class)
                    .hasMessageContainingAll("port 1 of null0 has no GID to choose", "3: ::ffff:127.0.0.1 ROCE_V2");
        }
        try (NullDevice _ = new NullDevice("GIDS", "fe80::1/v2,2001:db8::7/v2")) {
            final EngineDevice ipv6 = open(on("null0"));
            assertThat(ipv6.gidIndex()).isEqualTo(1);
            ipv6.close();
        }
    }

    @Test
    void anInfinibandPortGoesByLidUnlessAGidIsNamed() {
        try (NullDevice _ = new NullDevice("INFINIBAND", "1", "GIDS", "fe80::2/ib")) {
            final EngineDevice byLid = open(on("null0"));
            assertThat(byLid.gid()).isEqualTo(Gid.ZERO);
            assertThat(byLid.port().lid()).isEqualTo(0xabcd);
            byLid.close();
            final EngineDevice byGid = open(on("null0").gidIndex(0));
            assertThat(byGid.gid().isLinkLocal()).isTrue();
            byGid.close();
        }
    }

    @Test
    void whatTheDeviceCannotHoldIsLowered() {
        try (NullDevice _ = new NullDevice("MAX_QP_WR", "64", "MAX_CQE", "100", "MAX_SGE", "1", "MAX_INLINE",
                "0", "MAX_QP", "3")) {
            final EngineDevice device = open(on("null0"));
            assertThat(device.config().maxRequests()).isEqualTo(32);
            assertThat(device.config().sharedCqDepth()).isEqualTo(100);
            assertThat(device.config().maxSge()).isEqualTo(1);
            assertThat(device.config().maxInline()).isZero();
            assertThat(device.config().qpsPerConnection()).isEqualTo(3);
            device.close();
        }
    }

    /** What the queue pair of a connection's first lane was told. */
    private static String path(final EngineConfigBuilder here, final EngineConfigBuilder there) throws Exception {
        try (TransferEngine near = TransferEngine.create(here.build());
                TransferEngine far = TransferEngine.create(there.build())) {
            return NullDevice.describe(near.connect(far).link().lanes()[0].queuePair().number());
        }
    }

    @Test
    void thePathMtuIsTheSmallestOfPortPeerAndSetting() throws Exception {
        try (NullDevice _ = new NullDevice("MTU", "5")) {
            assertThat(path(on("null0"), on("null0"))).contains(" mtu 5 ");
            assertThat(path(on("null0").mtu(2048), on("null0"))).contains(" mtu 4 ");
            assertThat(path(on("null0"), on("null0").mtu(512))).contains(" mtu 2 ");
        }
        try (NullDevice _ = new NullDevice("MTU", "3")) {
            assertThat(path(on("null0").mtu(2048), on("null0"))).contains(" mtu 3 ");
        }
    }

    @Test
    void aRocePathHasTheGidsAndTheTrafficClass() throws Exception {
        try (NullDevice _ = new NullDevice("GIDS", "fe80::1/v1,,192.0.2.9/v2")) {
            assertThat(path(on("null0").trafficClass(106), on("null0"))).contains(" dlid 0 ")
                    .endsWith(" global 1 sgid 2 hops 64 class 106 dgid 00000000000000000000ffffc0000209");
        }
    }

    @Test
    void anInfinibandPathGoesByLidAndHasAGidOnlyWhereOneIsNamed() throws Exception {
        try (NullDevice _ = new NullDevice("INFINIBAND", "1", "GIDS", "fe80::2/ib")) {
            assertThat(path(on("null0"), on("null0"))).endsWith(" dlid 0xabcd ahport 1 global 0");
            assertThat(path(on("null0").gidIndex(0), on("null0").gidIndex(0))).contains(" dlid 0xabcd ")
                    .contains(" global 1 sgid 0 ").endsWith("dgid fe800000000000000000000000000002");
        }
    }

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = "INVOKER", mode = EnumSource.Mode.EXCLUDE)
    void transfersCompleteAndMoveTheirBytes(final ThreadingMode mode) throws Exception {
        try (NullDevice _ = new NullDevice("COPY", "1");
                Arena arena = Arena.ofShared();
                TransferEngine near = TransferEngine.create(on("null0").threadingMode(mode).build());
                TransferEngine far = TransferEngine.create(on("null0").threadingMode(mode).build())) {
            assertThat(near.config().deviceName()).isEqualTo("null0");
            final int bytes = 3 << 20;
            final MemorySegment source = arena.allocate(bytes);
            final MemorySegment target = arena.allocate(bytes);
            final MemorySegment back = arena.allocate(bytes);
            for (int i = 0; i < bytes; i++) {
                source.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 + (i >> 8)));
            }
            final Connection connection = near.connect(far);
            final LocalRegion there = far.register(target);
            final RemoteRegion remote = connection.resolve(far.descriptor(there, 0, bytes));
            final LocalRegion here = near.register(source);
            final LocalRegion home = near.register(back);

            assertThat(settled(near, near.write(connection, here, 0, bytes, remote, 0)))
                    .isEqualTo(TransferState.SUCCEEDED);
            assertThat(target.mismatch(source)).isEqualTo(-1);
            assertThat(settled(near, near.read(connection, home, 0, bytes, remote, 0)))
                    .isEqualTo(TransferState.SUCCEEDED);
            assertThat(back.mismatch(source)).isEqualTo(-1);

            for (int i = 0; i < 10_000; i++) {
                assertThat(settled(near, near.write(connection, here, i, 70_000, remote, 1_000)))
                        .isEqualTo(TransferState.SUCCEEDED);
            }
            final EngineSnapshot snapshot = new EngineSnapshot();
            near.snapshot(snapshot);
            assertThat(snapshot.succeeded()).isEqualTo(10_002);
        }
    }

    @Test
    void aDeviceErrorFailsTheConnectionWithItsStatus() throws Exception {
        try (NullDevice _ = new NullDevice();
                Arena arena = Arena.ofShared();
                TransferEngine near = TransferEngine.create(on("null0").build());
                TransferEngine far = TransferEngine.create(on("null0").build())) {
            final Connection connection = near.connect(far);
            final LocalRegion there = far.register(arena.allocate(4096));
            final RemoteRegion remote = connection.resolve(far.descriptor(there, 0, 4096));
            final LocalRegion here = near.register(arena.allocate(4096));
            try (NullDevice _ = new NullDevice("STATUS", "12")) {
                final long id = near.write(connection, here, 0, 4096, remote, 0);
                assertThat(near.await(id, PATIENCE_NS)).isEqualTo(TransferState.FAILED);
                assertThat(Cause.describe(near.cause(id))).contains("RETRY_EXC_ERR");
                near.release(id);
            }
        }
    }

    private static int settled(final TransferEngine engine, final long id) throws InterruptedException {
        final int state = engine.await(id, PATIENCE_NS);
        engine.release(id);
        return state;
    }
}
