package io.sluice.pipeline;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Notifications of one connection: how many the peer takes from here, and how many of its own are unread here. */
final class NotificationCredits {
    private static final int MOST = 65_536;

    /** What may be sent. Any thread, compare-and-set. */
    private final AtomicLong credit = new AtomicLong();
    /** Come and not read: raised by the poll thread, lowered by who reads. */
    private final AtomicInteger unread = new AtomicInteger();
    // Written once, by the handshake, before anything else can see them.
    private boolean hasSlot;
    private boolean maySend;
    private int mostUnread;

    /**
     * @param peerTakes what the peer takes unread
     * @param slot      whether this end has a place for notifications of this connection
     * @param takesHere what it takes unread then
     */
    void allow(final int peerTakes, final boolean slot, final int takesHere) {
        hasSlot = slot;
        maySend = slot && peerTakes > 0;
        mostUnread = slot ? takesHere : 0;
        credit.set(maySend ? peerTakes : 0);
    }

    boolean hasSlot() {
        return hasSlot;
    }

    /** Both ends have a place for notifications of this connection. */
    boolean maySend() {
        return maySend;
    }

    boolean take() {
        long now;
        do {
            now = credit.get();
            if (now == 0) {
                return false;
            }
        } while (!credit.compareAndSet(now, now - 1));
        return true;
    }

    void giveBack() {
        credit.incrementAndGet();
    }

    /** False: the peer gives more than an inbox holds. */
    boolean more(final int credits) {
        return credit.addAndGet(credits) <= MOST;
    }

    /** Poll thread. False: the peer had no credit for it. */
    boolean arrived() {
        return unread.incrementAndGet() <= mostUnread;
    }

    void read() {
        unread.decrementAndGet();
    }
}
