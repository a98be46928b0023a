package io.sluice.verbs.soft;

import io.sluice.verbs.WcStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What goes wrong on a soft device. Immutable, and repeatable: the decision for the n-th work request of the m-th queue
 * pair follows from the seed, n and m alone, however threads interleave.
 *
 * <p>Queue pairs are counted from 0 in the order in which the device created them, work requests from 0 in the order in
 * which a queue pair executes them, registrations from 0 in their order on the device. Where several rules meet, killing
 * goes before failing. A delayed work request holds back those behind it on its queue pair; other queue pairs overtake
 * it, which is how completions come out of order.
 */
public final class FaultPlan {
    /** Stands for every queue pair. */
    public static final int ANY_QP = -1;
    /** Nothing goes wrong. */
    public static final FaultPlan NONE = builder(0).build();

    private final long seed;
    private final List<Rule> rules;
    private final Set<Long> refusedRegistrations;

    private FaultPlan(final long seed, final List<Rule> rules, final Set<Long> refusedRegistrations) {
        this.seed = seed;
        this.rules = List.copyOf(rules);
        this.refusedRegistrations = Set.copyOf(refusedRegistrations);
    }

    /**
     * {@return an empty plan}
     *
     * @param seed of everything random
     */
    public static Builder builder(final long seed) {
        return new Builder(seed);
    }

    boolean refusesRegistration(final long nth) {
        return refusedRegistrations.contains(nth);
    }

    /** The decisions for one queue pair, or null where it has none to fear. */
    FaultStream streamFor(final int qpOrdinal) {
        final List<Rule> mine = rules.stream().filter(r -> r.qp == ANY_QP || r.qp == qpOrdinal).toList();
        return mine.isEmpty() ? null : new FaultStream(seed, qpOrdinal, mine.toArray(new Rule[0]));
    }

    enum Kind {
        DELAY, FAIL, KILL, REFUSE
    }

    /** One rule: on the nth request (or, where nth is negative, with a probability on each) this happens. */
    record Rule(Kind kind, int qp, long nth, double probability, long minNs, long maxNs, int status) {}

    /** Collects rules. Not safe for use by several threads. */
    public static final class Builder {
        private final long seed;
        private final List<Rule> rules = new ArrayList<>();
        private final Set<Long> refused = new TreeSet<>();

        private Builder(final long seed) {
            this.seed = seed;
        }

        /**
         * Delays work requests of all queue pairs at random.
         *
         * @param probability of each, 0 to 1
         * @param minNs       shortest delay
         * @param maxNs       longest delay, at least {@code minNs}
         * @return this
         */
        public Builder delay(final double probability, final long minNs, final long maxNs) {
            return add(Kind.DELAY, ANY_QP, -1, probability, minNs, maxNs, 0);
        }

        /**
         * Delays one work request.
         *
         * @param qp      which queue pair, or {@link #ANY_QP} for each
         * @param nth     which of its work requests
         * @param delayNs how long
         * @return this
         */
        public Builder delayNth(final int qp, final long nth, final long delayNs) {
            return add(Kind.DELAY, qp, notNegative(nth), 1, delayNs, delayNs, 0);
        }

        /**
         * Fails work requests of all queue pairs at random.
         *
         * @param probability of each, 0 to 1
         * @param status      of {@link WcStatus}, not SUCCESS
         * @return this
         */
        public Builder fail(final double probability, final int status) {
            return add(Kind.FAIL, ANY_QP, -1, probability, 0, 0, failure(status));
        }

        /**
         * Fails one work request: nothing of it is placed.
         *
         * @param qp     which queue pair, or {@link #ANY_QP} for each
         * @param nth    which of its work requests
         * @param status of {@link WcStatus}, not SUCCESS
         * @return this
         */
        public Builder failNth(final int qp, final long nth, final int status) {
            return add(Kind.FAIL, qp, notNegative(nth), 1, 0, 0, failure(status));
        }

        /**
         * Puts queue pairs in the error state at random, in place of executing a work request.
         *
         * @param probability at each work request, 0 to 1
         * @return this
         */
        public Builder kill(final double probability) {
            return add(Kind.KILL, ANY_QP, -1, probability, 0, 0, 0);
        }

        /**
         * Puts a queue pair in the error state in place of executing a work request, with a QP_FATAL event.
         *
         * @param qp  which queue pair, or {@link #ANY_QP} for each
         * @param nth at which of its work requests
         * @return this
         */
        public Builder killNth(final int qp, final long nth) {
            return add(Kind.KILL, qp, notNegative(nth), 1, 0, 0, 0);
        }

        /**
         * Refuses to take a work request, at its post, with ENOMEM: as if the send queue were full. The request and those
         * behind it in its chain are the caller's again, and are counted anew when they are posted again.
         *
         * @param qp  which queue pair, or {@link #ANY_QP} for each
         * @param nth which of its work requests, in the order in which they are posted
         * @return this
         */
        public Builder refusePostNth(final int qp, final long nth) {
            return add(Kind.REFUSE, qp, notNegative(nth), 1, 0, 0, 0);
        }

        /**
         * Refuses a registration of memory with ENOMEM.
         *
         * @param nth which
         * @return this
         */
        public Builder refuseRegistration(final long nth) {
            refused.add(notNegative(nth));
            return this;
        }

        /** {@return the plan} */
        public FaultPlan build() {
            return new FaultPlan(seed, rules, refused);
        }

        private Builder add(final Kind kind, final int qp, final long nth, final double probability, final long minNs,
                final long maxNs, final int status) {
            if (!(probability >= 0 && probability <= 1)) {
                throw new IllegalArgumentException("probability " + probability + " is not in 0..1");
            }
            if (minNs < 0 || maxNs < minNs) {
                throw new IllegalArgumentException("delay " + minNs + ".." + maxNs + " ns is not a range from 0 up");
            }
            if (qp < ANY_QP) {
                throw new IllegalArgumentException("queue pair " + qp + " is neither ANY_QP nor 0 or more");
            }
            rules.add(new Rule(kind, qp, nth, probability, minNs, maxNs, status));
            return this;
        }

        private static long notNegative(final long nth) {
            if (nth < 0) {
                throw new IllegalArgumentException("count " + nth + " is negative: counting starts at 0");
            }
            return nth;
        }

        private static int failure(final int status) {
            if (status <= WcStatus.SUCCESS || status > WcStatus.GENERAL_ERR) {
                throw new IllegalArgumentException("status " + status + " is not one of a failed completion");
            }
            return status;
        }
    }
}
