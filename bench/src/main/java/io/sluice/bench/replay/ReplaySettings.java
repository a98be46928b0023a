package io.sluice.bench.replay;

import io.sluice.bench.blocks.Geometry;
import io.sluice.pipeline.Metadata;
import io.sluice.pipeline.Op;
import io.sluice.pipeline.ThreadingMode;
import io.sluice.policies.SlicePolicy;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a replay does; concluded from the command's options.
 *
 * @param prefill     of the side that the blocks come from
 * @param decode      of the side that they go to; as many layers, blocks as large
 * @param op          WRITE: the prefill side moves; READ: the decode side does
 * @param cut         how runs become slices
 * @param inFlight    transfers at once
 * @param connections that requests take turns on
 * @param timeScale   trace time against moving time in an open loop; 0 for a closed loop
 * @param deviceName  as the engine takes it
 * @param mode        threads of the engines
 * @param chaosSeed   of the faults; empty for none
 * @param remote      where the other side listens; empty if it is in this process
 */
record ReplaySettings(Geometry prefill, Geometry decode, Op op, Cut cut, int inFlight, int connections,
        double timeScale, String deviceName, ThreadingMode mode, OptionalLong chaosSeed, Optional<Metadata> remote) {

    /** How runs become slices. */
    enum Cut {
        /** Slices of the engine's slice size. */
        BLOCKS,
        /** One slice a run. */
        WHOLE;

        /** What every device takes in one message; Soft-RoCE takes no more. */
        private static final long MAX_MESSAGE_BYTES = 8L << 20;

        SlicePolicy policy(final int sliceSize, final int fragmentLimit) {
            return this == WHOLE
                    ? SlicePolicy.whole(MAX_MESSAGE_BYTES)
                    : SlicePolicy.blocks(sliceSize, fragmentLimit, MAX_MESSAGE_BYTES);
        }
    }

    boolean isOpenLoop() {
        return timeScale > 0;
    }

    boolean isChaos() {
        return chaosSeed.isPresent();
    }
}
