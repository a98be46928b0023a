package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.EnginePair.Buffers;
import io.sluice.verbs.Errno;
import io.sluice.verbs.InterceptedDevice;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.soft.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Work requests that share a completion: how many there are, and what becomes of them where something fails. */
class SignalIntervalTest {
    private static final int SLICE = 1024;
    private static final int MOST = 64;

    private final ManualClock clock = new ManualClock();
    private final AtomicInteger completions = new AtomicInteger();

    /** One lane, slices of 1 KiB, and a clock that stands: nothing ends because its time is over. */
    private EnginePair.Setup setup(final int signalInterval, final FaultPlan.Builder faults) {
        return new EnginePair.Setup().mode(ThreadingMode.INVOKER).clock(clock).faults(faults)
                .config(c -> c.qpsPerConnection(1).sliceSize(SLICE).fragmentLimit(0).signalInterval(signalInterval));
    }

    private EnginePair open(final int signalInterval, final FaultPlan.Builder faults) {
        return setup(signalInterval, faults).open();
    }

    /** Each transfer one slice, all of them posted as one chain. */
    private static long[] submit(final EnginePair pair, final Connection connection, final Buffers buffers,
            final int count) {
        return IntStream.range(0, count).mapToLong(i -> pair.near.write(connection, buffers.here(), i * SLICE, SLICE,
                buffers.remote(), i * SLICE)).toArray();
    }

    private static List<Integer> causes(final EnginePair pair, final long[] ids) {
        final List<Integer> causes = new ArrayList<>();
        for (final long id : ids) {
            pair.await("settles", () -> pair.near.status(id) != TransferState.IN_PROGRESS);
            causes.add(pair.near.cause(id));
            pair.near.release(id);
        }
        return causes;
    }

