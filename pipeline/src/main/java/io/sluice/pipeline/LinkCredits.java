package io.sluice.pipeline;

import com.lmax.disruptor.Sequence;

/**
 * What a connection has outstanding, against what it may have: completion queue credits (its lanes' reserves, and the
 * shared ones it holds), READ credits, and transfers in flight.
 *
 * <p>Each count is a pair: the feeder raises one half under the feed flag, the poll thread the other, with release. The
 * feeder keeps how far its half may go by what it has seen of the other, and looks there again only when that is not enough.
 * What is written for each transfer lies on a cache line of its own, so that neither side waits for the other's.
 *
 * <p>That limit stays right: the poll thread never gives more shared credits back than slices have come back, it gives
 * them back before it counts the slices as returned, and the feeder reads these two the other way round. So the feeder
 * never counts on a slice's credit that the poll thread is about to give away. (In between more is outstanding here than
 * credits are held; the device's queue has room all the same, for those slices were polled before.)
 */
final class LinkCredits {
    private final CqCredits shared;
    private final int reserve;
    private final int readLimit;
    private final int transferLimit;

    // Raised under the feed flag; taken and sharedTaken with release, for the poll thread and snapshots read them.
    private final Sequence taken = new Sequence(0);
    private final Sequence sharedTaken = new Sequence(0);
    private final Sequence readsTaken = new Sequence(0);
    private final Sequence started = new Sequence(0);
    // How far they may go. Under the feed flag.
    private final Sequence takenLimit;
    private final Sequence readsTakenLimit;
    private final Sequence startedLimit;

    // Raised by the poll thread alone, with release.
    private final Sequence returned = new Sequence(0);
    private final Sequence sharedReturned = new Sequence(0);
    private final Sequence readsReturned = new Sequence(0);
    private final Sequence settled = new Sequence(0);

    LinkCredits(final CqCredits shared, final int reserve, final int readLimit, final int transferLimit) {
        this.shared = shared;
        this.reserve = reserve;
        this.readLimit = readLimit;
        this.transferLimit = transferLimit;
        takenLimit = new Sequence(reserve);
        readsTakenLimit = new Sequence(readLimit);
        startedLimit = new Sequence(transferLimit);
    }

    /** How many slices may be published, 0 up to {@code wanted}; takes shared credits for that. Under the feed flag. */
    int allowance(final int wanted, final boolean read) {
        int allowed = wanted;
        if (read) {
            allowed = (int) Math.min(wanted, readCredit(wanted));
        }
        long credit = takenLimit.get() - taken.get();
        if (credit < allowed) {
            final long returnedNow = returned.get(); // before sharedReturned: see the class
            final long sharedHeld = sharedTaken.get() - sharedReturned.get();
            credit = reserve + sharedHeld - (taken.get() - returnedNow);
            if (credit < allowed) {
                final int more = shared.take((int) (allowed - credit), sharedHeld);
                sharedTaken.set(sharedTaken.get() + more);
                credit += more;
            }
            takenLimit.set(taken.get() + credit);
        }
        return (int) Math.max(0, Math.min(allowed, credit)); // it may be below 0 for a moment
    }

    private long readCredit(final int wanted) {
        if (readsTakenLimit.get() - readsTaken.get() < wanted) {
            readsTakenLimit.set(readLimit + readsReturned.get());
        }
        return readsTakenLimit.get() - readsTaken.get();
    }

    /** Under the feed flag; at most the allowance. */
    void take(final int slices, final boolean read) {
        taken.set(taken.get() + slices);
        if (read) {
            readsTaken.set(readsTaken.get() + slices);
        }
    }

    /** Takes back a {@link #take} of slices that were not published. Under the feed flag. */
    void untake(final int slices, final boolean read) {
        take(-slices, read);
    }

    /** Whether a READ has credit. Under the feed flag. */
    boolean mayRead() {
        return readCredit(1) > 0;
    }

    /** Whether one more transfer may be in flight; counts it. Under the feed flag. */
    boolean start() {
        final long startedNow = started.get();
        if (startedNow >= startedLimit.get()) {
            startedLimit.set(transferLimit + settled.get());
            if (startedNow >= startedLimit.get()) {
                return false;
            }
        }
        started.set(startedNow + 1);
        return true;
    }

    /** The poll thread alone. */
    void giveBack(final int slices, final boolean read) {
        final long back = sharedReturned.get();
        final long give = Math.min(slices, sharedTaken.get() - back);
        if (give > 0) {
            sharedReturned.set(back + give);
            shared.giveBack(give);
        }
        returned.set(returned.get() + slices); // behind sharedReturned: see the class
        if (read) {
            readsReturned.set(readsReturned.get() + slices);
        }
    }

    /** A transfer that had started has settled. The poll thread alone. */
    void settle() {
        settled.set(settled.get() + 1);
    }

    /** Slices that have come back so far. */
    long returnedSoFar() {
        return returned.get();
    }

    long outstanding() {
        final long returnedNow = returned.get(); // first: so the difference is never too small
        return taken.get() - returnedNow;
    }

    /** Shared credits that it holds now. */
    long sharedHeld() {
        final long returnedNow = sharedReturned.get();
        return sharedTaken.get() - returnedNow;
    }

    int reserve() {
        return reserve;
    }

    /**
     * Gives back shared credits that were taken for slices which then found no room in the ring. The poll thread, holding
     * the feed flag: both halves stand still.
     */
    void giveBackUnused() {
        final long needed = Math.max(0, outstanding() - reserve);
        final long unused = sharedHeld() - needed;
        if (unused > 0) {
            sharedReturned.set(sharedReturned.get() + unused);
            shared.giveBack(unused);
            takenLimit.set(reserve + needed + returned.get());
        }
    }
}
