package io.sluice.pipeline;

import io.sluice.pipeline.ring.PostedRequests;
import io.sluice.pipeline.ring.WrId;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WorkCompletions;

/**
 * Where a completion stands for all work requests before it, too. One that tells of success tells so of all of them. One
 * that does not is of the request that failed: those before it have succeeded, or had a failure of their own before this.
 */
final class SomeSignaled extends Arrivals {
    private final EngineCore core;
    private final Settlement settlement;

    SomeSignaled(final EngineCore core) {
        this.core = core;
        settlement = core.settlement();
    }

    @Override
    void take(final WorkCompletions completions, final int count) {
        for (int i = 0; i < count; i++) {
            final int status = completions.status(i);
            final long posted = completions.wrId(i);
            if (status == WcStatus.SUCCESS && i + 1 < count && completions.status(i + 1) == WcStatus.SUCCESS
                    && PostedRequests.areAlike(posted, completions.wrId(i + 1))) {
                continue; // the next one stands for this, too
            }
            final Lane lane = core.links().lane(WrId.lane(posted));
            if (lane == null || !lane.posted().isOf(posted)) {
                settlement.late(posted);
            } else if (PostedRequests.isDrain(posted)) {
                succeed(lane.posted(), lane.posted().upTo(posted));
                core.ends().drains().came(lane);
            } else if (status == WcStatus.SUCCESS) {
                succeed(lane.posted(), lane.posted().upTo(posted));
            } else {
                fail(lane.posted(), posted, Cause.WORK_REQUEST | status);
            }
        }
    }

    private void succeed(final PostedRequests requests, final int count) {
        for (int left = count; left > 0;) {
            final long wrId = requests.oldest();
            final int run = requests.run(left);
            requests.remove(run);
            settlement.complete(wrId, run, Cause.NONE);
            left -= run;
        }
    }

    private void fail(final PostedRequests requests, final long posted, final int cause) {
        final int count = requests.upTo(posted);
        if (count == 0) {
            settlement.late(posted);
            return;
        }
        succeed(requests, count - 1);
        final long wrId = requests.oldest();
        requests.remove(1);
        settlement.complete(wrId, 1, cause);
    }
}
