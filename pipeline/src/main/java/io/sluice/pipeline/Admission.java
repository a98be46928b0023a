package io.sluice.pipeline;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Who comes in: handshakes under way, places for notifications, connections that nobody accepted yet. Any thread. */
final class Admission {
    private final int mostNotificationSlots;
    private final AtomicInteger notificationSlots = new AtomicInteger();
    /** The device is not closed before they are over. */
    private final AtomicInteger handshakes = new AtomicInteger();
    /** Connections that peers dialled and nobody accepted yet. */
    private final LinkedBlockingQueue<Link> arrivals = new LinkedBlockingQueue<>();
    private volatile boolean accepting = true;

    Admission(final int mostNotificationSlots) {
        this.mostNotificationSlots = mostNotificationSlots;
    }

    void beginHandshake() {
        handshakes.incrementAndGet();
    }

    void endHandshake() {
        handshakes.decrementAndGet();
    }

    boolean isShakingHands() {
        return handshakes.get() > 0;
    }

    boolean takeNotificationSlot() {
        int now;
        do {
            now = notificationSlots.get();
            if (now == mostNotificationSlots) {
                return false;
            }
        } while (!notificationSlots.compareAndSet(now, now + 1));
        return true;
    }

    void giveBackNotificationSlot() {
        notificationSlots.decrementAndGet();
    }

    void arrived(final Link link) {
        arrivals.add(link);
    }

    LinkedBlockingQueue<Link> arrivals() {
        return arrivals;
    }

    boolean isAccepting() {
        return accepting;
    }

    void stopAccepting() {
        accepting = false;
    }
}
