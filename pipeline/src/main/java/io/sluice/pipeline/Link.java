package io.sluice.pipeline;

import com.lmax.disruptor.Sequence;
import io.sluice.pipeline.control.ControlChannel;
import io.sluice.pipeline.control.LinkMessage;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the engine keeps for one connection: its lanes, credits, feeder, the peer's regions, and its state. The unit of
 * failure: the first error on any lane fails all of it.
 *
 * <p>{@code state} only goes up. The poll thread alone takes it to FAILED and beyond; closing may begin on any thread.
 */
final class Link {
    /** Transfers are taken. */
    static final int OPEN = 1;
    /** No new transfers; those in flight go on. */
    static final int DRAINING = 2;
    /** The queue pairs are in ERR; what is outstanding comes back flushed. */
    static final int FAILED = 3;
    /** The queue pairs are destroyed, the lanes given back. */
    static final int CLOSED = 4;

    private final EngineCore core;
    private final String peerName;
    private final long peerInstance;
    private final Connection connection;
    private final RemoteRegions regions;
    private final BackPressure backPressure = new BackPressure();
    private final PeerMessages messages;
    private final NotificationCredits notificationCredits = new NotificationCredits();
    private Lane[] lanes;
    private LinkCredits credits;
    private Feeder feeder;
    private ControlChannel peer;
    /** Null where there was no handshake over TCP. Written before anything else can see it. */
    private LinkSession session;
    /** See the class. Volatile: a submitter that holds the feed flag reads it after the poll thread may have raised it. */
    private final AtomicInteger state = new AtomicInteger();
    /** First cause. Written by the poll thread before FAILED, read by anyone after. */
    private volatile int cause = Cause.NONE;
    /** On the ready list. */
    private final QueuedMark queued = new QueuedMark();
    /**
     * Some transfer of it was stopped: the next visit looks among all that wait. Set by any thread after it
     * has stopped one; exchanged by the poll thread, so that it reads what it clears and sees that stop.
     */
    private final AtomicBoolean sweep = new AtomicBoolean();
    /** Poll thread alone: it is on the poll thread's own list of links to visit. */
    private boolean onVisitList;
    /** When DRAINING ends, or FAILED may be forced, by the engine's clock. Written before the state that it belongs to. */
    private volatile long deadlineNs;
    private final CompletableFuture<Void> opened = new CompletableFuture<>();
    /** Written before {@code opened} completes. */
    private volatile boolean wasOpen;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final CompletableFuture<Void> remoteFenced = new CompletableFuture<>();
    // Poll thread alone.
    private boolean fenceSent;
    private final LinkEnding ending = new LinkEnding();
    /**
     * Submits under way and transfers accepted: submitters, atomic add, before they look at {@code state}. The poll
     * thread raises {@code state} first and reads this then: either the submitter sees that the link has failed, or the
     * poll thread sees the submit and does not end the link before it has settled.
     */
    private final Sequence accepted = new Sequence(0);
    /** Transfers settled: written by the poll thread alone, with release. */
    private final Sequence settled = new Sequence(0);
    /** Slots that its transfers have given back. Any thread, atomic add. */
    private final Sequence slotsFreed = new Sequence(0);
    /** Pool chunks that its transfers hold. */
    private final LentCount chunksHeld = new LentCount();

    Link(final EngineCore core, final String peerName, final long peerInstance) {
        this.core = core;
        this.peerName = peerName;
        this.peerInstance = peerInstance;
        regions = new RemoteRegions(this);
        messages = new PeerMessages(this);
        connection = new Connection(this);
    }

    /** Once, by the handshake, before anything else can see it. */
    void equip(final Lane[] newLanes, final LinkCredits newCredits, final ControlChannel newPeer) {
        lanes = newLanes;
        credits = newCredits;
        peer = newPeer;
        feeder = new Feeder(this, core, newCredits, newLanes);
    }

    /** Once, by the handshake. */
    void session(final LinkSession newSession) {
        session = newSession;
    }

    LinkSession session() {
        return session;
    }

    /** The peer is ready. */
    void open() {
        if (state.compareAndSet(0, OPEN)) {
            wasOpen = true;
            core.counters().add(EngineCounter.CONNECTIONS_OPENED);
            core.records().opened(this);
            opened.complete(null);
        }
    }

