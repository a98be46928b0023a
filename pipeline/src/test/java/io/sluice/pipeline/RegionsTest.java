package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pipeline.EnginePair.Buffers;
import io.sluice.verbs.Access;
import io.sluice.verbs.VerbsException;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.soft.FaultPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Registering, finding, revoking. */
class RegionsTest {

    @Test
    void theSameRangeAgainIsTheSameRegionAndCounts() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            final MemorySegment memory = pair.arena.allocate(100);
            final LocalRegion first = pair.far.register(memory);
            assertThat(pair.far.register(memory)).isSameAs(first);
            assertThat(pair.far.register(memory, Access.LOCAL_WRITE)).isNotSameAs(first);
            assertThat(EnginePair.snapshot(pair.far).regions()).isEqualTo(2);
            final RemoteRegion remote = pair.remote(connection, first);
            pair.far.deregister(first);
            assertThat(first.isOpen()).isTrue();
            assertThat(remote.isOpen()).isTrue();
            pair.far.deregister(first);
            assertThat(first.isOpen()).isFalse();
            assertThat(remote.isOpen()).isFalse();
            pair.far.deregister(first);
            assertThat(EnginePair.snapshot(pair.far).regions()).isEqualTo(1);
            final LocalRegion again = pair.far.register(memory);
            assertThat(again).isNotSameAs(first);
            assertThat(pair.remote(connection, again).isOpen()).isTrue();
        }
    }

    @Test
    void aRegionInUseIsNotDeregistered() {
        final ManualClock clock = new ManualClock();
        try (EnginePair pair = new EnginePair.Setup().mode(ThreadingMode.INVOKER).clock(clock)
                .config(c -> c.qpsPerConnection(1)).faults(FaultPlan.builder(1).delayNth(0, 0, 1_000)).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final long id = pair.write(connection, buffers);
            pair.drive(5);
            assertThatThrownBy(() -> pair.near.deregister(buffers.here())).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("in use by 1 transfer");
            assertThat(buffers.here().isOpen()).isTrue();
            clock.advance(1_000);
            assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED);
            assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.SUCCEEDED);
            final CompletableFuture<Void> gone = pair.near.deregisterAsync(buffers.here());
            pair.await("deregistered", gone::isDone);
            assertThatThrownBy(() -> pair.write(connection, buffers)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("entry 0").hasMessageContaining("deregistered");
        }
    }

    /** All of one pair of regions, runs that end within chunks of entries, and at their ends. */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 63, 64, 65, 130 })
    void eachRegionOfAVectorIsInUseUntilItSettles(final int run) {
        final ManualClock clock = new ManualClock();
        try (EnginePair pair = new EnginePair.Setup().mode(ThreadingMode.INVOKER).clock(clock)
                .config(c -> c.qpsPerConnection(1)).faults(FaultPlan.builder(1).delayNth(0, 0, 1_000)).open()) {
            final Connection connection = pair.connect();
            final LocalRegion[] regions = { pair.near.register(pair.arena.allocate(8)),
                pair.near.register(pair.arena.allocate(8)) };
            final RemoteRegion remote = pair.remote(connection, pair.far.register(pair.arena.allocate(8)));
            final EntryList entries = new EntryList();
            for (int i = 0; i < 130; i++) {
                entries.add(regions[i / run % 2], 0, 8, remote, 0);
            }
            final long id = pair.near.write(connection, entries);
            pair.drive(5);
            final int used = run == 130 ? 1 : 2;
            for (int i = 0; i < used; i++) {
                final LocalRegion region = regions[i];
                assertThatThrownBy(() -> pair.near.deregister(region)).isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("in use by");
            }
            assertThat(remote.uses().inUse()).isPositive();
            clock.advance(1_000);
            assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED);
            assertThat(remote.uses().inUse()).isZero();
            assertThat(regions).allSatisfy(region -> assertThat(region.uses().inUse()).isZero());
        }
    }

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = { "SHARED", "DEDICATED" })
    void deregisteringRevokesAtThePeer(final ThreadingMode mode) {
        try (EnginePair pair = EnginePair.open(mode)) {
            final Connection connection = pair.connect();
            final Buffers stays = pair.buffers(connection, 100);
            final Buffers goes = pair.buffers(connection, 100);
            final EntryList entries = new EntryList().add(stays.here(), 0, 100, stays.remote(), 0)
                    .add(stays.here(), 0, 1, stays.remote(), 0).add(goes.here(), 0, 100, goes.remote(), 0);
            final Descriptor descriptor = pair.far.descriptor(goes.there(), 0, 100);
            pair.far.deregister(goes.there());
            assertThat(pair.near.write(connection, entries)).isEqualTo(ResultCode.NOT_FOUND);
            assertThat(entries.refusedEntry()).isEqualTo(2);
            assertThat(pair.write(connection, goes)).isEqualTo(ResultCode.NOT_FOUND);
            assertThat(connection.resolve(descriptor)).isNull();
            assertThat(connection.resolve(goes.there().address(), 100)).isNull();
            assertThat(pair.finish(pair.write(connection, stays))).isEqualTo(TransferState.SUCCEEDED);
            pair.quiet();
            pair.near.deregister(goes.here()); // what was refused holds no use
        }
    }

    @Test
    void deregisteringWaitsUntilNothingOfThePeerIsInFlight() {
        final ManualClock clock = new ManualClock();
        try (EnginePair pair = new EnginePair.Setup().mode(ThreadingMode.INVOKER).clock(clock)
                .config(c -> c.qpsPerConnection(1)).faults(FaultPlan.builder(1).delayNth(0, 0, 10_000_000)).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final long id = pair.write(connection, buffers);
            pair.drive(5);
            final CompletableFuture<Void> gone = pair.far.deregisterAsync(buffers.there());
            pair.drive(5);
            clock.advance(5_000_000);
            pair.drive(5);
            assertThat(gone).isNotDone();
            clock.advance(5_000_000);
            assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED);
            clock.advance(2_000_000);
            pair.await("deregistered", gone::isDone);
            assertThat(connection.isOpen()).isTrue();
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
        }
    }

    /** Many times: now and then the work ends just as timers are looked at anyway. */
    @Test
    void anAcknowledgementDoesNotWaitForALongPark() {
        final FaultPlan.Builder plan = FaultPlan.builder(1);
        for (int i = 0; i < 20; i++) {
            plan.delayNth(0, i, 3_000_000);
        }
        try (EnginePair pair = new EnginePair.Setup().config(c -> c.qpsPerConnection(1).spinNs(0)).faults(plan)
                .open()) {
            final Connection connection = pair.connect();
            for (int i = 0; i < 20; i++) {
                final Buffers buffers = pair.buffers(connection, 100);
                final long id = pair.write(connection, buffers);
                pair.far.deregister(buffers.there());
                assertThat(connection.isOpen()).isTrue();
                assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED);
            }
        }
    }

    @Test
    void aPeerThatNeverAcknowledgesLosesItsConnection() {
        try (EnginePair pair = new EnginePair.Setup().mode(ThreadingMode.INVOKER)
                .config(c -> c.controlTimeoutNs(20_000_000)).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final Connection back = pair.accepted();
            pair.far.deregister(buffers.there()); // the near engine is not driven meanwhile
            assertThat(back.cause()).isEqualTo(Cause.PEER_UNREACHABLE);
            assertThat(pair.far.connections()).isEmpty();
            pair.await("the near end learns of it", () -> pair.near.connections().isEmpty());
            assertThat(connection.cause()).isEqualTo(Cause.PEER_CLOSED);
        }
    }

    @Test
    void aRegionOfLaterIsResolvedAtOnce() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            for (int i = 0; i < 100; i++) {
                final LocalRegion there = pair.far.register(pair.arena.allocate(100));
                final Descriptor descriptor = pair.far.descriptor(there, 10, 80);
                final RemoteRegion remote = connection.resolve(Descriptor.parseHex(descriptor.toHex()));
                assertThat(remote).isNotNull();
                assertThat(remote.address()).isEqualTo(there.address() + 10);
                assertThat(remote.length()).isEqualTo(80);
                assertThat(connection.resolve(there.address() + 99, 1)).isNotNull();
                assertThat(connection.resolve(there.address() + 99, 2)).isNull();
            }
            assertThat(connection.regions()).hasSize(100);
        }
    }

    @Test
    void aDescriptorOfAnotherInstanceIsRefused() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final Descriptor own = pair.near.descriptor(buffers.here(), 0, 100);
            assertThatThrownBy(() -> connection.resolve(own)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(Long.toHexString(pair.near.instance()))
                    .hasMessageContaining(Long.toHexString(pair.far.instance()));
            final Descriptor classic = new Descriptor(buffers.there().address(), 100,
                    buffers.there().region().rkey(), 0, 0);
            assertThat(connection.resolve(classic)).isNotNull();
            assertThat(connection.resolve(new Descriptor(classic.address(), 100, classic.rkey() + 1, 0, 0))).isNull();
        }
    }

    @Test
    void aRegionReadOnlyHereIsWrittenFromAndNotReadInto() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final LocalRegion readOnly = pair.near.register(buffers.source().asReadOnly(), 0);
            assertThatThrownBy(() -> pair.near.read(connection, readOnly, 0, 100, buffers.remote(), 0))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("entry 0")
                    .hasMessageContaining("without Access.LOCAL_WRITE");
            final EntryList entries = new EntryList();
            entries.add(buffers.here(), 0, 8, buffers.remote(), 0);
            entries.add(readOnly, 8, 8, buffers.remote(), 8);
            assertThatThrownBy(() -> pair.near.submit(connection, new TransferRequest().op(Op.READ).entries(entries)))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("entry 1");
            assertThat(pair.finish(pair.near.write(connection, readOnly, 0, 100, buffers.remote(), 0)))
                    .isEqualTo(TransferState.SUCCEEDED);
        }
    }

    @Test
    void aRegionThatPeersMayNotTouchIsUnknownToThem() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            final LocalRegion own = pair.far.register(pair.arena.allocate(64), Access.LOCAL_WRITE);
            assertThat(connection.resolve(own.address(), 64)).isNull();
            pair.far.deregister(own);
            final LocalRegion readable = pair.far.register(pair.arena.allocate(64), Access.REMOTE_READ);
            final RemoteRegion remote = pair.remote(connection, readable);
            final LocalRegion here = pair.near.register(pair.arena.allocate(64));
            assertThat(pair.finish(pair.near.read(connection, here, 0, 64, remote, 0)))
                    .isEqualTo(TransferState.SUCCEEDED);
            final long id = pair.near.write(connection, here, 0, 64, remote, 0);
            pair.await("settles", () -> pair.near.status(id) != TransferState.IN_PROGRESS);
            assertThat(pair.near.cause(id)).isEqualTo(Cause.WORK_REQUEST | WcStatus.REM_ACCESS_ERR);
            pair.finish(id);
        }
    }

    @Test
    void memoryThatIsClosedUnderARegionIsRefused() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 64);
            final Arena own = Arena.ofShared();
            final LocalRegion here = pair.near.register(own.allocate(64));
            own.close();
            assertThat(here.isOpen()).isFalse();
            assertThatThrownBy(() -> pair.near.write(connection, here, 0, 64, buffers.remote(), 0))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("closed");
            pair.near.deregister(here);
        }
    }

    @Test
    void buffersAndRawAddressesAreRegisteredToo() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(256));
            final LocalRegion there = pair.far.register(buffer, Access.ALL);
            final MemorySegment raw = pair.arena.allocate(256).fill((byte) 9);
            final LocalRegion here = pair.near.registerAddress(raw.address(), 256, Access.LOCAL_WRITE);
            assertThat(pair.finish(pair.near.write(connection, here, 0, 256, pair.remote(connection, there), 0)))
                    .isEqualTo(TransferState.SUCCEEDED);
            assertThat(buffer.getByte(255)).isEqualTo((byte) 9);
        }
    }

    @Test
    void aRegistrationThatTheDeviceRefusesLeavesNothing() {
        try (EnginePair pair = new EnginePair.Setup().faults(FaultPlan.builder(1).refuseRegistration(0)).open()) {
            final MemorySegment memory = pair.arena.allocate(64);
            assertThatThrownBy(() -> pair.near.register(memory)).isInstanceOf(VerbsException.class);
            assertThat(EnginePair.snapshot(pair.near).regions()).isZero();
            assertThat(pair.near.register(memory).isOpen()).isTrue();
        }
    }
}
