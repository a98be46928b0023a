package io.sluice.bench.replay;

import io.sluice.bench.blocks.Geometry;
import io.sluice.policies.SlicePolicy;

/**
 * What one request moves: runs of slots, the same in every layer. The arrays are not copied: nobody writes to them.
 *
 * @param index        place in the trace, from 0
 * @param timestampMs  when it arrives
 * @param blocks       blocks that it asks for
 * @param movedBlocks  blocks among them that are moved for it
 * @param sources      first slot of each run at the prefill side
 * @param destinations first slot of each run at the decode side
 * @param lengths      blocks of each run
 * @param waitsFor     places in the trace of requests of the same round that move blocks which this one needs too
 */
record RequestPlan(int index, long timestampMs, int blocks, int movedBlocks, int[] sources, int[] destinations,
        int[] lengths, int[] waitsFor) {

    boolean movesNothing() {
        return movedBlocks == 0;
    }

    int runs() {
        return lengths.length;
    }

    /** Slices that a policy cuts of it, in all layers. */
    long slices(final Geometry geometry, final SlicePolicy policy) {
        long slices = 0;
        for (final int length : lengths) {
            slices += policy.sliceCount(length * geometry.blockBytes());
        }
        return slices * geometry.layers();
    }
}
