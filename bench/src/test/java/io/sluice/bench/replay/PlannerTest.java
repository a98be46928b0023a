package io.sluice.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.bench.blocks.PlacedBlocks;
import io.sluice.bench.trace.ChatShape;
import io.sluice.bench.trace.TraceGenerator;
import io.sluice.bench.trace.TraceRequest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlannerTest {
    private static TraceRequest request(final long... hashes) {
        return new TraceRequest(0, 512L * hashes.length, 1, hashes);
    }

    @Test
    void onlyBlocksThatTheDecodeSideLacksAreMoved() {
        final List<Round> rounds = Planner.plan(List.of(request(1, 2, 3), request(1, 2, 4, 5), request(1, 2)), 100,
                100);

        assertThat(rounds).hasSize(1);
        assertThat(rounds.getFirst().requests()).extracting(RequestPlan::movedBlocks).containsExactly(3, 2, 0);
        assertThat(rounds.getFirst().requests().get(1).waitsFor()).containsExactly(0);
        assertThat(rounds.getFirst().fills().hashes()).containsExactly(1, 2, 3, 4, 5);
        assertThat(rounds.getFirst().checks().hashes()).containsExactlyInAnyOrder(1, 2, 3, 4, 5);
    }

    @Test
    void neighboursBecomeOneRun() {
        final RequestPlan plan = Planner.plan(List.of(request(7, 8, 9)), 10, 10).getFirst().requests().getFirst();

        assertThat(plan.runs()).isEqualTo(1);
        assertThat(plan.lengths()).containsExactly(3);
    }

    @Test
    void aBlockNamedTwiceIsMovedOnce() {
        final RequestPlan plan = Planner.plan(List.of(request(7, 7, 7)), 10, 10).getFirst().requests().getFirst();

        assertThat(plan.blocks()).isEqualTo(3);
        assertThat(plan.movedBlocks()).isEqualTo(1);
    }

    @Test
    void aRequestWithoutBlocksMovesNothing() {
        assertThat(Planner.plan(List.of(request()), 1, 1).getFirst().requests().getFirst().movesNothing()).isTrue();
    }

    @Test
    void aRequestThatFitsNoPoolIsRefusedNamingBoth() {
        assertThatThrownBy(() -> Planner.plan(List.of(request(1), request(1, 2, 3)), 2, 10))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("request 2")
                .hasMessageContaining("3 blocks").hasMessageContaining("2 (prefill)");
    }

    /** Plays a plan on two maps from slot to block, and looks at everything that must hold. */
    @ParameterizedTest
    @CsvSource({ "40, 40", "64, 200", "200, 64", "3000, 3000" })
    void aPlayedPlanPutsEveryBlockWhereItBelongs(final int prefillSlots, final int decodeSlots) {
        final List<TraceRequest> trace = TraceGenerator.generate(new ChatShape(3, 400, 4, 4, 3, 512, 16_384));
        final Map<Integer, Long> prefill = new HashMap<>();
        final Map<Integer, Long> decode = new HashMap<>();
        int requests = 0;
        for (final Round round : Planner.plan(trace, prefillSlots, decodeSlots)) {
            place(round.fills(), prefill);
            int moved = 0;
            final Set<Integer> written = new HashSet<>();
            for (final RequestPlan plan : round.requests()) {
                assertThat(plan.index()).isEqualTo(requests);
                final long[] wanted = trace.get(requests++).hashIds();
                final Set<Long> missing = new HashSet<>(Arrays.stream(wanted).boxed().toList());
                missing.removeAll(decode.values());
                assertThat(move(plan, prefill, decode, written)).isEqualTo(missing);
                assertThat(plan.movedBlocks()).isEqualTo(missing.size());
                moved += missing.size();
                assertThat(decode.values()).contains(Arrays.stream(wanted).boxed().toArray(Long[]::new));
            }
            assertThat(round.arrivals().count()).isEqualTo(moved);
            for (int i = 0; i < round.checks().count(); i++) {
                assertThat(decode.get(round.checks().slots()[i])).isEqualTo(round.checks().hashes()[i]);
            }
            assertThat(prefill.keySet()).allMatch(slot -> slot >= 0 && slot < prefillSlots);
            assertThat(decode.keySet()).allMatch(slot -> slot >= 0 && slot < decodeSlots);
        }
        assertThat(requests).isEqualTo(trace.size());
    }

    private static void place(final PlacedBlocks blocks, final Map<Integer, Long> side) {
        final Set<Integer> slots = new HashSet<>();
        for (int i = 0; i < blocks.count(); i++) {
            side.put(blocks.slots()[i], blocks.hashes()[i]);
            assertThat(slots.add(blocks.slots()[i])).isTrue();
        }
    }

    private static Set<Long> move(final RequestPlan plan, final Map<Integer, Long> from, final Map<Integer, Long> to,
            final Set<Integer> written) {
        final Set<Long> moved = new HashSet<>();
        for (int run = 0; run < plan.runs(); run++) {
            for (int i = 0; i < plan.lengths()[run]; i++) {
                final Long hash = from.get(plan.sources()[run] + i);
                assertThat(written.add(plan.destinations()[run] + i)).as("no slot is written twice in a round")
                        .isTrue();
                to.put(plan.destinations()[run] + i, hash);
                moved.add(hash);
            }
            if (run > 0) {
                assertThat(plan.sources()[run] == plan.sources()[run - 1] + plan.lengths()[run - 1]
                        && plan.destinations()[run] == plan.destinations()[run - 1] + plan.lengths()[run - 1])
                        .as("runs are as long as they can be").isFalse();
            }
        }
        return moved;
    }
}
