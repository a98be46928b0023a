package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.EnginePair.Buffers;
import io.sluice.policies.SlicePolicy;
import io.sluice.verbs.WcStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The engine on a live RDMA device. Sizes suit a device in software on an emulated machine, which moves some 100 MB and
 * 20,000 work requests a second.
 */
@EnabledIfSystemProperty(named = "sluice.test.rdmaDevice", matches = ".+", disabledReason = "needs an RDMA device: "
        + "-Dsluice.test.rdmaDevice=NAME, or ./sluice rxe-test")
class LiveEngineTest {
    private static final SlicePolicy WHOLE = SlicePolicy.whole(8 << 20);
    private static final SlicePolicy BLOCKS = SlicePolicy.blocks(16 << 10, 4 << 10, 8 << 20);
    private static final byte UNTOUCHED = 77;
    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);

    private static EnginePair.Setup setup() {
        return new EnginePair.Setup().on(System.getProperty("sluice.test.rdmaDevice"));
    }

    private static Stream<Arguments> vectors() {
        return Stream.of(Op.values())
                .flatMap(op -> Stream.of(Arguments.of(op, BLOCKS), Arguments.of(op, WHOLE)));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void vectorsArriveWhole(final Op op, final SlicePolicy policy) {
        try (EnginePair pair = setup().open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 6 << 20);
            final EntryList entries = scattered(buffers, 600);
            if (op == Op.READ) {
                turnRound(buffers);
            }
            assertThat(pair.finish(
                    pair.near.submit(connection, new TransferRequest().op(op).entries(entries).policy(policy))))
                    .isEqualTo(TransferState.SUCCEEDED);
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
            pair.quiet();
        }
    }

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = { "SHARED", "DEDICATED", "INVOKER" })
    void fourLanesCarryOneTransfer(final ThreadingMode mode) {
        try (EnginePair pair = setup().mode(mode).config(c -> c.qpsPerConnection(4)).open()) {
            final Connection connection = pair.connect();
            assertThat(connection.link().lanes()).hasSize(4);
            final Buffers buffers = pair.buffers(connection, 4 << 20);
            final LocalRegion back = pair.near.register(pair.arena.allocate(4 << 20, 64));

            assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.SUCCEEDED);
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
            assertThat(pair.finish(pair.near.read(connection, back, 0, 4 << 20, buffers.remote(), 0)))
                    .isEqualTo(TransferState.SUCCEEDED);
            assertThat(back.memory().mismatch(buffers.source())).isEqualTo(-1);
            assertThat(connection.link().lanes()).allMatch(lane -> lane.outstanding() == 0);
            pair.quiet();
        }
    }

    @Test
    void aTransferOfThirtyThousandSlicesArrivesWhole() {
        final int slices = 30_000;
        try (EnginePair pair = setup().config(c -> c.sliceSize(1024).fragmentLimit(0)).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, slices * 1024L);
            assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.SUCCEEDED);
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
            pair.quiet();
        }
    }

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = { "SHARED", "DEDICATED" })
    void oneCompletionStandsForSixteenWorkRequestsAlsoWhereTheyFail(final ThreadingMode mode) {
        final int bytes = 4 << 20;
        try (EnginePair pair = setup().mode(mode).config(c -> c.sliceSize(4096).fragmentLimit(0).signalInterval(16))
                .open().expectErrors()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, bytes);
            final LocalRegion back = pair.near.register(pair.arena.allocate(bytes, 64));
            assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.SUCCEEDED);
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
            assertThat(pair.finish(pair.near.read(connection, back, 0, bytes, buffers.remote(), 0)))
                    .isEqualTo(TransferState.SUCCEEDED);
            assertThat(back.memory().mismatch(buffers.source())).isEqualTo(-1);
            pair.quiet();

            final long id = pair.write(connection, buffers);
            for (final Lane lane : connection.link().lanes()) {
                lane.queuePair().toError(); // under way, and the rest before it is posted
            }
            assertThat(pair.finish(id)).isIn(TransferState.FAILED, TransferState.SUCCEEDED);
            pair.await("what it had is back", () -> connection.link().outstanding() == 0);
        }
    }

    @Test
    void twoSubmittersShareAConnection() {
        final int pieces = 200;
        final int length = 10_000;
        try (EnginePair pair = setup().open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 2L * pieces * length);
            final List<CompletableFuture<Void>> both = new ArrayList<>();
            for (int submitter = 0; submitter < 2; submitter++) {
                final int first = submitter;
                both.add(CompletableFuture.runAsync(() -> {
                    for (int i = first; i < 2 * pieces; i += 2) {
                        final long offset = (long) i * length;
                        final long id = pair.near.write(connection, buffers.here(), offset, length, buffers.remote(),
                                offset);
                        assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED);
                    }
                }));
            }
            both.forEach(CompletableFuture::join);
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
            pair.quiet();
        }
    }

    @Test
    void aCancelledTransferStopsAndTheConnectionGoesOn() {
        try (EnginePair pair = setup().open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 32 << 20);
            final long id = pair.write(connection, buffers);
            assertThat(pair.near.cancel(id)).isTrue();
            assertThat(pair.finish(id)).isEqualTo(TransferState.CANCELLED);
            connectionWorks(pair, connection, buffers);
        }
    }

    @Test
    void aTransferThatTakesLongerThanItsDeadlineTimesOutAndTheConnectionGoesOn() {
        try (EnginePair pair = setup().open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 32 << 20);
            final long id = pair.near.submit(connection, whole(buffers).timeoutNs(TimeUnit.MILLISECONDS.toNanos(2)));
            assertThat(pair.finish(id)).isEqualTo(TransferState.TIMED_OUT);
            connectionWorks(pair, connection, buffers);
        }
    }

    /** Soft-RoCE takes a retry count of 7 for "for ever"; with 3 it gives up after four tries of 2^10 x 4.096 us = 4 ms. */
    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void aPeerThatIsSilentFailsItsTransfersAfterTheRetryTimeUnlessTheirDeadlineComesFirst(final boolean deadlineFirst) {
        try (EnginePair pair = setup()
                .config(c -> c.ackTimeout(deadlineFirst ? 16 : 10).retryCount(3).qpsPerConnection(1)).open()
                .expectErrors()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 1 << 20);
            for (final Lane lane : pair.accepted().link().lanes()) {
                lane.queuePair().toError(); // it answers nothing, and sends nothing
            }
            final long id = pair.near.submit(connection,
                    whole(buffers).timeoutNs(deadlineFirst ? TimeUnit.MILLISECONDS.toNanos(20) : HOUR_NS));
            pair.await("settles", () -> pair.near.status(id) != TransferState.IN_PROGRESS);
            final int cause = pair.near.cause(id);
            if (deadlineFirst) {
                assertThat(cause).isEqualTo(Cause.DEADLINE);
                assertThat(pair.finish(id)).isEqualTo(TransferState.TIMED_OUT);
            } else {
                assertThat(cause).as(Cause.describe(cause)).isEqualTo(Cause.WORK_REQUEST | WcStatus.RETRY_EXC_ERR);
                assertThat(pair.finish(id)).isEqualTo(TransferState.FAILED);
            }
            pair.await("the connection is closed", () -> !connection.isOpen());
            final Connection next = pair.connect();
            connectionWorks(pair, next, pair.buffers(next, 1 << 20));
        }
    }

    private static void connectionWorks(final EnginePair pair, final Connection connection, final Buffers buffers) {
        assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.SUCCEEDED);
        assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
        assertThat(connection.isOpen()).isTrue();
    }

    private static TransferRequest whole(final Buffers buffers) {
        return new TransferRequest()
                .entries(new EntryList().add(buffers.here(), 0, buffers.here().length(), buffers.remote(), 0));
    }

    /** Covers all of the buffers in pieces of random lengths, the last one first. */
    private static EntryList scattered(final Buffers buffers, final int pieces) {
        final long[] cuts = new SplittableRandom(7).longs(pieces - 1, 0, buffers.here().length()).sorted().toArray();
        final EntryList entries = new EntryList();
        long end = buffers.here().length();
        for (int i = pieces - 2; i >= -1; i--) {
            final long begin = i < 0 ? 0 : cuts[i];
            entries.add(buffers.here(), begin, end - begin, buffers.remote(), begin);
            end = begin;
        }
        return entries;
    }

    /** What was to be written becomes what is to be read. */
    private static void turnRound(final Buffers buffers) {
        buffers.target().copyFrom(buffers.source());
        buffers.source().fill(UNTOUCHED);
    }
}
