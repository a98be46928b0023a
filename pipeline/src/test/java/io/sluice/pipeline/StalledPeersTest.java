package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.EnginePair.Buffers;
import io.sluice.verbs.soft.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Some peers do not answer; the others must not notice. */
class StalledPeersTest {
    private static final int PEERS = 5;
    private static final long HOUR_NS = 3_600_000_000_000L;

    /** One queue pair a connection: the near end of connection i is the device's queue pair 2 i. */
    private static FaultPlan.Builder stalled(final int connections) {
        final FaultPlan.Builder plan = FaultPlan.builder(1);
        for (int i = 0; i < connections; i++) {
            plan.delayNth(2 * i, 0, HOUR_NS);
        }
        return plan;
    }

    private static List<Long> submitUntilRefused(final EnginePair pair, final Connection connection,
            final Buffers buffers) {
        final List<Long> ids = new ArrayList<>();
        for (long id = 0; ids.size() < 10_000;) {
            id = pair.write(connection, buffers);
            if (id < 0) {
                assertThat(id).isEqualTo(ResultCode.BACK_PRESSURED);
                break;
            }
            ids.add(id);
        }
        return ids;
    }

    @ParameterizedTest
    @CsvSource({ "SHARED, 1", "SHARED, 4", "DEDICATED, 2", "INVOKER, 4" })
    void theOthersFinishWhileSomePeersStall(final ThreadingMode mode, final int stalled) {
        final ManualClock clock = new ManualClock();
        try (EnginePair pair = new EnginePair.Setup().mode(mode).clock(clock).faults(stalled(stalled))
                .config(c -> c.qpsPerConnection(1).transferSlots(64).sharedCqDepth(64).maxRequests(32)).open()) {
            final List<Connection> connections = new ArrayList<>();
            final List<Buffers> buffers = new ArrayList<>();
            for (int i = 0; i < PEERS; i++) {
                connections.add(pair.connect());
                buffers.add(pair.buffers(connections.get(i), 200_000));
            }
            final List<Long> stuck = new ArrayList<>();
            for (int i = 0; i < stalled; i++) {
                stuck.addAll(submitUntilRefused(pair, connections.get(i), buffers.get(i)));
            }
            assertThat(stuck).isNotEmpty();

            for (int round = 0; round < 20; round++) {
                for (int i = stalled; i < PEERS; i++) {
                    assertThat(pair.finish(pair.write(connections.get(i), buffers.get(i))))
                            .isEqualTo(TransferState.SUCCEEDED);
                }
            }
            assertThat(stuck).allMatch(id -> pair.near.status(id) == TransferState.IN_PROGRESS);

            clock.advance(HOUR_NS);
            stuck.forEach(id -> assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED));
            buffers.forEach(b -> assertThat(b.target().mismatch(b.source())).isEqualTo(-1));
            pair.quiet();
        }
    }

    @Test
    void aStalledPeerHoldsAtMostHalfOfTheSharedCredits() {
        final ManualClock clock = new ManualClock();
        try (EnginePair pair = new EnginePair.Setup().mode(ThreadingMode.INVOKER).clock(clock).faults(stalled(1))
                .config(c -> c.qpsPerConnection(1).sharedCqDepth(65).maxRequests(64).sliceSize(1024)
                        .fragmentLimit(0))
                .open()) {
            final Connection stalled = pair.connect();
            final Buffers buffers = pair.buffers(stalled, 1024 * 1000);
            final long id = pair.write(stalled, buffers);
            pair.drive(100);
            final EngineSnapshot now = EnginePair.snapshot(pair.near);
            assertThat(now.outstanding()).isEqualTo(1 + 32); // its reserve, and half of the 64 others
            assertThat(now.freeCqCredits()).isEqualTo(32);
            clock.advance(HOUR_NS);
            assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED);
            pair.quiet();
        }
    }
}
