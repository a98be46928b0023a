package io.sluice.policies;

import static io.sluice.policies.LanePolicy.NO_LANE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LanePolicyTest {
    private static final int DEPTH = 16;

    private final LanePolicy roundRobin = LanePolicy.roundRobin();
    private final LanePolicy leastOutstanding = LanePolicy.leastOutstanding();

    @Test
    void roundRobinTakesTheLaneAtTheCursor() {
        assertThat(roundRobin.nextLane(credits(1, 9, 2), 0)).isEqualTo(0);
        assertThat(roundRobin.nextLane(credits(1, 9, 2), 2)).isEqualTo(2);
    }

    @Test
    void roundRobinPassesOverLanesWithoutCredit() {
        assertThat(roundRobin.nextLane(credits(1, 0, 0, 1), 1)).isEqualTo(3);
    }

    @Test
    void roundRobinGoesOnAtTheFirstLaneBehindTheLast() {
        assertThat(roundRobin.nextLane(credits(0, 1, 0), 2)).isEqualTo(1);
        assertThat(roundRobin.nextLane(credits(1, 1, 1), 3)).isEqualTo(0);
    }

    @Test
    void leastOutstandingTakesTheLaneThatHoldsFewest() {
        assertThat(leastOutstanding.nextLane(credits(3, 7, 5), 0)).isEqualTo(1);
    }

    @Test
    void leastOutstandingCountsWhatIsOutNotWhatIsLeft() {
        final LaneCredits unequalDepths = new Lanes(new int[]{ 10, 2 }, new int[]{ 6, 1 });
        assertThat(leastOutstanding.nextLane(unequalDepths, 0)).isEqualTo(1);
    }

    @Test
    void leastOutstandingPassesOverAnIdleLaneWithoutCredit() {
        assertThat(leastOutstanding.nextLane(new Lanes(new int[]{ 0, 4 }, new int[]{ 0, 12 }), 0)).isEqualTo(1);
    }

    @Test
    void leastOutstandingTakesEqualLanesInTurn() {
        assertThat(leastOutstanding.nextLane(credits(5, 5, 5), 1)).isEqualTo(1);
        assertThat(leastOutstanding.nextLane(credits(5, 3, 5), 1)).isEqualTo(2);
        assertThat(leastOutstanding.nextLane(credits(5, 5, 3), 2)).isEqualTo(0);
    }

    @Test
    void withoutCreditThereIsNoLane() {
        for (final LanePolicy policy : List.of(roundRobin, leastOutstanding)) {
            assertThat(policy.nextLane(credits(0, 0), 1)).isEqualTo(NO_LANE);
            assertThat(policy.nextLane(credits(-1, 0), 0)).isEqualTo(NO_LANE);
            assertThat(policy.nextLane(credits(), 0)).isEqualTo(NO_LANE);
            assertThat(policy.nextLane(credits(), -5)).isEqualTo(NO_LANE);
        }
    }

    @Test
    void anyCursorIsTakenModuloTheLanes() {
        for (final LanePolicy policy : List.of(roundRobin, leastOutstanding)) {
            assertThat(policy.nextLane(credits(4, 4, 4), -1)).isEqualTo(2);
            assertThat(policy.nextLane(credits(4, 4, 4), 7)).isEqualTo(1);
            assertThat(policy.nextLane(credits(4, 4, 4), Integer.MAX_VALUE)).isEqualTo(1);
            assertThat(policy.nextLane(credits(4, 4, 4), Integer.MIN_VALUE)).isEqualTo(1);
        }
    }

    @Test
    void thePoliciesAreValues() {
        assertThat(LanePolicy.roundRobin()).isSameAs(roundRobin).hasToString("RoundRobinLanes[]");
        assertThat(LanePolicy.leastOutstanding()).isSameAs(leastOutstanding).hasToString("LeastOutstandingLanes[]");
    }

    private static LaneCredits credits(final int... credits) {
        final int[] outstanding = new int[credits.length];
        for (int i = 0; i < credits.length; i++) {
            outstanding[i] = DEPTH - credits[i];
        }
        return new Lanes(credits, outstanding);
    }

    private record Lanes(int[] credits, int[] outstanding) implements LaneCredits {
        @Override
        public int laneCount() {
            return credits.length;
        }

        @Override
        public int credit(final int lane) {
            return credits[lane];
        }

        @Override
        public int outstanding(final int lane) {
            return outstanding[lane];
        }
    }
}
