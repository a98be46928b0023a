package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pipeline.EnginePair.Buffers;
import io.sluice.policies.SlicePolicy;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is wrong with a call, it says so, and nothing has happened. */
class BadValuesTest {
    private static final int SIZE = 1000;

    private EnginePair pair;
    private TransferEngine near;
    private Connection connection;
    private Buffers buffers;

    @BeforeEach
    void open() {
        pair = EnginePair.open(ThreadingMode.SHARED);
        near = pair.near;
        connection = pair.connect();
        buffers = pair.buffers(connection, SIZE);
    }

    @AfterEach
    void everythingStillWorksAndNothingIsLeft() {
        assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.SUCCEEDED);
        pair.quiet();
        near.deregister(buffers.here());
        pair.close();
    }

    @Test
    void nothingMayBeNull() {
        final LocalRegion here = buffers.here();
        final RemoteRegion there = buffers.remote();
        final EntryList entries = new EntryList();
        assertThatNullPointerException().isThrownBy(() -> TransferEngine.create(null));
        assertThatNullPointerException().isThrownBy(() -> near.register((MemorySegment) null));
        assertThatNullPointerException().isThrownBy(() -> near.register((UnsafeBuffer) null, 7));
        assertThatNullPointerException().isThrownBy(() -> near.deregister(null));
        assertThatNullPointerException().isThrownBy(() -> near.descriptor(null, 0, 0));
        assertThatNullPointerException().isThrownBy(() -> near.connect((TransferEngine) null));
        assertThatNullPointerException().isThrownBy(() -> near.write(null, here, 0, 0, there, 0));
        assertThatNullPointerException().isThrownBy(() -> near.write(connection, null, 0, 0, there, 0));
        assertThatNullPointerException().isThrownBy(() -> near.read(connection, here, 0, 0, null, 0));
        assertThatNullPointerException().isThrownBy(() -> near.write(connection, null));
        assertThatNullPointerException().isThrownBy(() -> near.submit(connection, (TransferRequest) null));
        assertThatNullPointerException().isThrownBy(() -> near.submitAsync(connection, null));
        assertThatNullPointerException().isThrownBy(() -> near.batchPut(connection, null, null, null, null, null));
        assertThatNullPointerException().isThrownBy(() -> near.sendNotification(connection, null));
        assertThatNullPointerException().isThrownBy(() -> near.sendNotification(null, new byte[0]));
        assertThatNullPointerException().isThrownBy(() -> near.notifications(null, 1));
        assertThatNullPointerException().isThrownBy(() -> near.snapshot(null));
        assertThatNullPointerException().isThrownBy(() -> connection.resolve(null));
        assertThatNullPointerException().isThrownBy(() -> entries.add(null, 0, 0, there, 0));
        assertThatNullPointerException().isThrownBy(() -> entries.add(here, 0, 0, null, 0));
        assertThatNullPointerException().isThrownBy(() -> new TransferRequest().op(null));
        assertThatNullPointerException().isThrownBy(() -> new TransferRequest().entries(null));
        assertThatNullPointerException().isThrownBy(() -> Descriptor.parse(null));
        assertThatNullPointerException().isThrownBy(() -> Descriptor.parseHex(null));
        assertThatIllegalArgumentException().isThrownBy(() -> near.submit(connection, new TransferRequest()))
                .withMessageContaining("no entries");
    }

    @ParameterizedTest
    @CsvSource({ "-1, 1", "0, -1", "0, 1001", "1, 1000", "1001, 0", "9223372036854775807, 1", "1, 9223372036854775807",
        "9223372036854775807, 9223372036854775807", "-9223372036854775808, 0", "0, -9223372036854775808" })
    void aRangeThatIsNotInsideIsRefusedOnEitherSide(final long offset, final long length) {
        final LocalRegion here = buffers.here();
        final LocalRegion wide = near.register(pair.arena.allocate(SIZE * 4));
        final RemoteRegion there = buffers.remote();
        assertThatIllegalArgumentException().isThrownBy(() -> near.write(connection, here, offset, length, there, 0))
                .withMessageContaining("entry 0: local offset " + offset + " with " + length + " bytes");
        if (length >= 0 && length <= SIZE) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> near.read(connection, wide, 0, length, there, offset))
                    .withMessageContaining("entry 0: remote offset " + offset + " with " + length + " bytes");
        }
        final EntryList entries = new EntryList().add(here, 0, 1, there, 0);
        assertThatIllegalArgumentException().isThrownBy(() -> entries.add(here, offset, length, there, 0))
                .withMessageContaining("entry 1");
        assertThat(entries.size()).isEqualTo(1);
        assertThatThrownBy(() -> near.descriptor(here, offset, length)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> there.slice(offset, length)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatIllegalArgumentException().isThrownBy(() -> near.batchPut(connection, new long[]{ 0, offset },
                new long[]{ 0, 0 }, new long[]{ 1, length }, new LocalRegion[]{ here, here },
                new RemoteRegion[]{ there, there })).withMessageContaining("entry 1");
    }

    @Test
    void whatBelongsElsewhereIsRefused() {
        final Connection other = pair.connect();
        final Connection back = pair.far.connect(near);
        final LocalRegion here = buffers.here();
        final RemoteRegion there = buffers.remote();
        assertThatIllegalArgumentException().isThrownBy(() -> near.write(other, here, 0, 1, there, 0))
                .withMessageContaining("another connection");
        assertThatIllegalArgumentException().isThrownBy(() -> near.write(back, here, 0, 1, there, 0))
                .withMessageContaining("another engine");
        assertThatIllegalArgumentException().isThrownBy(() -> near.sendNotification(back, new byte[0]))
                .withMessageContaining("another engine");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> near.write(connection, buffers.there(), 0, 1, there, 0))
                .withMessageContaining("another engine");
        assertThatIllegalArgumentException().isThrownBy(() -> near.deregister(buffers.there()))
                .withMessageContaining("another engine");
        assertThatIllegalArgumentException().isThrownBy(() -> near.descriptor(buffers.there(), 0, 1));
        final EntryList entries = new EntryList().add(here, 0, 1, there, 0).add(buffers.there(), 0, 1, there, 0);
        assertThatIllegalArgumentException().isThrownBy(() -> near.write(connection, entries))
                .withMessageContaining("entry 1");
    }

    @Test
    void arraysOfABatchAreEquallyLong() {
        final LocalRegion[] here = { buffers.here() };
        final RemoteRegion[] there = { buffers.remote() };
        final long[] one = { 0 };
        final long[] two = { 0, 0 };
        assertThatIllegalArgumentException().isThrownBy(() -> near.batchPut(connection, two, one, one, here, there))
                .withMessageContaining("differ in length");
        assertThatIllegalArgumentException().isThrownBy(() -> near.batchGet(connection, one, one, two, there, here));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> near.batchGet(connection, one, one, one, there, new LocalRegion[0]));
    }

    @ParameterizedTest
    @ValueSource(longs = { -1, -6, Long.MIN_VALUE, Long.MAX_VALUE, 0, 1, 0xfffff, 1L << 20, 1L << 62, 4096,
        (1L << 20) + 5000 })
    void anIdThatWasNeverGivenIsStale(final long id) {
        assertThat(near.status(id)).isEqualTo(TransferState.STALE);
        assertThat(near.release(id)).isEqualTo(TransferState.STALE);
        assertThat(near.cause(id)).isEqualTo(Cause.NONE);
        assertThat(near.cancel(id)).isFalse();
        assertThat(near.await(id, 1)).isEqualTo(TransferState.STALE);
    }

    @Test
    void memoryThatCannotBeRegisteredIsRefusedWithTheReason() {
        assertThatIllegalArgumentException().isThrownBy(() -> near.register(MemorySegment.ofArray(new byte[10])))
                .withMessageContaining("heap");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> near.register(new UnsafeBuffer(new byte[10]), 7)).withMessageContaining("heap");
        try (Arena confined = Arena.ofConfined()) {
            assertThatIllegalArgumentException().isThrownBy(() -> near.register(confined.allocate(8)))
                    .withMessageContaining("confined");
        }
        assertThatIllegalArgumentException().isThrownBy(() -> near.register(pair.arena.allocate(8).asSlice(8)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> near.register(pair.arena.allocate(8).asReadOnly()))
                .withMessageContaining("read-only");
        assertThatIllegalArgumentException().isThrownBy(() -> near.register(pair.arena.allocate(8), 8))
                .withMessageContaining("0x8");
        assertThatIllegalArgumentException().isThrownBy(() -> near.register(pair.arena.allocate(8), 2));
        for (final long[] bad : new long[][]{ { 0, 10 }, { 4096, 0 }, { 4096, -1 }, { -8, 16 } }) {
            assertThatIllegalArgumentException().isThrownBy(() -> near.registerAddress(bad[0], bad[1], 7));
        }
        assertThat(EnginePair.snapshot(near).regions()).isEqualTo(1);
    }

    @Test
    void otherArgumentsOutOfRangeAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new TransferRequest().timeoutNs(-1))
                .withMessageContaining("-1");
        assertThatIllegalArgumentException().isThrownBy(() -> connection.resolve(0, -1)).withMessageContaining("-1");
        assertThat(connection.resolve(-8, Long.MAX_VALUE)).isNull();
        assertThat(connection.resolve(0, 0)).isNull();
        assertThatIllegalStateException().isThrownBy(near::doWork).withMessageContaining("INVOKER")
                .withMessageContaining("SHARED");
        assertThat(near.notifications((from, message) -> {}, -1)).isZero();
    }

    @Test
    void aPolicyThatCutsLongerThanTheDeviceTakesIsRefusedAtSubmit() {
        try (EnginePair small = new EnginePair.Setup().limits(d -> d.maxMessageSize(8192)).open()) {
            final Connection c = small.connect();
            final Buffers b = small.buffers(c, 20_000);
            final EntryList entries = new EntryList().add(b.here(), 0, 20_000, b.remote(), 0);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> small.near.submit(c,
                            new TransferRequest().entries(entries).policy(SlicePolicy.whole(8193))))
                    .withMessageContaining("8193").withMessageContaining("8192");
            assertThat(small.finish(small.write(c, b))).isEqualTo(TransferState.SUCCEEDED);
            assertThat(b.target().mismatch(b.source())).isEqualTo(-1);
        }
    }

    @Test
    void settingsThatContradictEachOtherAreRefusedAndNothingStaysOpen() {
        final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().build());
        final EngineConfigBuilder config = ConfigFixture.bare().device(device);
        final EngineConfig posts = config.maxRequests(4).maxWrPerPost(8).build();
        assertThatIllegalArgumentException().isThrownBy(() -> TransferEngine.create(posts))
                .withMessageContaining("maxWrPerPost").withMessageContaining("maxRequests");
        final EngineConfig lanes = ConfigFixture.bare().device(device).sharedCqDepth(4).qpsPerConnection(3).build();
        assertThatIllegalArgumentException().isThrownBy(() -> TransferEngine.create(lanes))
                .withMessageContaining("qpsPerConnection");
        final EngineConfig missing = ConfigFixture.bare().deviceName("mlx5_9").build();
        assertThatIllegalArgumentException().isThrownBy(() -> TransferEngine.create(missing))
                .withMessageContaining("mlx5_9");
        assertThat(device.liveObjects()).isZero();
    }
}
