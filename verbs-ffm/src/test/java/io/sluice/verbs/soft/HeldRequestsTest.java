package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.WrOpcode;
import io.sluice.verbs.layout.NativeMemory;
import io.sluice.verbs.layout.SendWr;
import io.sluice.verbs.layout.Sge;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** Requests held back are copies: whoever posted them may do what he likes with his own. */
class HeldRequestsTest {
    private final Arena arena = Arena.ofAuto();
    private final HeldRequests held = new HeldRequests(new QueuePairCapacity(3, 1, 3, 1, 13));

    @Test
    void aRequestIsKeptWithItsWholeList() {
        final MemorySegment wr = request(7, 0, new long[]{ 100, 200, 300 }, new int[]{ 1, 2, 3 });
        held.add(wr.address());
        wr.fill((byte) -1);

        final long copy = held.peek();
        assertThat(Request.wrId(copy)).isEqualTo(7);
        assertThat(Request.opcode(copy)).isEqualTo(WrOpcode.RDMA_WRITE);
        assertThat(Request.rkey(copy)).isEqualTo(0x55);
        assertThat(Request.remoteAddress(copy)).isEqualTo(0x1234);
        assertThat(Request.sgeCount(copy)).isEqualTo(3);
        assertThat(Request.length(copy)).isEqualTo(6);
        assertThat(Request.sgeAddress(Request.sge(copy, 2))).isEqualTo(300);
        assertThat(Request.sgeLkey(Request.sge(copy, 2))).isEqualTo(12);
    }

    @Test
    void inlineDataOfAllEntriesIsGatheredIntoOne() {
        final MemorySegment data = arena.allocate(13);
        for (int i = 0; i < 13; i++) {
            data.set(ValueLayout.JAVA_BYTE, i, (byte) (i + 1));
        }
        final MemorySegment wr = request(8, SendFlags.INLINE,
                new long[]{ data.address() + 5, data.address(), data.address() + 10 }, new int[]{ 5, 5, 3 });
        held.add(wr.address());
        data.fill((byte) 0);

        final long copy = held.peek();
        assertThat(Request.sgeCount(copy)).isEqualTo(1);
        assertThat(Request.length(copy)).isEqualTo(13);
        assertThat(NativeMemory.at(Request.sgeAddress(Request.sge(copy, 0)), 13).toArray(ValueLayout.JAVA_BYTE))
                .containsExactly(6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 11, 12, 13);
    }

    @Test
    void requestsComeOutInTheOrderInWhichTheyWentInAroundTheRing() {
        int next = 0;
        for (int i = 0; i < 20; i++) {
            held.add(request(i, 0, new long[]{ i }, new int[]{ i }).address());
            if (i >= 2) {
                assertThat(Request.wrId(held.peek())).isEqualTo(next);
                assertThat(Request.sgeAddress(Request.sge(held.peek(), 0))).isEqualTo(next);
                held.remove();
                next++;
            }
        }
        held.remove();
        assertThat(held.isEmpty()).isFalse();
        held.remove();
        assertThat(held.isEmpty()).isTrue();
    }

    @Test
    void aRequestWithoutEntriesNeedsNoList() {
        held.add(request(1, SendFlags.INLINE, new long[0], new int[0]).address());
        assertThat(Request.length(held.peek())).isZero();
        held.clear();
        assertThat(held.isEmpty()).isTrue();
    }

    private MemorySegment request(final long wrId, final int flags, final long[] addresses, final int[] lengths) {
        final MemorySegment memory = arena.allocate(SendWr.SIZE + (long) addresses.length * Sge.SIZE, 8);
        final long wr = memory.address();
        NativeMemory.putLong(wr + SendWr.WR_ID, wrId);
        NativeMemory.putLong(wr + SendWr.SG_LIST, addresses.length == 0 ? 0 : wr + SendWr.SIZE);
        NativeMemory.putInt(wr + SendWr.NUM_SGE, addresses.length);
        NativeMemory.putInt(wr + SendWr.OPCODE, WrOpcode.RDMA_WRITE);
        NativeMemory.putInt(wr + SendWr.SEND_FLAGS, flags);
        NativeMemory.putLong(wr + SendWr.REMOTE_ADDRESS, 0x1234);
        NativeMemory.putInt(wr + SendWr.RKEY, 0x55);
        for (int i = 0; i < addresses.length; i++) {
            final long sge = wr + SendWr.SIZE + (long) i * Sge.SIZE;
            NativeMemory.putLong(sge + Sge.ADDRESS, addresses[i]);
            NativeMemory.putInt(sge + Sge.LENGTH, lengths[i]);
            NativeMemory.putInt(sge + Sge.LKEY, 10 + i);
        }
        return memory;
    }
}
