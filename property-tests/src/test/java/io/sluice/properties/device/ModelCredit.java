package io.sluice.properties.device;

import java.util.ArrayDeque;
import java.util.Deque;

/** The slots of a send or receive queue: one for each request, from post until a completion at or behind it is polled. */
final class ModelCredit {
    private final int capacity;
    private final Deque<Long> taken = new ArrayDeque<>();

    ModelCredit(final int capacity) {
        this.capacity = capacity;
    }

    boolean take(final long wrId) {
        return taken.size() < capacity && taken.add(wrId);
    }

    void polled(final long wrId) {
        while (taken.remove() != wrId) {
            // in order: an earlier one without a completion of its own
        }
    }
}
