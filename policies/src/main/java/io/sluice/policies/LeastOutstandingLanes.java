package io.sluice.policies;

/** The least loaded lane, the next in turn among equals. */
record LeastOutstandingLanes() implements LanePolicy {
    static final LeastOutstandingLanes INSTANCE = new LeastOutstandingLanes();

    @Override
    public int nextLane(final LaneCredits lanes, final int cursor) {
        final int count = lanes.laneCount();
        int lane = RoundRobinLanes.first(cursor, count);
        int best = NO_LANE;
        int fewest = 0;
        for (int looked = 0; looked < count; looked++) {
            if (lanes.credit(lane) > 0) {
                final int outstanding = lanes.outstanding(lane);
                if (best == NO_LANE || outstanding < fewest) {
                    best = lane;
                    fewest = outstanding;
                }
            }
            lane = RoundRobinLanes.following(lane, count);
        }
        return best;
    }
}
