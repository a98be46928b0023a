package io.sluice.pipeline;

import io.sluice.policies.LaneCredits;
import io.sluice.policies.LanePolicy;

/**
 * Spreads slices over the lanes of a connection, in runs, so that what one lane gets is posted as one chain, and takes
 * the lanes' credit for them. One a connection, used under its feed flag.
 */
final class LaneChoice implements LaneCredits {
    private final Lane[] lanes;
    private final LanePolicy policy = LanePolicy.roundRobin();
    private final Lane[] laneOf;
    private final int[] length;
    private int runs;
    private int cursor;

    /** @param most slices chosen for at a time */
    LaneChoice(final Lane[] lanes, final int most) {
        this.lanes = lanes;
        laneOf = new Lane[most];
        length = new int[most];
    }

    /** Credit of all lanes together, or {@code enough} where there is that much. */
    int available(final int enough) {
        int sum = 0;
        for (final Lane lane : lanes) {
            sum += lane.credit();
        }
        if (sum < enough) {
            sum = 0;
            for (final Lane lane : lanes) {
                sum += lane.refreshCredit();
            }
        }
        return Math.min(sum, enough);
    }

    /** Chooses, and takes the credit, of which there is enough. */
    void take(final int slices) {
        final int share = (slices + lanes.length - 1) / lanes.length;
        runs = 0;
        for (int left = slices; left > 0; runs++) {
            final int chosen = policy.nextLane(this, cursor);
            cursor = chosen + 1;
            final Lane lane = lanes[chosen];
            final int run = Math.min(Math.min(share, left), lane.credit());
            lane.take(run);
            laneOf[runs] = lane;
            length[runs] = run;
            left -= run;
        }
    }

    /** Takes back the last {@link #take}: nothing was published. */
    void untake() {
        for (int run = 0; run < runs; run++) {
            laneOf[run].untake(length[run]);
        }
    }

    /** How many runs the last choice has; they follow each other in the order of the slices. */
    int runs() {
        return runs;
    }

    Lane lane(final int run) {
        return laneOf[run];
    }

    /** Slices of a run. */
    int length(final int run) {
        return length[run];
    }

    @Override
    public int laneCount() {
        return lanes.length;
    }

    @Override
    public int credit(final int lane) {
        return lanes[lane].credit();
    }

    @Override
    public int outstanding(final int lane) {
        return lanes[lane].outstanding();
    }
}
