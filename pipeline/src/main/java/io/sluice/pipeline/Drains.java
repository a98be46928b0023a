package io.sluice.pipeline;

import io.sluice.verbs.SendFlags;
import io.sluice.verbs.WorkRequests;
import java.util.HashSet;
import java.util.Set;

/**
 * Brings back the work requests that no completion would stand for: those that the device took before it refused one
 * in the middle of a chain, where the last one taken was not to be signaled. The refusal has failed their connection, and
 * its queue pairs are in ERR. One that was still to be carried out comes back flushed; one that had succeeded never does.
 * So a request of no bytes is posted behind them: its completion says that nothing before it is outstanding.
 *
 * <p>It takes credit as a slice does, so neither queue overflows, and the connection does not end before it has come
 * back. The poll thread alone: it posts here when no post handler does so any more, and it destroys the queue pairs.
 */
final class Drains {
    private final EngineCore core;
    private final WorkRequests request = WorkRequests.allocate(1, 1);
    /** Where one is outstanding. */
    private final Set<Lane> out = new HashSet<>();

    Drains(final EngineCore core) {
        this.core = core;
    }

    /** Whether a link has lanes to be drained. */
    boolean areNeeded(final Link link) {
        for (final Lane lane : link.lanes()) {
            if (isNeeded(lane)) {
                return true;
            }
        }
        return false;
    }

    private boolean isNeeded(final Lane lane) {
        return lane.posted() != null && lane.posted().isOpenEnded() && lane.posted().size() > 0 && !out.contains(lane);
    }

    /** Posts what is needed and has credit; the rest is tried again. Nobody else posts on the link any more. */
    void post(final Link link) {
        link.feeder().hold();
        try {
            for (final Lane lane : link.lanes()) {
                if (isNeeded(lane) && lane.credit() > 0 && link.credits().allowance(1, false) > 0) {
                    post(lane);
                }
            }
        } finally {
            link.feeder().letGo();
        }
    }

    private void post(final Lane lane) {
        request.clear();
        request.addWrite(lane.posted().drain(), 0, 0, 0, 0, 0, SendFlags.SIGNALED);
        try {
            if (lane.queuePair().postSend(request) != 0) {
                return;
            }
        } catch (final RuntimeException e) { // counts as posted: it is not tried again, the connection's time ends it
            core.onError(e);
        }
        lane.take(1);
        lane.link().credits().take(1, false);
        out.add(lane);
    }

    /** It has come back. */
    void came(final Lane lane) {
        if (out.remove(lane)) {
            lane.giveBack(1);
            lane.link().credits().giveBack(1, false);
        }
    }

    /** The link's queue pairs are destroyed: nothing comes back any more, and its lanes' credit is given back. */
    void giveUp(final Link link) {
        for (final Lane lane : link.lanes()) {
            if (out.remove(lane)) {
                link.credits().giveBack(1, false);
            }
        }
    }
}