    @ParameterizedTest
    @CsvSource({ "1, 64, 64", "16, 64, 4", "16, 65, 5", "16, 15, 1", "16, 1, 1", "64, 64, 1", "3, 64, 22",
        "64, 130, 3" })
    void oneInSoManyCompletesAndTheLastOfEachChain(final int signalInterval, final int slices, final int expected) {
        final EnginePair.Setup setup = setup(signalInterval, FaultPlan.builder(1))
                .seam(device -> new InterceptedDevice(device, (call, onward) -> {
                    final Object answer = onward.go();
                    if (call.equals("pollCq")) {
                        completions.addAndGet((int) answer);
                    }
                    return answer;
                }));
        try (EnginePair pair = setup.open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, (long) slices * SLICE);
            assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.SUCCEEDED);
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
            assertThat(completions.get()).isEqualTo(expected);
            pair.quiet();
        }
    }

    @Test
    void transfersThatShareAPostSettleEachOnItsOwn() {
        try (EnginePair pair = open(MOST, FaultPlan.builder(1))) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 40 * SLICE);
            assertThat(causes(pair, submit(pair, connection, buffers, 40))).containsOnly(Cause.NONE);
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
            pair.quiet();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 7, MOST })
    void aFailureInAChainLeavesWhatWasBeforeItASuccess(final int signalInterval) {
        try (EnginePair pair = open(signalInterval, FaultPlan.builder(1).failNth(0, 10, WcStatus.REM_OP_ERR))) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 20 * SLICE);
            final List<Integer> causes = causes(pair, submit(pair, connection, buffers, 20));
            assertThat(causes.subList(0, 10)).containsOnly(Cause.NONE);
            assertThat(causes.get(10)).isEqualTo(Cause.WORK_REQUEST | WcStatus.REM_OP_ERR);
            assertThat(causes.subList(11, 20)).containsOnly(Cause.CONNECTION_FAILED | WcStatus.REM_OP_ERR);
        }
    }

    @ParameterizedTest
    @CsvSource({ "1, 10", "4, 10", "5, 10", "64, 10", "64, 0", "64, 19" })
    void aRefusalInAChainLeavesWhatWasBeforeItASuccess(final int signalInterval, final int refused) {
        try (EnginePair pair = open(signalInterval, FaultPlan.builder(1).refusePostNth(0, refused))) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 20 * SLICE);
            final List<Integer> causes = causes(pair, submit(pair, connection, buffers, 20));
            assertThat(causes.subList(0, refused)).allMatch(cause -> cause == Cause.NONE);
            assertThat(causes.subList(refused, 20)).containsOnly(Cause.POST_REFUSED | Errno.ENOMEM);
            pair.await("the connection has ended", () -> pair.near.connections().isEmpty());
        }
    }

    @Test
    void aRefusalWithRequestsUnderwayFlushesThem() {
        try (EnginePair pair = open(MOST,
                FaultPlan.builder(1).delayNth(0, 5, EnginePair.FOR_EVER).refusePostNth(0, 10))) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 20 * SLICE);
            final List<Integer> causes = causes(pair, submit(pair, connection, buffers, 20));
            assertThat(causes.subList(0, 5)).containsOnly(Cause.NONE);
            assertThat(causes.subList(5, 20)).containsOnly(Cause.POST_REFUSED | Errno.ENOMEM);
            pair.await("the connection has ended", () -> pair.near.connections().isEmpty());
        }
    }

    @Test
    void whatBringsThemBackIsTriedAgainWhereItIsRefusedToo() {
        final FaultPlan.Builder faults = FaultPlan.builder(1);
        IntStream.range(10, 15).forEach(nth -> faults.refusePostNth(0, nth));
        try (EnginePair pair = open(MOST, faults)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 20 * SLICE);
            final List<Integer> causes = causes(pair, submit(pair, connection, buffers, 20));
            assertThat(causes.subList(0, 10)).containsOnly(Cause.NONE);
            assertThat(causes.subList(10, 20)).containsOnly(Cause.POST_REFUSED | Errno.ENOMEM);
        }
    }

    /** Where the device takes nothing more, the end of the connection's time settles what it took. */
    @Test
    void whatCannotBeBroughtBackSettlesWhenTheTimeOfItsConnectionIsOver() {
        final FaultPlan.Builder faults = FaultPlan.builder(1);
        IntStream.range(10, 10_000).forEach(nth -> faults.refusePostNth(0, nth));
        try (EnginePair pair = open(MOST, faults)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 20 * SLICE);
            final long[] ids = submit(pair, connection, buffers, 20);
            pair.drive(50);
            assertThat(pair.near.status(ids[0])).isEqualTo(TransferState.IN_PROGRESS);
            assertThat(pair.near.status(ids[10])).isEqualTo(TransferState.FAILED);
            clock.advance(TimeUnit.MINUTES.toNanos(1));
            assertThat(causes(pair, ids)).containsOnly(Cause.POST_REFUSED | Errno.ENOMEM);
            pair.await("the connection has ended", () -> pair.near.connections().isEmpty());
        }
    }

    /** The completion queue has room for no more than what has credit. */
    @Test
    void whatBringsThemBackHasCreditOfItsOwn() {
        final AtomicLong most = new AtomicLong();
        try (EnginePair pair = setup(4, FaultPlan.builder(1).refusePostNth(0, 7))
                .config(c -> c.sharedCqDepth(8).maxRequests(8).maxWrPerPost(8)).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100 * SLICE);
            final long id = pair.write(connection, buffers);
            pair.await("settles", () -> {
                most.accumulateAndGet(EnginePair.snapshot(pair.near).outstanding(), Math::max);
                return pair.near.status(id) != TransferState.IN_PROGRESS;
            });
            assertThat(pair.near.cause(id)).isEqualTo(Cause.POST_REFUSED | Errno.ENOMEM);
            assertThat(most.get()).isBetween(1L, 8L);
            pair.near.release(id);
            pair.await("the connection has ended", () -> pair.near.connections().isEmpty());
        }
    }

    /** The time of a connection is longer here than the test has patience. */
    @ParameterizedTest
    @EnumSource(names = { "SHARED", "DEDICATED" })
    void refusalsOnEveryLaneAreBroughtBackBesideTheEnginesThreads(final ThreadingMode mode) {
        for (int refused = 1; refused < 31; refused += 3) {
            final int nth = refused;
            try (EnginePair pair = new EnginePair.Setup().mode(mode)
                    .faults(FaultPlan.builder(1).refusePostNth(0, nth).refusePostNth(1, nth + 1))
                    .config(c -> c.qpsPerConnection(2).sliceSize(SLICE).fragmentLimit(0).signalInterval(MOST)
                            .closeTimeoutNs(2 * EnginePair.PATIENCE_NS))
                    .open()) {
                final Connection connection = pair.connect();
                final Buffers buffers = pair.buffers(connection, 64 * SLICE); // one post a lane
                assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.FAILED);
                pair.await("the connection has ended", () -> pair.near.connections().isEmpty());
            }
        }
    }
}
