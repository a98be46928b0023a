package io.sluice.pipeline;

import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WorkCompletions;

/** Where each work request has a completion of its own, which carries the wr_id of its slice. */
final class EachSignaled extends Arrivals {
    private final Settlement settlement;

    EachSignaled(final EngineCore core) {
        settlement = core.settlement();
    }

    @Override
    void take(final WorkCompletions completions, final int count) {
        int from = 0;
        while (from < count) {
            final long wrId = completions.wrId(from);
            final int status = completions.status(from);
            int to = from + 1;
            if (status == WcStatus.SUCCESS) { // runs of the same transfer and lane are one step
                while (to < count && completions.wrId(to) == wrId && completions.status(to) == WcStatus.SUCCESS) {
                    to++;
                }
                settlement.complete(wrId, to - from, Cause.NONE);
            } else {
                settlement.complete(wrId, 1, Cause.WORK_REQUEST | status);
            }
            from = to;
        }
    }
}