    /** Completes when it is open, or has failed before it was. */
    CompletableFuture<Void> opened() {
        return opened;
    }

    /** Asked when {@link #opened} has completed. */
    boolean wasOpen() {
        return wasOpen;
    }

    EngineCore core() {
        return core;
    }

    Connection connection() {
        return connection;
    }

    String peerName() {
        return peerName;
    }

    long peerInstance() {
        return peerInstance;
    }

    RemoteRegions regions() {
        return regions;
    }

    BackPressure backPressure() {
        return backPressure;
    }

    /** What the peer tells. */
    PeerMessages messages() {
        return messages;
    }

    LinkEnding ending() {
        return ending;
    }

    NotificationCredits notificationCredits() {
        return notificationCredits;
    }

    Lane[] lanes() {
        return lanes;
    }

    LinkCredits credits() {
        return credits;
    }

    Feeder feeder() {
        return feeder;
    }

    ControlChannel peer() {
        return peer;
    }

    int state() {
        return state.get();
    }

    boolean isOpen() {
        return state.get() == OPEN;
    }

    int cause() {
        return cause;
    }

    long deadlineNs() {
        return deadlineNs;
    }

    CompletableFuture<Void> closed() {
        return closed;
    }

    CompletableFuture<Void> remoteFenced() {
        return remoteFenced;
    }

    /** Puts it before the poll thread, once however often it is asked. The caller wakes the poll thread. */
    void ready() {
        if (queued.set() && !core.ready().offer(this)) {
            queued.clear();
            core.control().add(this::ready); // full of links that have ended: the poll thread is emptying it
        }
    }

    /** The poll thread, before a visit: whoever has work from now on queues it again. */
    void unqueue() {
        queued.clear();
    }

    boolean onVisitList() {
        return onVisitList;
    }

    void onVisitList(final boolean is) {
        onVisitList = is;
    }

    /** A transfer of it was stopped: it must be closed soon, whether it may start or not. */
    void sweepSoon() {
        sweep.set(true);
        ready();
    }

    boolean takeSweep() {
        return sweep.get() && sweep.getAndSet(false);
    }

    /** No new transfers. False if it was not open. */
    boolean drain(final long untilNs) {
        if (state.get() == OPEN) {
            deadlineNs = untilNs;
        }
        return state.compareAndSet(OPEN, DRAINING);
    }

    /** Poll thread alone. False if it has failed before. */
    boolean fail(final int why, final long forceAfterNs) {
        if (state.get() >= FAILED) {
            return false;
        }
        cause = why;
        deadlineNs = forceAfterNs;
        state.set(FAILED);
        VarHandle.fullFence(); // before anyone reads accepted
        opened.complete(null);
        return true;
    }

    /** Poll thread alone. */
    void finish() {
        state.set(CLOSED);
    }

    int outstanding() {
        int sum = 0;
        for (final Lane lane : lanes) {
            sum += lane.outstanding();
        }
        return sum;
    }

    /** Poll thread alone: tells the peer once. */
    void sendFence() {
        if (!fenceSent) {
            fenceSent = true;
            peer.send(new LinkMessage.Fence());
        }
    }

    /** Counts a submit. False: the link is not open, nothing was counted. */
    boolean accept() {
        accepted.incrementAndGet(); // a full fence: see there
        if (isOpen()) {
            return true;
        }
        unaccept();
        return false;
    }

    /** Takes back an accept that came to nothing. By the submitter that made it. */
    void unaccept() {
        accepted.addAndGet(-1);
    }

    /** Poll thread alone. */
    void settle() {
        settled.set(settled.get() + 1);
    }

    /** Submits under way, and transfers accepted and not settled. */
    long inProgress() {
        final long settledNow = settled.get(); // first: so the difference is never too small
        return accepted.get() - settledNow;
    }

    /** Submits under way, and transfers that hold a slot. */
    long slotsHeld() {
        final long freedNow = slotsFreed.get(); // first: so the difference is never too small
        return accepted.get() - freedNow;
    }

    void slotFreed() {
        slotsFreed.incrementAndGet();
    }

    LentCount chunksHeld() {
        return chunksHeld;
    }

    @Override
    public String toString() {
        return "connection to " + peerName;
    }
}
