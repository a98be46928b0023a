package io.sluice.bench.replay;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Which block is in which slot of one side's memory. When there is no free slot, the block that was used longest ago
 * makes room; pinned ones stay. Not safe for use by several threads.
 */
final class BlockPool {
    private final int slots;
    /** In the order of use. Pinned blocks were used after all others, so they are at the end. */
    private final LinkedHashMap<Long, Integer> slotOf = new LinkedHashMap<>(16, 0.75f, true);
    private final Set<Long> pinned = new HashSet<>();
    /** Slots from here on have never been taken. */
    private int unused;

    BlockPool(final int slots) {
        this.slots = slots;
    }

    boolean holds(final long hash) {
        return slotOf.containsKey(hash);
    }

    boolean isPinned(final long hash) {
        return pinned.contains(hash);
    }

    /** Blocks that {@link #take} could still place. */
    int available() {
        return slots - pinned.size();
    }

    /** Uses a block that is held, and keeps it until {@link #unpinAll()}. */
    int pin(final long hash) {
        final Integer slot = slotOf.get(hash);
        if (slot == null) {
            throw new IllegalStateException("block " + hash + " is not in the pool");
        }
        pinned.add(hash);
        return slot;
    }

    /**
     * Places blocks that are not held, and pins them. The slots ascend, so that neighbours in the list become neighbours
     * in memory where they can; the first blocks of the list count as used last, so that a prefix outlives what follows it.
     *
     * @param hashes distinct, and no more than {@link #available()}
     * @return the slot of each
     */
    int[] take(final long[] hashes) {
        if (hashes.length > available()) {
            throw new IllegalStateException(hashes.length + " blocks do not fit: of " + slots + " slots "
                    + pinned.size() + " are in use");
        }
        final int[] taken = new int[hashes.length];
        final Iterator<Map.Entry<Long, Integer>> oldest = slotOf.entrySet().iterator();
        for (int i = 0; i < taken.length; i++) {
            if (unused < slots) {
                taken[i] = unused++;
            } else {
                taken[i] = oldest.next().getValue();
                oldest.remove();
            }
        }
        Arrays.sort(taken);
        for (int i = taken.length - 1; i >= 0; i--) {
            slotOf.put(hashes[i], taken[i]);
            pinned.add(hashes[i]);
        }
        return taken;
    }

    /** Nothing is in use any more; all stays where it is. */
    void unpinAll() {
        pinned.clear();
    }
}
