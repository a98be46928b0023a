package io.sluice.properties;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policies.LaneCredits;
import io.sluice.policies.LanePolicy;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** Whatever the credits and the cursor: the lane is the one that the rule names, and none only where none has credit. */
class LanePolicyProperties {
    record Lane(int credit, int outstanding) {}

    record Lanes(List<Lane> lanes) implements LaneCredits {
        @Override
        public int laneCount() {
            return lanes.size();
        }

        @Override
        public int credit(final int lane) {
            return lanes.get(lane).credit;
        }

        @Override
        public int outstanding(final int lane) {
            return lanes.get(lane).outstanding;
        }

        /** The lanes with credit in the order in which they are looked at from a cursor. */
        List<Integer> withCreditFrom(final int cursor) {
            return IntStream.range(0, lanes.size())
                    .map(i -> (int) Math.floorMod((long) cursor + i, (long) lanes.size()))
                    .filter(lane -> lanes.get(lane).credit > 0).boxed().toList();
        }
    }

    @Property
    void roundRobinTakesTheFirstLaneWithCredit(@ForAll("lanes") final Lanes lanes, @ForAll final int cursor) {
        final int expected = lanes.withCreditFrom(cursor).stream().findFirst().orElse(LanePolicy.NO_LANE);
        assertThat(LanePolicy.roundRobin().nextLane(lanes, cursor)).isEqualTo(expected);
        assertThat(LanePolicy.roundRobin().nextLane(lanes, cursor)).isEqualTo(expected);
    }

    @Property
    void leastOutstandingTakesTheFirstOfTheLeastLoadedLanesWithCredit(@ForAll("lanes") final Lanes lanes,
            @ForAll final int cursor) {
        final int expected = lanes.withCreditFrom(cursor).stream()
                .min(Comparator.comparingInt(lanes::outstanding)).orElse(LanePolicy.NO_LANE);
        assertThat(LanePolicy.leastOutstanding().nextLane(lanes, cursor)).isEqualTo(expected);
        assertThat(LanePolicy.leastOutstanding().nextLane(lanes, cursor)).isEqualTo(expected);
    }

    @Property
    void freeLanesAreUsedEvenly(@ForAll @IntRange(min = 1, max = 32) final int count,
            @ForAll @IntRange(min = 1, max = 10) final int rounds, @ForAll final int start) {
        for (final LanePolicy policy : List.of(LanePolicy.roundRobin(), LanePolicy.leastOutstanding())) {
            final int[] taken = new int[count];
            final LaneCredits lanes = free(taken);
            int cursor = start;
            for (int i = 0; i < count * rounds; i++) {
                final int lane = policy.nextLane(lanes, cursor);
                taken[lane]++;
                cursor = lane + 1;
            }
            assertThat(taken).containsOnly(rounds);
        }
    }

    @Provide
    Arbitrary<Lanes> lanes() {
        final Arbitrary<Integer> credits = Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.integers().between(-1, 0)),
                Tuple.of(3, Arbitraries.integers().between(1, 512)));
        return Combinators.combine(credits, Arbitraries.integers().between(0, 6)).as(Lane::new).list().ofMaxSize(32)
                .map(Lanes::new).withoutEdgeCases();
    }

    private static LaneCredits free(final int[] taken) {
        return new LaneCredits() {
            @Override
            public int laneCount() {
                return taken.length;
            }

            @Override
            public int credit(final int lane) {
                return 1;
            }

            @Override
            public int outstanding(final int lane) {
                return taken[lane];
            }
        };
    }
}
