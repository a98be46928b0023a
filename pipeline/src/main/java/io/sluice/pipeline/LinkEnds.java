package io.sluice.pipeline;

import java.util.ArrayList;
import java.util.List;

/**
 * How connections end: drained or failed, flushed, destroyed, told to the peer. The poll thread alone.
 *
 * <p>A failed link's queue pairs go to ERR at once. When all that was taken has come back, and no post handler is in the
 * middle of a post on its lanes, they are destroyed and the lanes given back. If it does not come back in time, a
 * successful destroy ends all access, and what is missing is settled as flushed.
 */
final class LinkEnds {
    /** All post handlers have passed. */
    private static final long[] NO_CYCLES = {};

    private final EngineCore core;
    private final List<Link> ending = new ArrayList<>();

    LinkEnds(final EngineCore core) {
        this.core = core;
    }

    /** The first failure of a link: everything on it stops. Later ones change nothing. */
    void fail(final Link link, final int cause) {
        if (!link.fail(cause, core.nanoTime() + core.config().closeTimeoutNs())) {
            return;
        }
        for (final Lane lane : link.lanes()) {
            try {
                lane.queuePair().toError();
            } catch (final RuntimeException e) {
                core.onError(e);
            }
        }
        link.sendFence();
        link.feeder().hold();
        try {
            link.feeder().stopAll(Cause.carriedByConnection(cause));
        } finally {
            link.feeder().letGo();
        }
        link.abandonQuestions();
        ending.add(link);
        core.counters().connectionEnded(cause);
        if (Cause.kind(cause) != Cause.CONNECTION_CLOSED && Cause.kind(cause) != Cause.PEER_CLOSED) {
            core.log().warn("{} failed: {}", link, Cause.describe(cause));
        }
    }

    /** Fails every link, for a fault that is none of theirs. */
    void failAll(final int cause) {
        for (final Link link : core.links().links()) {
            fail(link, cause);
        }
    }

    /** Fails the link that a queue pair belongs to. */
    void failQueuePair(final long number, final int cause) {
        for (final Link link : core.links().links()) {
            for (final Lane lane : link.lanes()) {
                if (lane.queuePair().number() == number) {
                    fail(link, cause);
                    return;
                }
            }
        }
    }

    boolean isIdle() {
        return ending.isEmpty();
    }

    /**
     * Moves every ending link one step on.
     *
     * @param polledAll the completion queue was empty after this cycle's poll
     */
    int work(final boolean polledAll) {
        int finished = 0;
        for (int i = ending.size() - 1; i >= 0; i--) {
            final Link link = ending.get(i);
            if (hasDrained(link, polledAll) && finish(link)) {
                ending.remove(i);
                finished++;
            }
        }
        return finished;
    }

    /** A link that is closing is done when nothing is in progress on it, or its time is over. */
    void drain(final Link link, final long now) {
        if (link.state() == Link.DRAINING && (link.inProgress() == 0 || now - link.deadlineNs() >= 0)) {
            fail(link, Cause.CONNECTION_CLOSED);
        }
    }

    /**
     * What is missing after the link's time is lost only if it is not in the completion queue either: a poll that began
     * after the last post has found no more.
     */
    private boolean hasDrained(final Link link, final boolean polledAll) {
        final boolean missing = link.outstanding() > 0;
        if (missing && (core.nanoTime() - link.deadlineNs() < 0 || core.ring().backlog() > 0)) {
            return false;
        }
        if (link.handlerCycles() == null) {
            link.handlerCycles(core.handlerCycles());
        }
        if (!core.handlersPassed(link.handlerCycles())) {
            return false;
        }
        if (missing && link.handlerCycles() != NO_CYCLES) {
            link.handlerCycles(NO_CYCLES); // the next poll comes after the last post
            return false;
        }
        return !missing || polledAll;
    }

    private boolean finish(final Link link) {
        for (final Lane lane : link.lanes()) {
            try {
                lane.queuePair().close();
            } catch (final RuntimeException e) {
                core.onError(e);
                return false; // the device may still touch memory: nothing of it is given back; tried again
            }
        }
        if (link.outstanding() > 0) {
            core.log().warn("{}: {} work requests did not come back, ended by destroying the queue pairs", link,
                    link.outstanding());
            core.settlement().settleForced(link);
        }
        core.links().remove(link);
        core.credits().unreserve(link.credits().reserve());
        link.finish();
        link.regions().close();
        core.regions().linkGone(link);
        core.releaseNotificationSlot(link);
        link.peer().fenced(); // whether it has asked or not: it may ask an engine that is gone
        core.completeLater(link.closed());
        return true;
    }
}
