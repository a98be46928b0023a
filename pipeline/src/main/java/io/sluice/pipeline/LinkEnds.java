package io.sluice.pipeline;

import io.sluice.pipeline.control.LinkMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How connections end: drained or failed, flushed, destroyed, told to the peer. The poll thread alone.
 *
 * <p>A failed link's queue pairs go to ERR at once. When all that was taken has come back, and no post handler is in the
 * middle of a post on its lanes, they are destroyed and the lanes given back. If it does not come back in time, a
 * successful destroy ends all access, and what is missing is settled as flushed.
 */
final class LinkEnds {
    private static final int MOST_DESTROY_TRIES = 1_000;
    /** All post handlers have passed. */
    private static final long[] NO_CYCLES = {};

    private final EngineCore core;
    private final List<Link> ending = new ArrayList<>();
    /** Ended here, but not known to be at the peer. */
    private final Set<Link> unfenced = new HashSet<>();
    /** Whose queue pairs the device would not destroy: kept, with all that they might touch. */
    private final List<Link> abandoned = new ArrayList<>();
    private final Drains drains;

    LinkEnds(final EngineCore core) {
        this.core = core;
        drains = new Drains(core);
    }

    Drains drains() {
        return drains;
    }

    /** The first failure of a link: everything on it stops. Later ones change nothing. */
    void fail(final Link link, final int cause) {
        fail(link, cause, null);
    }

    /** @param detail said in the log, null for none */
    void fail(final Link link, final int cause, final String detail) {
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
        link.messages().abandonQuestions();
        ending.add(link);
        core.room().tell();
        core.connectionEnds().tell();
        if (Cause.kind(cause) != Cause.CONNECTION_CLOSED && Cause.kind(cause) != Cause.PEER_CLOSED) {
            core.log().warn("{} failed: {}{}", link, Cause.describe(cause), detail == null ? "" : ": " + detail);
            core.counters().connectionFailed();
            core.records().failed(link);
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
     * @param queueEmpty whether the completion queue had nothing more: only then may anything be ended by force
     */
    int work(final boolean queueEmpty) {
        int finished = 0;
        for (int i = ending.size() - 1; i >= 0; i--) {
            final Link link = ending.get(i);
            if (hasDrained(link, queueEmpty) && finish(link)) {
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
     * Whether nothing of a link is on the way any more. What is missing after its time is lost only if it is neither in the
     * ring, nor in the middle of a post, nor in the completion queue: a poll that began after the last post found nothing.
     */
    private boolean hasDrained(final Link link, final boolean queueEmpty) {
        final boolean missing = link.outstanding() > 0;
        final boolean overdue = missing && core.nanoTime() - link.deadlineNs() >= 0;
        if (missing) {
            if (!overdue && !drains.areNeeded(link)) {
                return false;
            }
            if (link.ending().lastSequence() < 0) {
                link.ending().lastSequence(core.ring().cursor()); // nothing is fed to it any more
            }
            if (!core.handlersPassed(link.ending().lastSequence())) {
                return false;
            }
        }
        if (link.ending().handlerCycles() == null) {
            link.ending().handlerCycles(core.handlerCycles());
        }
        if (!core.handlersPassed(link.ending().handlerCycles())) {
            return false;
        }
        if (missing && !overdue) {
            drains.post(link);
            return false;
        }
        if (missing && link.ending().handlerCycles() != NO_CYCLES) {
            link.ending().handlerCycles(NO_CYCLES); // the next poll comes after the last post
            return false;
        }
        return !missing || queueEmpty;
    }

    private boolean finish(final Link link) {
        if (!destroy(link)) {
            return false;
        }
        if (link.outstanding() > 0) {
            core.log().warn("{}: {} work requests did not come back, ended by destroying the queue pairs", link,
                    link.outstanding());
            core.settlement().settleForced(link);
            drains.giveUp(link);
        }
        if (link.inProgress() > 0) {
            return false; // handed over and settled in the next cycle, or on the way here by a slow submitter
        }
        ending.remove(link); // before the rest: whatever goes wrong there must not be done twice
        link.feeder().hold();
        try {
            link.credits().giveBackUnused();
        } finally {
            link.feeder().letGo();
        }
        core.credits().unreserve(link.credits().reserve());
        forget(link);
        return true;
    }

    /** Takes a link whose queue pairs are gone, or given up, out of the engine. */
    private void forget(final Link link) {
        core.links().remove(link);
        core.admission().arrivals().remove(link);
        link.finish();
        link.backPressure().taken(link.peerName()); // whatever it was refused, it is over
        core.records().closed(link);
        link.regions().close();
        core.regions().linkGone(link);
        if (link.notificationCredits().hasSlot()) {
            core.admission().giveBackNotificationSlot();
        }
        link.peer().send(new LinkMessage.Fenced());
        link.peer().finish();
        if (!link.ending().isPeerFenced()) {
            unfenced.add(link);
            giveUpUnfenced(link);
        }
        core.completeLater(link.closed());
    }

    private boolean destroy(final Link link) {
        for (final Lane lane : link.lanes()) {
            try {
                lane.queuePair().close();
            } catch (final RuntimeException e) {
                if (link.ending().tryDestroy() >= MOST_DESTROY_TRIES) { // its memory may be touched for ever: it is kept for ever
                    core.onError(e);
                    core.log().error("{}: a queue pair could not be destroyed, it and its memory are kept", link);
                    ending.remove(link);
                    abandoned.add(link);
                    core.links().remove(link);
                    link.peer().finish(); // without FENCED: that would not be true
                    core.completeLater(link.closed());
                }
                return false;
            }
        }
        return true;
    }

    /** The peer has destroyed its queue pairs. */
    void fenced(final Link link) {
        link.ending().peerFenced();
        unfenced.remove(link);
        core.completeLater(link.remoteFenced());
    }

    /** Nothing more comes from the peer, for whatever reason. */
    void channelEnded(final Link link, final int cause, final String detail) {
        link.ending().channelEnded();
        fail(link, cause, detail);
        giveUpUnfenced(link);
    }

    private void giveUpUnfenced(final Link link) {
        if (link.ending().hasChannelEnded() && unfenced.remove(link)) {
            core.failLater(link.remoteFenced(), new IllegalStateException(
                    "the way to the peer broke before it said that it has destroyed its queue pairs"));
        }
    }

    /** The engine ends: who waits for a peer's answer is told that none will come. */
    void close() {
        for (final Link link : unfenced) {
            core.failLater(link.remoteFenced(),
                    new IllegalStateException("the engine was closed before the peer answered"));
        }
        unfenced.clear();
    }
}
