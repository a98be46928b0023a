package io.sluice.pipeline;

import io.sluice.policies.SlicePolicy;

/**
 * The objects of transfers, by slot: written by the submitter before the slot is ACTIVE, cleared by the poll thread
 * before it is settled; only what changes, for both sides read them all the time.
 */
final class SlotObjects {
    private final Link[] links;
    private final SlicePolicy[] policies;
    private final TransferListener[] listeners;
    private final byte[][] notifications;

    /** The engine's own policies need not be forgotten. */
    private final SlicePolicy blocks;
    private final SlicePolicy whole;

    SlotObjects(final int slots, final SlicePolicy blocks, final SlicePolicy whole) {
        this.blocks = blocks;
        this.whole = whole;
        links = new Link[slots];
        policies = new SlicePolicy[slots];
        listeners = new TransferListener[slots];
        notifications = new byte[slots][];
    }

    void own(final int slot, final Link link, final SlicePolicy policy, final TransferListener listener,
            final byte[] notification) {
        if (links[slot] != link) {
            links[slot] = link;
        }
        if (policies[slot] != policy) {
            policies[slot] = policy;
        }
        if (listener != null) {
            listeners[slot] = listener;
        }
        if (notification != null) {
            notifications[slot] = notification;
        }
    }

    /** The caller's objects; the link stays, for the release. */
    void forget(final int slot) {
        final SlicePolicy policy = policies[slot];
        if (policy != blocks && policy != whole) {
            policies[slot] = null;
        }
        if (listeners[slot] != null) {
            listeners[slot] = null;
        }
        if (notifications[slot] != null) {
            notifications[slot] = null;
        }
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
