package io.sluice.properties.device.threads;

import io.sluice.verbs.MemoryRegion;

/** The memory that one thread uses for one pair. Slots are taken from it in order, each once; that thread's alone. */
final class Area {
    static final int BYTES = 3 << 20;
    /** Between slots, so that a byte too many is seen. */
    private static final int GAP = 24;

    private final int start;
    private final MemoryRegion region;
    private int next;

    Area(final int start, final MemoryRegion region) {
        this.start = start;
        this.region = region;
        next = start;
    }

    int start() {
        return start;
    }

    MemoryRegion region() {
        return region;
    }

    boolean hasRoom(final int slots, final int length) {
        return next + (long) slots * (length + GAP) <= start + BYTES;
    }

    /** @return where the slot begins in the memory of the run */
    int take(final int length) {
        final int slot = next;
        next += length + GAP;
        return slot;
    }
}
