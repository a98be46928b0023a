package io.sluice.verbs.soft;

import java.security.SecureRandom;

/**
 * The memory regions of a device by key. Keys look random and are so per process: a key of another process, an old one
 * or a guess hardly ever finds a region, and an lkey is no rkey. A key is the low 32 bits of the region's ticket (slot
 * 20, generation 12) in a disguise that can be undone.
 */
final class KeyTable {
    static final int MAX_REGIONS = SlotTable.MAX_SLOTS;

    private static final long MASK = 0xffff_ffffL;
    private static final int MULTIPLIER = 0x9e37_79b1;
    private static final int INVERSE = inverse(MULTIPLIER);

    private final SlotTable<SoftMemoryRegion> table;
    private final int localSecret;
    private final int remoteSecret;

    KeyTable(final int limit, final SecureRandom random) {
        table = new SlotTable<>("memory regions", limit);
        localSecret = random.nextInt();
        remoteSecret = random.nextInt();
    }

    long add(final SoftMemoryRegion region) {
        return table.add(region);
    }

    void remove(final SoftMemoryRegion region) {
        table.remove(region);
    }

    SoftMemoryRegion byHandle(final long handle) {
        return table.get(handle);
    }

    SoftMemoryRegion byLkey(final int lkey) {
        return table.getByLowBits(reveal(lkey, localSecret) & MASK, MASK);
    }

    SoftMemoryRegion byRkey(final int rkey) {
        return table.getByLowBits(reveal(rkey, remoteSecret) & MASK, MASK);
    }

    int lkey(final long handle) {
        return disguise((int) handle, localSecret);
    }

    int rkey(final long handle) {
        return disguise((int) handle, remoteSecret);
    }

    int size() {
        return table.size();
    }

    static int disguise(final int plain, final int secret) {
        int x = (plain ^ secret) * MULTIPLIER;
        x ^= x >>> 16;
        return x * MULTIPLIER;
    }

    static int reveal(final int key, final int secret) {
        int x = key * INVERSE;
        x ^= x >>> 16;
        return x * INVERSE ^ secret;
    }

    /** Of an odd number, modulo 2^32, by Newton's iteration: each step doubles the bits that are right. */
    private static int inverse(final int odd) {
        int x = odd;
        for (int i = 0; i < 5; i++) {
            x *= 2 - odd * x;
        }
        return x;
    }
}
