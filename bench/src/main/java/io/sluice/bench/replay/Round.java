package io.sluice.bench.replay;

import io.sluice.bench.blocks.PlacedBlocks;
import java.util.List;

/**
 * Requests whose blocks are in memory together. A round is filled, moved, checked; no slot gets a second block in it.
 *
 * @param requests in the order of the trace
 * @param fills    blocks that the prefill side must make first
 * @param arrivals blocks that are moved, at the decode side
 * @param checks   blocks that the decode side holds for these requests when all have moved, arrivals among them
 */
record Round(List<RequestPlan> requests, PlacedBlocks fills, PlacedBlocks arrivals, PlacedBlocks checks) {
    long movedBlocks() {
        return arrivals.count();
    }
}
