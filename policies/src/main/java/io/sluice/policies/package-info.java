/**
 * Pure rules: how lengths become slices, how block lists become contiguous runs, how slices find lanes and shards.
 *
 * <p>Nothing here does I/O, starts a thread, keeps state between calls or knows of devices. Everything is safe for use
 * by any number of threads unless its Javadoc says otherwise.
 */
package io.sluice.policies;
