package io.sluice.bench.replay;

import io.sluice.bench.blocks.CacheSide;
import io.sluice.bench.blocks.Geometry;
import io.sluice.bench.blocks.Workers;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The yardstick: copies the runs of a round from one side to the other with {@link MemorySegment#copy}, on as many threads
 * as the engine posts with. After the check, so that it hides nothing.
 */
final class PlainCopy {
    private final CacheSide from;
    private final CacheSide to;
    private final Workers workers;
    private final boolean backwards;

    /** @param backwards copy the runs the other way: where the destinations are real and the sources are not */
    PlainCopy(final CacheSide from, final CacheSide to, final Workers workers, final boolean backwards) {
        this.from = from;
        this.to = to;
        this.workers = workers;
        this.backwards = backwards;
    }

    void copy(final List<RequestPlan> requests) {
        final int layers = from.geometry().layers();
        workers.each(Math.multiplyExact(requests.size(), layers),
                part -> copy(requests.get(part / layers), part % layers));
    }

    private void copy(final RequestPlan request, final int layer) {
        final Geometry source = from.geometry();
        final Geometry target = to.geometry();
        for (int run = 0; run < request.runs(); run++) {
            final long bytes = request.lengths()[run] * source.blockBytes();
            final MemorySegment here = from.memory().asSlice(source.offset(layer, request.sources()[run]), bytes);
            final MemorySegment there = to.memory().asSlice(target.offset(layer, request.destinations()[run]), bytes);
            if (backwards) {
                here.copyFrom(there);
            } else {
                there.copyFrom(here);
            }
        }
    }
}
