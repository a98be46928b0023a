package io.sluice.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.agrona.ExpandableDirectByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** What can be registered, how often, and what is refused with which words. */
abstract class RegistrationContract extends DeviceContract {

    @Test
    void heapMemoryIsRefusedWithAWayOut() {
        refused(MemorySegment.ofArray(new byte[64]), "heap", "Arena.ofShared()");
    }

    @Test
    void confinedMemoryIsRefusedNamingItsAddress() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment memory = arena.allocate(64);
            refused(memory, hex(memory), "confined", "Arena.ofShared()");
        }
    }

    @Test
    void closedMemoryIsRefusedNamingItsAddress() {
        final Arena arena = Arena.ofShared();
        final MemorySegment memory = arena.allocate(64);
        arena.close();
        refused(memory, hex(memory), "closed");
    }

    @Test
    void readOnlyMemoryIsRefusedForWritingAndTakenForReading() {
        final ConnectedPair pair = connected();
        final MemorySegment memory = Arena.ofAuto().allocate(64).asReadOnly();
        refused(memory, hex(memory), "read-only");

        try (MemoryRegion region = pair.initiator().domain().register(memory, Access.REMOTE_READ)) {
            assertThat(region.access()).isEqualTo(Access.REMOTE_READ);
        }
    }

    @Test
    void emptyMemoryIsRefusedNamingItsLength() {
        refused(Arena.ofAuto().allocate(64).asSlice(0, 0), "0 bytes", "1 to ");
    }

    @Test
    void memoryLargerThanTheDeviceAllowsIsRefusedNamingBoth() {
        final ConnectedPair pair = connected();
        final long most = pair.initiator().context().attributes().maxMrSize();
        Assumptions.assumeTrue(most > 0 && most < Long.MAX_VALUE, "any length can be registered here");
        assertThatThrownBy(() -> pair.initiator().domain().registerAddress(4096, most + 1, Access.ALL))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(Long.toString(most))
                .hasMessageContaining(Long.toString(most + 1));
    }

    @Test
    void unknownAccessFlagsAndRemoteWriteAloneAreRefused() {
        final ProtectionDomain domain = connected().initiator().domain();
        final MemorySegment memory = Arena.ofAuto().allocate(64);

        assertThatThrownBy(() -> domain.register(memory, 0x10)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0x10");
        assertThatThrownBy(() -> domain.register(memory, Access.REMOTE_WRITE))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("LOCAL_WRITE");
    }

    @Test
    void addressesThatAreNullEmptyOrWrapAroundAreRefused() {
        final ProtectionDomain domain = connected().initiator().domain();

        for (final long[] range : new long[][]{ { 0, 8 }, { 4096, 0 }, { 4096, -1 }, { -4096, 8192 } }) {
            assertThatThrownBy(() -> domain.registerAddress(range[0], range[1], Access.ALL))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(Long.toHexString(range[0]))
                    .hasMessageContaining(range[1] + " bytes");
        }
    }

    @Test
    void theSameRangeAgainIsTheSameRegionAndCounts() {
        final ConnectedPair pair = connected();
        final Buffer remote = pair.target().buffer(64);
        final MemoryRegion again = pair.target().domain().register(remote.memory().asSlice(0), Access.ALL);
        assertThat(again).isSameAs(remote.region());

        again.close();

        assertThat(again.isAlive()).isTrue();
        pair.initiator().write(1, pair.initiator().buffer(64), remote);
        assertThat(pair.sent().succeeded()).isTrue();
        remote.region().close();
        assertThat(remote.region().isAlive()).isFalse();
        remote.region().close();
        final Buffer anew = new Buffer(remote.memory(), pair.target().register(remote.memory(), Access.ALL));
        assertThat(anew.region()).isNotSameAs(remote.region());
        pair.initiator().write(2, pair.initiator().buffer(64), anew);
        assertThat(pair.sent().succeeded()).isTrue();
    }

    @Test
    void otherAccessOrRangeIsAnotherRegionAndBothWork() {
        final ConnectedPair pair = connected();
        final Buffer whole = pair.target().buffer(64);
        final Buffer readable = new Buffer(whole.memory(), pair.target().register(whole.memory(), Access.REMOTE_READ));
        final MemorySegment tail = whole.memory().asSlice(32);
        final Buffer overlapping = new Buffer(tail, pair.target().register(tail, Access.ALL));
        final Buffer local = pair.initiator().buffer(32).fill(1);
        assertThat(readable.region()).isNotSameAs(whole.region());

        pair.initiator().write(1, local, overlapping);
        assertThat(pair.sent().succeeded()).isTrue();
        whole.region().close(); // the others stay
        final Buffer back = pair.initiator().buffer(64);
        pair.initiator().read(2, back, readable);

        assertThat(pair.sent().succeeded()).isTrue();
        assertThat(back.bytes(32, 32)).isEqualTo(local.bytes());
    }

    @Test
    void memoryByAddressAloneWorksAsASegmentDoes() {
        final ConnectedPair pair = connected();
        final MemorySegment memory = Arena.ofAuto().allocate(64);
        try (MemoryRegion raw = pair.target().domain().registerAddress(memory.address(), 64, Access.ALL)) {
            final Buffer local = pair.initiator().buffer(64).fill(1);

            pair.initiator().write(1, local, new Buffer(memory, raw));

            assertThat(pair.sent().succeeded()).isTrue();
            assertThat(new Buffer(memory, raw).bytes()).isEqualTo(local.bytes());
        }
    }

    @Test
    void aDirectAgronaBufferIsRegisteredFromItsFirstToItsLastByte() {
        final ConnectedPair pair = connected();
        final ByteBuffer direct = ByteBuffer.allocateDirect(64);
        final UnsafeBuffer sliced = new UnsafeBuffer(direct, 8, 32);
        try (MemoryRegion region = pair.target().domain().register(sliced, Access.ALL);
                MemoryRegion again = pair.target().domain().register(sliced, Access.ALL)) {
            assertThat(region.address()).isEqualTo(sliced.addressOffset());
            assertThat(region.length()).isEqualTo(32);
            assertThat(again).isSameAs(region);
            final Buffer local = pair.initiator().buffer(32).fill(1);

            pair.initiator().write(1, local, new Buffer(region.memory(), region));

            assertThat(pair.sent().succeeded()).isTrue();
            final byte[] placed = new byte[32];
            sliced.getBytes(0, placed);
            assertThat(placed).isEqualTo(local.bytes());
            assertThat(direct.get(7)).isZero();
            assertThat(direct.get(40)).isZero();
        }
    }

    @Test
    void otherDirectAgronaBuffersAreRegisteredToo() {
        final ProtectionDomain domain = connected().initiator().domain();
        final ByteBuffer slice = ByteBuffer.allocateDirect(64).position(16).slice();
        final MemorySegment memory = Arena.ofAuto().allocate(64);

        try (MemoryRegion ofSlice = domain.register(new UnsafeBuffer(slice), Access.ALL);
                MemoryRegion ofAddress = domain.register(new UnsafeBuffer(memory.address(), 64), Access.ALL);
                MemoryRegion growing = domain.register(new ExpandableDirectByteBuffer(64), Access.ALL)) {
            assertThat(ofSlice.length()).isEqualTo(48);
            assertThat(ofAddress.address()).isEqualTo(memory.address());
            assertThat(growing.length()).isEqualTo(64);
        }
    }

    @Test
    void agronaBuffersThatCannotBeRegisteredAreRefusedAsSegmentsAre() {
        final ProtectionDomain domain = connected().initiator().domain();
        final UnsafeBuffer closed;
        try (Arena arena = Arena.ofShared()) {
            closed = new UnsafeBuffer(arena.allocate(64).asByteBuffer());
        }
        refused(domain, new UnsafeBuffer(new byte[64]), "heap");
        refused(domain, new UnsafeBuffer(ByteBuffer.allocate(64)), "heap");
        refused(domain, new UnsafeBuffer(ByteBuffer.allocateDirect(64).asReadOnlyBuffer()), "read-only");
        refused(domain, new UnsafeBuffer(ByteBuffer.allocateDirect(64), 0, 0), "0 bytes");
        refused(domain, closed, "closed");
        try (Arena arena = Arena.ofConfined()) {
            refused(domain, new UnsafeBuffer(arena.allocate(64).asByteBuffer()), "confined");
        }
    }

    @Test
    @SuppressWarnings("restricted")
    void aRangeKnownByAddressDoesNotHideThatItsMemoryCanClose() {
        final ProtectionDomain domain = connected().initiator().domain();
        final Arena arena = Arena.ofShared();
        final MemorySegment memory = arena.allocate(64);
        final MemorySegment unowned = MemorySegment.ofAddress(memory.address()).reinterpret(64);

        try (MemoryRegion byBuffer = domain.register(new UnsafeBuffer(memory.address(), 64), Access.ALL);
                MemoryRegion byWindow = domain.register(unowned, Access.ALL);
                MemoryRegion bySegment = domain.register(memory, Access.ALL)) {
            arena.close();

            assertThat(bySegment.isAlive()).isFalse();
            assertThat(bySegment.acquire()).isFalse();
            assertThat(byBuffer).isNotSameAs(bySegment);
            assertThat(byWindow).isNotSameAs(bySegment);
        }
    }

    @Test
    void aRangeLiesInsideOnlyIfAllOfItDoes() {
        final MemoryRegion region = connected().initiator().buffer(64).region();

        assertThat(region.contains(0, 64)).isTrue();
        assertThat(region.contains(64, 0)).isTrue();
        assertThat(region.contains(1, 64)).isFalse();
        assertThat(region.contains(-1, 1)).isFalse();
        assertThat(region.contains(0, -1)).isFalse();
        assertThat(region.contains(1, Long.MAX_VALUE)).isFalse();
        assertThat(region.contains(Long.MAX_VALUE, 1)).isFalse();
    }

    private void refused(final MemorySegment memory, final String... words) {
        final ProtectionDomain domain = connected().initiator().domain();
        assertThatThrownBy(() -> domain.register(memory, Access.ALL)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(words);
    }

    private static void refused(final ProtectionDomain domain, final UnsafeBuffer buffer, final String word) {
        assertThatThrownBy(() -> domain.register(buffer, Access.ALL)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(word);
    }

    private static String hex(final MemorySegment memory) {
        return "0x" + Long.toHexString(memory.address());
    }
}
