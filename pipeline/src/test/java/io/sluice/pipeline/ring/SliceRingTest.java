package io.sluice.pipeline.ring;

import static org.assertj.core.api.Assertions.assertThat;

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
    void aClaimIsRefusedWhileAnyReaderIsBehind() {
        final SliceRing ring = new SliceRing(4);
        final SliceReader fast = ring.newReader();
        final SliceReader slow = ring.newReader();
        final long high = ring.tryClaim(3);
        for (long i = high - 2; i <= high; i++) {
            SliceRecord.put(ring.at(i), i, -i, (int) i, 1, 2, 3, 100 + i, 4);
        }
        ring.publish(high - 2, high);
        assertThat(ring.tryClaim(2)).isNegative();
        assertThat(fast.available(2)).isEqualTo(1);
        assertThat(fast.available(64)).isEqualTo(high);
        for (long sequence = fast.next(); sequence <= high; sequence++) {
            final long record = ring.at(sequence);
            assertThat(SliceRecord.wrId(record)).isEqualTo(100 + sequence);
            assertThat(SliceRecord.localAddress(record)).isEqualTo(sequence);
            assertThat(SliceRecord.remoteAddress(record)).isEqualTo(-sequence);
            assertThat(SliceRecord.length(record)).isEqualTo((int) sequence);
            assertThat(SliceRecord.lkey(record)).isEqualTo(1);
            assertThat(SliceRecord.rkey(record)).isEqualTo(2);
            assertThat(SliceRecord.opcode(record)).isEqualTo(3);
            assertThat(SliceRecord.handler(record)).isEqualTo(4);
        }
        fast.pass(high);
        assertThat(fast.isBehind()).isFalse();
        assertThat(slow.isBehind()).isTrue();
        assertThat(ring.backlog()).isEqualTo(3);
        assertThat(ring.tryClaim(2)).isNegative();
        slow.pass(high);
        assertThat(ring.backlog()).isZero();
        assertThat(ring.tryClaim(4)).isNotNegative();
    }

    @Test
    void aReaderSeesNothingBehindARecordThatIsNotPublished() {
        final SliceRing ring = new SliceRing(8);
        final SliceReader reader = ring.newReader();
        assertThat(reader.available(64)).isEqualTo(reader.next() - 1);
        final long slow = ring.tryClaim(1);
        final long quick = ring.tryClaim(2);
        ring.publish(quick - 1, quick);
        assertThat(reader.isBehind()).isTrue();
        assertThat(reader.available(64)).isEqualTo(slow - 1);
        ring.publish(slow, slow);
        assertThat(reader.available(64)).isEqualTo(quick);
    }

    @Test
    void aReaderTakesNothingOfTheLapBefore() {
        final SliceRing ring = new SliceRing(4);
        final SliceReader reader = ring.newReader();
        assertThat(reader.hasNext()).isFalse();
        for (int lap = 0; lap < 3; lap++) {
            final long high = ring.tryClaim(4);
            assertThat(reader.hasNext()).isFalse();
            assertThat(reader.isBehind()).isTrue();
            assertThat(reader.available(64)).isEqualTo(high - 4);
            ring.publish(high - 3, high);
            assertThat(reader.hasNext()).isTrue();
            assertThat(reader.available(64)).isEqualTo(high);
            reader.pass(high);
            assertThat(reader.hasNext()).isFalse();
        }
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
