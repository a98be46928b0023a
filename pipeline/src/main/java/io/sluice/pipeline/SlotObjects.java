package io.sluice.pipeline;

import io.sluice.policies.SlicePolicy;

/**
 * The objects of transfers, by slot: written by the submitter before the slot is ACTIVE, cleared by the poll thread
 * before it is settled.
 */
final class SlotObjects {
    private final Link[] links;
    private final SlicePolicy[] policies;
    private final TransferListener[] listeners;
    private final byte[][] notifications;

    SlotObjects(final int slots) {
        links = new Link[slots];
        policies = new SlicePolicy[slots];
        listeners = new TransferListener[slots];
        notifications = new byte[slots][];
    }

    void own(final int slot, final Link link, final SlicePolicy policy, final TransferListener listener,
            final byte[] notification) {
        links[slot] = link;
        policies[slot] = policy;
        listeners[slot] = listener;
        notifications[slot] = notification;
    }

    /** All but the link, which stays for the release. */
    void forget(final int slot) {
        policies[slot] = null;
        listeners[slot] = null;
        notifications[slot] = null;
    }

    Link link(final int slot) {
        return links[slot];
    }

    SlicePolicy[] policies() {
        return policies;
    }

    TransferListener listener(final int slot) {
        return listeners[slot];
    }

    byte[] notification(final int slot) {
        return notifications[slot];
    }
}
