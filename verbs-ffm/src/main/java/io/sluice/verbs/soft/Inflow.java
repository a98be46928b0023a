package io.sluice.verbs.soft;

/** Bytes that arrive from outside and go straight to where they belong. */
interface Inflow {
    /**
     * Moves what is there now into a region, without waiting. The caller holds a use of the region, and the lock of
     * the half of the queue pair that the bytes are for.
     *
     * @param region that they go to
     * @param offset of the first byte
     * @param most   bytes, 1 or more
     * @throws IllegalStateException if the region's memory was closed
     */
    void into(SoftMemoryRegion region, long offset, int most);

    /** @return bytes that the last call moved */
    int count();
}
