package io.sluice.policies;

/**
 * Says which lane of a connection takes the next slice, among the lanes that have credit.
 *
 * <p>A policy keeps nothing between calls. The caller keeps the cursor, the lane at which to begin to look, and passes the
 * answer + 1 the next time:
 *
 * <pre>{@code
 * int lane = policy.nextLane(lanes, cursor);
 * if (lane != LanePolicy.NO_LANE) {
 *     cursor = lane + 1;
 *     ...
 * }
 * }</pre>
 *
 * <p>A cursor may be any number and is taken modulo the number of lanes. The answer is a choice, not a claim: where others
 * take credit at the same time, the caller takes the credit of the lane it got and asks again if that is refused.
 *
 * <p>The policies made here are immutable, allocate nothing, look at each lane at most once, and are safe for use by any
 * number of threads. A user's own policy has to answer {@link #NO_LANE} or a lane that had credit when it looked.
 */
public interface LanePolicy {
    /** The answer where no lane has credit. */
    int NO_LANE = -1;

    /**
     * Chooses a lane.
     *
     * @param lanes the lanes of a connection
     * @param cursor where to begin to look
     * @return a lane with credit, 0..laneCount − 1, or {@link #NO_LANE}
     */
    int nextLane(LaneCredits lanes, int cursor);

    /**
     * The first lane with credit, at the cursor or behind it, going round.
     *
     * @return the policy
     */
    static LanePolicy roundRobin() {
        return RoundRobinLanes.INSTANCE;
    }

    /**
     * Of the lanes with credit, the one with the fewest work requests outstanding; of several such, the first at the cursor
     * or behind it, going round.
     *
     * @return the policy
     */
    static LanePolicy leastOutstanding() {
        return LeastOutstandingLanes.INSTANCE;
    }
}
