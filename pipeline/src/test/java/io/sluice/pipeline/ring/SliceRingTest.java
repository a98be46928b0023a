package io.sluice.pipeline.ring;

import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.EventPoller;
import org.junit.jupiter.api.Test;

class SliceRingTest {

    @Test
    void theSizeIsAPowerOfTwoOfAtLeastTwiceTheCreditsWithinBounds() {
        assertThat(SliceRing.sizeFor(1)).isEqualTo(8_192);
        assertThat(SliceRing.sizeFor(4_096)).isEqualTo(8_192);
        assertThat(SliceRing.sizeFor(4_097)).isEqualTo(16_384);
        assertThat(SliceRing.sizeFor(32_768)).isEqualTo(65_536);
        assertThat(SliceRing.sizeFor(1 << 20)).isEqualTo(65_536);
    }

    @Test
    void aClaimIsRefusedWhileAnyReaderIsBehind() throws Exception {
        final SliceRing ring = new SliceRing(4);
        final EventPoller<SliceRecord> fast = ring.newPoller();
        final EventPoller<SliceRecord> slow = ring.newPoller();
        final long high = ring.tryClaim(3);
        for (long i = high - 2; i <= high; i++) {
            ring.at(i).put(i, -i, (int) i, 1, 2, 3, 100 + i, 0);
        }
        ring.publish(high - 2, high);
        assertThat(ring.tryClaim(2)).isNegative();
        fast.poll((record, sequence, endOfBatch) -> {
            assertThat(record.wrId()).isEqualTo(100 + sequence);
            assertThat(record.localAddress()).isEqualTo(sequence);
            assertThat(record.remoteAddress()).isEqualTo(-sequence);
            assertThat(record.length()).isEqualTo((int) sequence);
            return true;
        });
        assertThat(ring.isBehind(fast)).isFalse();
        assertThat(ring.isBehind(slow)).isTrue();
        assertThat(ring.backlog()).isEqualTo(3);
        assertThat(ring.tryClaim(2)).isNegative();
        slow.poll((record, sequence, endOfBatch) -> true);
        assertThat(ring.backlog()).isZero();
        assertThat(ring.tryClaim(4)).isNotNegative();
    }

    @Test
    void aWrIdCarriesLaneSlotAndGeneration() {
        final int most = (1 << WrId.NUMBER_BITS) - 1;
        for (final int lane : new int[]{ 0, 1, 0x80000, most }) {
            for (final int slot : new int[]{ 0, 1, 0x80000, most }) {
                for (final long generation : new long[]{ 0, 1, 0xff_ffff, 0x100_0000, (1L << 43) - 1 }) {
                    final long wrId = WrId.of(lane, slot, generation);
                    assertThat(WrId.lane(wrId)).isEqualTo(lane);
                    assertThat(WrId.slot(wrId)).isEqualTo(slot);
                    assertThat(WrId.matches(wrId, generation)).isTrue();
                    assertThat(WrId.matches(wrId, generation + 1)).isFalse();
                    assertThat(WrId.matches(wrId, generation ^ 0x80_0000)).isFalse();
                }
            }
        }
    }
}
