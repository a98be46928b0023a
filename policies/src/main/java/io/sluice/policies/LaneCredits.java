package io.sluice.policies;

/**
 * What a {@link LanePolicy} may know of the lanes of a connection. The owner of the lanes implements it over its own
 * counters; no call may allocate or block.
 *
 * <p>The counters may move while a policy looks at them: each answer is right at some moment during the call, and no more
 * is asked.
 */
public interface LaneCredits {
    /**
     * The number of lanes.
     *
     * @return 0 or more
     */
    int laneCount();

    /**
     * How many work requests the lane can take now.
     *
     * @param lane 0..{@link #laneCount()} − 1
     * @return work requests; 0 or less: none
     */
    int credit(int lane);

    /**
     * How many work requests the lane holds that are not yet back.
     *
     * @param lane 0..{@link #laneCount()} − 1
     * @return work requests, 0 or more
     */
    int outstanding(int lane);
}
