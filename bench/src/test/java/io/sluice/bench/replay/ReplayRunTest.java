package io.sluice.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.blocks.CacheSide;
import io.sluice.bench.blocks.Geometry;
import io.sluice.bench.blocks.LocalSide;
import io.sluice.bench.blocks.Workers;
import io.sluice.bench.trace.TraceRequest;
import io.sluice.pipeline.Op;
import io.sluice.pipeline.ThreadingMode;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReplayRunTest {
    private static final Geometry GEOMETRY = new Geometry(2, 4096, 8);
    private static final ReplaySettings SETTINGS = new ReplaySettings(GEOMETRY, GEOMETRY, Op.WRITE,
            ReplaySettings.Cut.BLOCKS, 2, 1, 0, "soft", ThreadingMode.SHARED, OptionalLong.empty(), Optional.empty());
    private static final Progress NO_PROGRESS = new Progress() {
        @Override
        public void at(final Tally tally) {}

        @Override
        public void close() {}
    };

    private final Failures failures = new Failures(false);

    /** With an arrival side of its own, the bytes that moved are not those that are checked. */
    private Tally run(final boolean lookElsewhere) {
        final List<Round> rounds = Planner.plan(List.of(new TraceRequest(0, 1, 1, new long[]{ 5, 6 }),
                new TraceRequest(0, 1, 1, new long[]{ 5, 6, 7 })), 8, 8);
        try (Arena arena = Arena.ofShared(); Workers workers = new Workers("test", 2)) {
            final CacheSide prefill = new CacheSide(GEOMETRY, arena);
            final CacheSide decode = new CacheSide(GEOMETRY, arena);
            final CacheSide checked = lookElsewhere ? new CacheSide(GEOMETRY, arena) : decode;
            try (EnginePair engines = new EnginePair(SETTINGS, prefill, decode, null)) {
                final Pace pace = new Pace(0, 0);
                return new ReplayRun(new LocalSide(prefill, workers), new LocalSide(checked, workers),
                        new Mover(engines, SETTINGS, pace, failures), pace,
                        new PlainCopy(prefill, decode, workers, false), engines.policy(), failures)
                        .run(rounds, NO_PROGRESS);
            }
        }
    }

    @Test
    void whatMovedIsCountedAndRight() {
        final Tally tally = run(false);
        assertThat(failures.count()).isZero();
        assertThat(tally.requests).isEqualTo(2);
        assertThat(tally.blocks).isEqualTo(5);
        assertThat(tally.movedBlocks).isEqualTo(3);
        assertThat(tally.bytes).isEqualTo(3 * 2 * 4096);
        assertThat(tally.slices).isEqualTo(4);
        assertThat(tally.checkedBytes).isEqualTo(3 * 2 * 4096);
        assertThat(tally.latencyNs.getTotalCount()).isEqualTo(2);
    }

    @Test
    void aWrongByteIsAFailureThatNamesItsPlace() {
        run(true);
        assertThat(failures.count()).isEqualTo(1);
        assertThat(failures.messages().getFirst()).contains("requests 1 to 2", "block 5, layer 0, offset 0");
    }
}
