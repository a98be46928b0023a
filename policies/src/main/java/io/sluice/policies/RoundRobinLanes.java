package io.sluice.policies;

/** Lanes in turn. */
record RoundRobinLanes() implements LanePolicy {
    static final RoundRobinLanes INSTANCE = new RoundRobinLanes();

    @Override
    public int nextLane(final LaneCredits lanes, final int cursor) {
        final int count = lanes.laneCount();
        int lane = first(cursor, count);
        for (int looked = 0; looked < count; looked++) {
            if (lanes.credit(lane) > 0) {
                return lane;
            }
            lane = following(lane, count);
        }
        return NO_LANE;
    }

    /** Divides only where the cursor has left the lanes: one look in {@code laneCount}, if the caller passes lane + 1. */
    static int first(final int cursor, final int count) {
        return cursor >= 0 && cursor < count || count == 0 ? cursor : Math.floorMod(cursor, count);
    }

    static int following(final int lane, final int count) {
        return lane + 1 == count ? 0 : lane + 1;
    }
}
