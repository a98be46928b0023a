package io.sluice.properties.device;

/**
 * What an address, a key and a length in a request stand for.
 *
 * @param region null where the key is nobody's
 * @param at     position in the memory of the program; may lie anywhere
 * @param bytes  may be too many
 */
record ModelRange(ModelRegion region, long at, long bytes) {}
