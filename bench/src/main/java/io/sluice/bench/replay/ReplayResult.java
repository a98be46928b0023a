package io.sluice.bench.replay;

import io.sluice.pipeline.ThreadingMode;

/**
 * All that a report tells of.
 *
 * @param trace           name of the trace
 * @param settings        what was asked for
 * @param mode            the engines' threads, never AUTO
 * @param postingThreads  that the moving engine posts with; the plain copy had as many
 * @param workers         threads that filled and checked
 * @param plannedRequests of the trace; fewer were replayed if something failed
 * @param tally           what was counted and timed
 * @param failures        what went wrong
 * @param faultsInjected  by the device, on order
 * @param connectionsMade first ones and replacements
 * @param wallNs          from the first round to the last
 */
record ReplayResult(String trace, ReplaySettings settings, ThreadingMode mode, int postingThreads, int workers,
        long plannedRequests, Tally tally, Failures failures, long faultsInjected, int connectionsMade, long wallNs) {

    boolean isGood() {
        return failures.count() == 0 && tally.requests == plannedRequests;
    }
}
