package io.sluice.properties.engine;

import io.sluice.pipeline.ThreadingMode;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.soft.FaultPlan;
import java.util.List;
import java.util.Set;

/**
 * Two engines and the device that they share.
 *
 * @param near                 one engine
 * @param far                  the other
 * @param faults               what the device does to work requests
 * @param refusedRegistrations which registrations it refuses
 * @param flushAfterMs         how long the work of a stopped transfer may stay out
 * @param closeTimeoutMs       how long a close waits for transfers
 * @param abrupt               the engines are closed with everything in flight; else all may settle before
 */
record Setup(ThreadingMode mode, Knobs near, Knobs far, List<Fault> faults, Set<Integer> refusedRegistrations,
        int flushAfterMs, int closeTimeoutMs, boolean abrupt) {

    /** The settings of one engine that a program varies. */
    record Knobs(int qps, int maxRequests, int maxWrPerPost, int signalInterval, int cqDepth, int slots, int readWindow,
            int pollSize,
            int sliceSize, int fragmentLimit, int maxInline, int notifPeers, int inbox) {
        /** The smallest pool that can be configured. */
        static final int POOL_BYTES = 64 << 10;

        Knobs eachSignaled() {
            return new Knobs(qps, maxRequests, maxWrPerPost, 1, cqDepth, slots, readWindow, pollSize, sliceSize,
                    fragmentLimit, maxInline, notifPeers, inbox);
        }
    }

    /** The same, but that each work request has a completion of its own. */
    Setup eachSignaled() {
        return new Setup(mode, near.eachSignaled(), far.eachSignaled(), faults, refusedRegistrations, flushAfterMs,
                closeTimeoutMs, abrupt);
    }

    Knobs knobs(final int side) {
        return side == 0 ? near : far;
    }

    boolean hasFault(final Fault.Kind kind) {
        return faults.stream().anyMatch(fault -> fault.kind() == kind);
    }

    FaultPlan plan() {
        final FaultPlan.Builder plan = FaultPlan.builder(1);
        faults.forEach(fault -> fault.addTo(plan));
        refusedRegistrations.forEach(plan::refuseRegistration);
        return plan.build();
    }

    /**
     * One rule of the fault plan.
     *
     * @param qp      which queue pair, in the order of creation, or -1 for each
     * @param nth     which of its work requests; -1 for one in three of them
     * @param delayUs how long, where the kind is DELAY
     */
    record Fault(Kind kind, int qp, int nth, int delayUs) {
        enum Kind {
            DELAY, FAIL, KILL, REFUSE
        }

        /** What a work request fails with: a status that nothing else leads to. */
        static final int STATUS = WcStatus.FATAL_ERR;

        void addTo(final FaultPlan.Builder plan) {
            final long delayNs = delayUs * 1_000L;
            switch (kind) {
                case DELAY -> {
                    if (nth < 0) {
                        plan.delay(1.0 / 3, delayNs / 10, delayNs);
                    } else {
                        plan.delayNth(qp, nth, delayNs);
                    }
                }
                case FAIL -> plan.failNth(qp, Math.max(0, nth), STATUS);
                case KILL -> plan.killNth(qp, Math.max(0, nth));
                case REFUSE -> plan.refusePostNth(qp, Math.max(0, nth));
            }
        }

        @Override
        public String toString() {
            return kind
                    + (nth < 0 && kind == Kind.DELAY
                            ? " one in three"
                            : " request " + Math.max(0, nth) + (qp < 0 ? " of any qp" : " of qp " + qp))
                    + (kind == Kind.DELAY ? " by " + delayUs + " us" : "");
        }
    }
}
