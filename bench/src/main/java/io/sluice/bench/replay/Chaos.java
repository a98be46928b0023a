package io.sluice.bench.replay;

import io.sluice.verbs.WcStatus;
import io.sluice.verbs.soft.FaultPlan;
import java.util.Random;

/**
 * Orders faults: the first connections end in the middle of their work, by turns because a lane is killed and because a
 * work request fails, and on each some work requests are delayed before. What happens at which work request follows from
 * the seed.
 */
final class Chaos {
    /** So many connections are made to fail. */
    static final int CONNECTIONS = 6;

    private static final int DELAYS = 4;
    private static final long MIN_DELAY_NS = 1_000_000;
    private static final long MAX_DELAY_NS = 20_000_000;
    private static final int[] STATUSES = { WcStatus.REM_OP_ERR, WcStatus.RETRY_EXC_ERR, WcStatus.REM_ACCESS_ERR };

    private Chaos() {}

    /**
     * @param seed   of where and when
     * @param slices work requests of the whole replay
     * @param places connections there are at once
     * @param lanes  queue pairs of a connection
     * @return the plan: a device counts queue pairs in the order in which they are made, for each connection first those
     *         of the moving engine, then those of its peer, which post nothing
     */
    static FaultPlan plan(final long seed, final long slices, final int places, final int lanes) {
        final FaultPlan.Builder plan = FaultPlan.builder(seed);
        final Random random = new Random(seed);
        final long perLane = Math.max(1, slices / ((CONNECTIONS + places) * (long) lanes));
        for (int connection = 0; connection < CONNECTIONS; connection++) {
            final int first = connection * 2 * lanes;
            final long end = perLane * 2 / 5 + random.nextLong(Math.max(1, perLane / 2));
            for (int i = 0; i < DELAYS; i++) {
                plan.delayNth(first + random.nextInt(lanes), random.nextLong(end + 1),
                        random.nextLong(MIN_DELAY_NS, MAX_DELAY_NS));
            }
            final int victim = first + random.nextInt(lanes);
            if (connection % 2 == 0) {
                plan.killNth(victim, end);
            } else {
                plan.failNth(victim, end, STATUSES[random.nextInt(STATUSES.length)]);
            }
        }
        return plan.build();
    }
}
