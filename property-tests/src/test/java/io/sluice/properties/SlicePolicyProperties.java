package io.sluice.properties;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policies.SlicePolicy;
import java.math.BigInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever the limits and the length: slices partition the entry, and their number is known beforehand. */
class SlicePolicyProperties {
    /** Cutting one by one is affordable up to here; beyond, the model reasons. */
    private static final int MOST_SLICES_TO_CUT = 2_000;

    @Property
    void slicesPartitionTheEntryAsTheModelSays(@ForAll("limits") final SliceModel model,
            @ForAll("manySlices") final int slices, @ForAll("offsets") final long offset) {
        final long length = lengthOfAbout(model, slices, offset);
        final SlicePolicy policy = model.policy();
        long cursor = 0;
        long count = 0;
        while (cursor < length) {
            final long remaining = length - cursor;
            final int next = policy.nextLength(remaining);
            assertThat(next).as("slice at %d of %d", cursor, length)
                    .isEqualTo(model.nextLength(remaining).intValueExact())
                    .isBetween(1, model.maxMessageLength()).isLessThanOrEqualTo(policy.maxSliceLength());
            cursor += next;
            count++;
        }
        assertThat(cursor).isEqualTo(length);
        assertThat(policy.nextLength(0)).isZero();
        assertThat(policy.sliceCount(length)).isEqualTo(count);
    }

    @Property
    void theFirstSliceOfAnyLengthIsTheModels(@ForAll("limits") final SliceModel model,
            @ForAll("lengths") final long length) {
        assertThat(model.policy().nextLength(length)).isEqualTo(model.nextLength(length).intValueExact());
    }

    @Property
    void theCountOfAnyLengthIsTheModels(@ForAll("limits") final SliceModel model,
            @ForAll("lengths") final long length) {
        assertThat(BigInteger.valueOf(model.policy().sliceCount(length))).isEqualTo(model.sliceCount(length));
    }

    @Property
    void theCountFallsByOneWithEachSlice(@ForAll("limits") final SliceModel model,
            @ForAll("lengths") final long length) {
        final SlicePolicy policy = model.policy();
        long remaining = length;
        for (int i = 0; i < 4 && remaining > 0; i++) {
            final long rest = remaining - policy.nextLength(remaining);
            assertThat(policy.sliceCount(remaining)).isEqualTo(1 + policy.sliceCount(rest));
            remaining = rest;
        }
    }

    @Property
    void aVeryLongEntryEndsAsTheModelSays(@ForAll("limits") final SliceModel model,
            @ForAll("lengths") final long length) {
        // Full blocks are taken off at once, all but a few: what is left is cut one by one, so the end is really seen.
        final SlicePolicy policy = model.policy();
        final long skipped = Math.max(0, length / model.blockSize() - 3);
        long remaining = length - skipped * model.blockSize();
        long count = skipped;
        while (remaining > 0) {
            remaining -= policy.nextLength(remaining);
            count++;
        }
        assertThat(remaining).isZero();
        assertThat(policy.sliceCount(length)).isEqualTo(count);
    }

    @Property
    void cuttingFromAnyCursorGivesTheSameRest(@ForAll("limits") final SliceModel model,
            @ForAll("manySlices") final int slices, @ForAll("offsets") final long offset,
            @ForAll final int stop) {
        final SlicePolicy policy = model.policy();
        final long length = lengthOfAbout(model, slices, offset);
        final long before = Math.floorMod((long) stop, policy.sliceCount(length) + 1);
        long cursor = 0;
        for (long i = 0; i < before; i++) {
            cursor += policy.nextLength(length - cursor);
        }
        // An equal policy, made anew, that knows nothing but the cursor.
        final SlicePolicy resumed = model.policy();
        assertThat(resumed).isEqualTo(policy).hasSameHashCodeAs(policy);
        assertThat(resumed.sliceCount(length - cursor)).isEqualTo(policy.sliceCount(length) - before);
        while (cursor < length) {
            assertThat(resumed.nextLength(length - cursor)).isEqualTo(policy.nextLength(length - cursor));
            cursor += resumed.nextLength(length - cursor);
        }
        assertThat(cursor).isEqualTo(length);
    }

    @Property
    void theLongestSliceIsReachedAndFitsAMessage(@ForAll("limits") final SliceModel model) {
        final int longest = model.policy().maxSliceLength();
        assertThat(longest).isLessThanOrEqualTo(model.maxMessageLength());
        assertThat(model.policy().nextLength(longest)).isEqualTo(longest);
        assertThat(model.policy().nextLength(longest + 1L)).isLessThanOrEqualTo(longest);
    }

    @Provide
    Arbitrary<SliceModel> limits() {
        final Arbitrary<Integer> messages = Arbitraries.oneOf(Arbitraries.integers().between(1, 300),
                Arbitraries.integers().between(1, SlicePolicy.MAX_MESSAGE_LENGTH),
                Arbitraries.of(1, 2, 4_096, 69_632, 1 << 23, 1 << 30, SlicePolicy.MAX_MESSAGE_LENGTH));
        final Arbitrary<SliceModel> whole = messages.map(SliceModel::whole);
        // Taken modulo what is legal: 0 and -1 are the smallest and the largest.
        final Arbitrary<Integer> numbers = Arbitraries.oneOf(Arbitraries.integers(), Arbitraries.of(0, -1));
        final Arbitrary<SliceModel> blocks = Combinators.combine(messages, numbers, numbers).as(SliceModel::blocks);
        final Arbitrary<SliceModel> usual = Arbitraries
                .of(new SliceModel(65_536, 4_096, SlicePolicy.MAX_MESSAGE_LENGTH), new SliceModel(1, 0, 1),
                        new SliceModel(1, 1, 2), new SliceModel(1_024, 1_024, 2_048));
        return Arbitraries.oneOf(whole, blocks, usual).withoutEdgeCases();
    }

    @Provide
    Arbitrary<Long> lengths() {
        final Arbitrary<Long> landmarks = Arbitraries.of(0L, 65_536L, 69_632L, 131_072L, 135_168L,
                (long) SlicePolicy.MAX_MESSAGE_LENGTH, 1L << 31, 1L << 32, 1L << 62, Long.MAX_VALUE);
        final Arbitrary<Long> nearLandmarks = Combinators.combine(landmarks, offsets())
                .as((landmark, offset) -> Math.clamp(landmark, 2, Long.MAX_VALUE - 2) + offset);
        return Arbitraries.oneOf(nearLandmarks, Arbitraries.longs().between(0, Long.MAX_VALUE),
                Arbitraries.longs().between(0, 1 << 20)).withoutEdgeCases();
    }

    @Provide
    Arbitrary<Integer> manySlices() {
        return Arbitraries.oneOf(Arbitraries.integers().between(0, 5),
                Arbitraries.integers().between(0, MOST_SLICES_TO_CUT));
    }

    @Provide
    Arbitrary<Long> offsets() {
        return Arbitraries.longs().between(-2, 2);
    }

    /** A length of so many blocks and a tail of the limit, give or take the offset: where the rule turns. */
    private static long lengthOfAbout(final SliceModel model, final int slices, final long offset) {
        return Math.max(0, (long) slices * model.blockSize() + model.fragmentLimit() + offset);
    }
}
