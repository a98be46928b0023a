package io.sluice.policies;

import static io.sluice.policies.SlicePolicy.DEFAULT_BLOCK_SIZE;
import static io.sluice.policies.SlicePolicy.DEFAULT_FRAGMENT_LIMIT;
import static io.sluice.policies.SlicePolicy.MAX_MESSAGE_LENGTH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlicePolicyTest {
    private static final long TWO_GIB = 1L << 31;
    private static final long FOUR_GIB = 1L << 32;

    private final SlicePolicy blocks = SlicePolicy.blocks(MAX_MESSAGE_LENGTH);
    private final SlicePolicy whole = SlicePolicy.whole(MAX_MESSAGE_LENGTH);

    @Test
    void theDefaultsAre64KiBAnd4KiB() {
        assertThat(DEFAULT_BLOCK_SIZE).isEqualTo(65_536);
        assertThat(DEFAULT_FRAGMENT_LIMIT).isEqualTo(4_096);
        assertThat(blocks).isEqualTo(SlicePolicy.blocks(65_536, 4_096, MAX_MESSAGE_LENGTH));
    }

    @Test
    void theLongestMessageIsOnePageShortOfTwoGiB() {
        assertThat((long) MAX_MESSAGE_LENGTH).isEqualTo(TWO_GIB - 4_096);
    }

    @Test
    void anEmptyEntryHasNoSlices() {
        assertThat(cut(blocks, 0)).isEmpty();
        assertThat(cut(whole, 0)).isEmpty();
    }

    @Test
    void aBlockAndATailAtTheLimitAreOneSlice() {
        assertThat(cut(blocks, 69_632)).containsExactly(69_632);
    }

    @Test
    void aTailOneOverTheLimitIsASliceOfItsOwn() {
        assertThat(cut(blocks, 69_633)).containsExactly(65_536, 4_097);
    }

    @Test
    void twoBlocksAreTwoSlices() {
        assertThat(cut(blocks, 131_072)).containsExactly(65_536, 65_536);
    }

    @Test
    void theTailAtTheLimitRidesWithTheLastOfTwoBlocks() {
        assertThat(cut(blocks, 135_168)).containsExactly(65_536, 69_632);
    }

    @Test
    void theTailOneOverTheLimitFollowsTwoBlocks() {
        assertThat(cut(blocks, 135_169)).containsExactly(65_536, 65_536, 4_097);
    }

    @Test
    void anEntryShorterThanABlockIsOneSlice() {
        assertThat(cut(blocks, 1)).containsExactly(1);
        assertThat(cut(blocks, 65_535)).containsExactly(65_535);
    }

    @Test
    void aFragmentLimitOfZeroMergesNothing() {
        assertThat(cut(SlicePolicy.blocks(1_024, 0, 1_024), 2_049)).containsExactly(1_024, 1_024, 1);
    }

    @Test
    void aWholeEntryIsOneSliceUpToTheLongestMessage() {
        assertThat(cut(whole, 1)).containsExactly(1);
        assertThat(cut(whole, MAX_MESSAGE_LENGTH)).containsExactly(MAX_MESSAGE_LENGTH);
    }

    @Test
    void aWholeEntryBeyondTheLongestMessageIsCutIntoMessages() {
        assertThat(cut(whole, FOUR_GIB)).containsExactly(MAX_MESSAGE_LENGTH, MAX_MESSAGE_LENGTH, 8_192);
    }

    @ParameterizedTest
    @CsvSource({ "2147483647, 32768", "2147483648, 32768", "4294967295, 65536", "4294967296, 65536",
        "4294971392, 65536", "4294971393, 65537", "9223372036854775807, 140737488355328" })
    void blockCountsNearTheWordSizesDoNotWrap(final long length, final long slices) {
        assertThat(blocks.sliceCount(length)).isEqualTo(slices);
        assertThat(blocks.nextLength(length)).isEqualTo(65_536);
    }

    @ParameterizedTest
    @CsvSource({ "2147479552, 1", "2147479553, 2", "2147483648, 2", "4294967296, 3",
        "9223372036854775807, 4294975489" })
    void wholeCountsNearTheWordSizesDoNotWrap(final long length, final long slices) {
        assertThat(whole.sliceCount(length)).isEqualTo(slices);
        assertThat(whole.nextLength(length)).isEqualTo(MAX_MESSAGE_LENGTH);
    }

    @Test
    void slicesOfOneByteCanBeCountedToTheEnd() {
        assertThat(SlicePolicy.blocks(1, 0, 1).sliceCount(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(SlicePolicy.blocks(1, 1, 2).sliceCount(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(SlicePolicy.whole(1).sliceCount(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void theLongestSliceIsABlockWithItsTail() {
        assertThat(blocks.maxSliceLength()).isEqualTo(69_632);
        assertThat(SlicePolicy.whole(8_388_608).maxSliceLength()).isEqualTo(8_388_608);
    }

    @Test
    void aBlockWithItsTailMayFillAMessage() {
        final SlicePolicy policy = SlicePolicy.blocks(MAX_MESSAGE_LENGTH - 4_096, 4_096, MAX_MESSAGE_LENGTH);
        assertThat(cut(policy, MAX_MESSAGE_LENGTH)).containsExactly(MAX_MESSAGE_LENGTH);
        assertThat(cut(policy, MAX_MESSAGE_LENGTH + 1L)).containsExactly(MAX_MESSAGE_LENGTH - 4_096, 4_097);
    }

    @ParameterizedTest
    @ValueSource(longs = { -1, Long.MIN_VALUE, -FOUR_GIB + 1 })
    void aNegativeLengthIsRefused(final long length) {
        for (final SlicePolicy policy : List.of(blocks, whole)) {
            assertThatIllegalArgumentException().isThrownBy(() -> policy.nextLength(length))
                    .withMessage("remaining " + length + " is negative; lengths are 0..2^63-1 bytes");
            assertThatIllegalArgumentException().isThrownBy(() -> policy.sliceCount(length))
                    .withMessage("length " + length + " is negative; lengths are 0..2^63-1 bytes");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = { 0, -1, TWO_GIB - 4_095, TWO_GIB, FOUR_GIB + 1, Long.MAX_VALUE, Long.MIN_VALUE })
    void aMessageLengthOutOfRangeIsRefused(final long maxMessageLength) {
        assertThatIllegalArgumentException().isThrownBy(() -> SlicePolicy.whole(maxMessageLength))
                .withMessageContaining("maxMessageLength " + maxMessageLength).withMessageContaining("1..2147479552");
        assertThatIllegalArgumentException().isThrownBy(() -> SlicePolicy.blocks(1, 0, maxMessageLength))
                .withMessageContaining("maxMessageLength " + maxMessageLength);
    }

    @ParameterizedTest
    @CsvSource({ "0, 0, 4096, blockSize 0 is outside 1..4096", "-1, 0, 4096, blockSize -1 is outside 1..4096",
        "4097, 0, 4096, blockSize 4097 is outside 1..4096",
        "1024, -1, 4096, fragmentLimit -1 is outside 0..1024",
        "1024, 1025, 4096, fragmentLimit 1025 is outside 0..1024",
        "4096, 1, 4096, lower fragmentLimit to 0", "3072, 1025, 4096, lower fragmentLimit to 1024",
        "2147479552, 2147479552, 2147479552, lower fragmentLimit to 0" })
    void blocksThatCannotWorkAreRefused(final int block, final int fragment, final long message, final String why) {
        assertThatIllegalArgumentException().isThrownBy(() -> SlicePolicy.blocks(block, fragment, message))
                .withMessageContaining(why);
    }

    @Test
    void theDefaultBlocksNeedMessagesThatHoldABlockWithItsTail() {
        assertThat(SlicePolicy.blocks(69_632).maxSliceLength()).isEqualTo(69_632);
        assertThatIllegalArgumentException().isThrownBy(() -> SlicePolicy.blocks(69_631))
                .withMessage(
                        "blockSize 65536 + fragmentLimit 4096 is over maxMessageLength 69631: a block with its tail"
                                + " is one message; lower fragmentLimit to 4095 or lower blockSize");
    }

    @Test
    void policiesThatCutAlikeAreEqual() {
        assertThat(SlicePolicy.blocks(1_024, 512, 4_096)).isEqualTo(SlicePolicy.blocks(1_024, 512, 8_192))
                .hasSameHashCodeAs(SlicePolicy.blocks(1_024, 512, 8_192))
                .isNotEqualTo(SlicePolicy.blocks(1_024, 511, 4_096))
                .hasToString("BlockSlices[blockSize=1024, fragmentLimit=512]");
        assertThat(SlicePolicy.whole(4_096)).isEqualTo(SlicePolicy.whole(4_096))
                .isNotEqualTo(SlicePolicy.whole(4_097)).hasToString("WholeSlices[maxSliceLength=4096]");
    }

    /** Cuts to the end, and holds the count against what was cut. */
    private static List<Integer> cut(final SlicePolicy policy, final long length) {
        final List<Integer> slices = new ArrayList<>();
        for (long remaining = length; remaining > 0;) {
            final int next = policy.nextLength(remaining);
            assertThat(next).isPositive();
            slices.add(next);
            remaining -= next;
        }
        assertThat(policy.nextLength(0)).isZero();
        assertThat(policy.sliceCount(length)).isEqualTo(slices.size());
        return slices;
    }
}
