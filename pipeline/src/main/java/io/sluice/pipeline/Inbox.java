package io.sluice.pipeline;

import io.sluice.pipeline.control.LinkMessage;
import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;

/**
 * Notifications that came and were not taken yet, of all connections. Filled by the poll thread, taken by any thread,
 * one at a time. Each connection has as many here as its peer had credit for; taking one gives the credit back.
 */
final class Inbox {
    private final ManyToOneConcurrentLinkedQueue<Notification> queue = new ManyToOneConcurrentLinkedQueue<>();

    /**
     * A message.
     *
     * @param link    that it came over
     * @param message its bytes
     */
    record Notification(Link link, byte[] message) {}

    void add(final Notification notification) {
        queue.add(notification);
    }

    /** Hands out up to that many; the handler runs outside any lock of the engine. */
    int take(final NotificationHandler handler, final int limit) {
        int taken = 0;
        while (taken < limit) {
            final Notification next;
            synchronized (this) { // one consumer at a time
                next = queue.poll();
            }
            if (next == null) {
                break;
            }
            taken++;
            next.link().notificationCredits().read();
            next.link().peer().send(new LinkMessage.NotificationCredit(1));
            handler.onNotification(next.link().peerName(), next.message());
        }
        return taken;
    }
}
