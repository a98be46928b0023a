package io.sluice.verbs.soft;

import io.sluice.verbs.WcStatus;
import java.util.Arrays;
import java.util.SplittableRandom;

/** The decisions of a {@link FaultPlan} for one queue pair, one request after the other. Under the requester's lock. */
final class FaultStream {
    private static final long GOLDEN_RATIO = 0x9e37_79b9_7f4a_7c15L;

    private final SplittableRandom random;
    private final FaultPlan.Rule[] rules;
    private final FaultPlan.Rule[] refusals;
    private long executed;
    private long posted;
    private long delayNs;
    private int status;
    private boolean killed;

    FaultStream(final long seed, final int qpOrdinal, final FaultPlan.Rule[] rules) {
        random = new SplittableRandom(seed ^ (qpOrdinal + 1) * GOLDEN_RATIO);
        this.rules = Arrays.stream(rules).filter(rule -> rule.kind() != FaultPlan.Kind.REFUSE)
                .toArray(FaultPlan.Rule[]::new);
        refusals = Arrays.stream(rules).filter(rule -> rule.kind() == FaultPlan.Kind.REFUSE)
                .toArray(FaultPlan.Rule[]::new);
    }

    /**
     * Decides for the next request. Draws the same number of random values whatever comes out, so that one rule does
     * not disturb another.
     *
     * @return how many faults there are
     */
    int next() {
        delayNs = 0;
        status = WcStatus.SUCCESS;
        killed = false;
        int faults = 0;
        for (final FaultPlan.Rule rule : rules) {
            final double dice = random.nextDouble();
            final double extent = random.nextDouble();
            if (rule.nth() < 0 ? dice < rule.probability() : rule.nth() == executed) {
                faults++;
                switch (rule.kind()) {
                    case DELAY -> delay(rule.minNs() + (long) (extent * (rule.maxNs() - rule.minNs())));
                    case FAIL -> status = rule.status();
                    case KILL -> killed = true;
                    case REFUSE -> throw new AssertionError(rule);
                }
            }
        }
        executed++;
        return faults;
    }

    /** Counts a request that is posted; true: it is not taken. */
    boolean refusesNextPost() {
        final long nth = posted++;
        for (final FaultPlan.Rule rule : refusals) {
            if (rule.nth() == nth) {
                return true;
            }
        }
        return false;
    }

    /** Delays add up; "for ever" and more is for ever. */
    private void delay(final long ns) {
        delayNs = Math.min(delayNs, Long.MAX_VALUE - ns) + ns;
    }

    long delayNs() {
        return delayNs;
    }

    /** SUCCESS: let it execute. */
    int status() {
        return status;
    }

    boolean killed() {
        return killed;
    }
}
