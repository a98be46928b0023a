package io.sluice.verbs.soft;

import io.sluice.verbs.Errno;
import io.sluice.verbs.VerbsException;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Finds the objects of a device by number. A ticket is (generation &lt;&lt; 20 | slot), so a number that was valid once
 * does not find what took its place. Slots are reused in the order in which they were freed, and each rests for a while.
 *
 * <p>Add and remove under this object's monitor; look-ups from any thread, without a lock.
 */
final class SlotTable<T extends SlotTable.Entry> {
    static final int SLOT_BITS = 20;
    static final int MAX_SLOTS = 1 << SLOT_BITS;

    private static final int SLOT_MASK = MAX_SLOTS - 1;
    /**
     * Slots freed that wait before they are used again: keys and queue pair numbers carry few bits of the generation (a
     * queue pair number four), so a single slot used over and over would soon give an old number again.
     */
    private static final int RESTING = 255;

    private final String what;
    private final int limit;
    private final ArrayDeque<Long> free = new ArrayDeque<>();
    private int size;
    private int used;
    /** Replaced by a larger copy under the monitor; entries are written with the ordering of a volatile write. */
    private volatile AtomicReferenceArray<T> slots = new AtomicReferenceArray<>(16);

    /** What a table can hold: it learns its ticket when it is added. */
    abstract static class Entry {
        /** Written before the entry is published in the table. */
        private long ticket;

        final long ticket() {
            return ticket;
        }
    }

    SlotTable(final String what, final int limit) {
        this.what = what;
        this.limit = limit;
    }

    synchronized long add(final T entry) {
        if (size == limit) {
            throw new VerbsException(Errno.ENOMEM, "the device has all of its " + limit + " " + what);
        }
        final Long reused = free.size() > RESTING || used == limit ? free.poll() : null;
        final long ticket = reused == null ? (1L << SLOT_BITS | used++) : reused + MAX_SLOTS;
        final int slot = (int) ticket & SLOT_MASK;
        if (slot >= slots.length()) {
            grow();
        }
        entry(entry, ticket);
        slots.set(slot, entry);
        size++;
        return ticket;
    }

    synchronized void remove(final T entry) {
        final int slot = (int) entry.ticket() & SLOT_MASK;
        if (slots.get(slot) == entry) {
            slots.set(slot, null);
            free.add(entry.ticket());
            size--;
        }
    }

    /** Null where the ticket is stale or was never given. */
    T get(final long ticket) {
        final T entry = at((int) ticket & SLOT_MASK);
        return entry != null && entry.ticket() == ticket ? entry : null;
    }

    /** As {@link #get}, by the low bits of a ticket alone. */
    T getByLowBits(final long low, final long mask) {
        final T entry = at((int) low & SLOT_MASK);
        return entry != null && (entry.ticket() & mask) == low ? entry : null;
    }

    synchronized int size() {
        return size;
    }

    private T at(final int slot) {
        final AtomicReferenceArray<T> current = slots;
        return slot < current.length() ? current.get(slot) : null;
    }

    private void grow() {
        final AtomicReferenceArray<T> old = slots;
        final AtomicReferenceArray<T> larger = new AtomicReferenceArray<>(Math.min(MAX_SLOTS, old.length() * 4));
        for (int i = 0; i < old.length(); i++) {
            larger.set(i, old.get(i));
        }
        slots = larger;
    }

    private static void entry(final Entry entry, final long ticket) {
        entry.ticket = ticket;
    }
}
