package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.pipeline.EnginePair.Buffers;
import io.sluice.verbs.soft.FaultPlan;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The pipeline, step by step: its executor runs at once, and its engines only when the test drives them. */
@Timeout(60)
class TransferPipelineTest {
    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);
    private static final int WINDOW = 8;

    private final ManualClock clock = new ManualClock();
    private final HandFedRequests requests = new HandFedRequests();
    private final ResultRecorder recorder = new ResultRecorder();
    private int tasks;

    private EnginePair open(final FaultPlan.Builder faults, final int slots) {
        return new EnginePair.Setup().mode(ThreadingMode.INVOKER).clock(clock).faults(faults)
                .config(c -> c.qpsPerConnection(1).transferSlots(slots).flushAfterNs(24 * HOUR_NS)).open();
    }

    private EnginePair open() {
        return open(FaultPlan.builder(1), 64);
    }

    private TransferPipeline pipeline(final EnginePair pair, final Connection connection) {
        final TransferPipeline pipeline = TransferPipeline.create(pair.near, connection, WINDOW, task -> {
            tasks++;
            task.run();
        });
        pipeline.onSubscribe(requests);
        pipeline.subscribe(recorder);
        return pipeline;
    }

    private static TransferRequest request(final Buffers buffers, final long bytes) {
        return new TransferRequest().listener(null, bytes)
                .entries(new EntryList().add(buffers.here(), 0, bytes, buffers.remote(), 0));
    }

    @Test
    void resultsComeInTheOrderInWhichTheySettleEachWithItsRequest() {
        try (EnginePair pair = new EnginePair.Setup().mode(ThreadingMode.INVOKER).clock(clock)
                .faults(FaultPlan.builder(1).delayNth(0, 0, HOUR_NS)).config(c -> c.flushAfterNs(24 * HOUR_NS))
                .open()) {
            final Connection connection = pair.connect(); // of two queue pairs, the first of which is held up
            final Buffers buffers = pair.buffers(connection, 1_000);
            final TransferPipeline pipeline = pipeline(pair, connection);
            final TransferRequest slow = request(buffers, 1_000);
            final TransferRequest quick = request(buffers, 10);
            pipeline.onNext(slow);
            pipeline.onNext(quick);
            pipeline.onComplete();
            recorder.subscription.request(Long.MAX_VALUE);
            pair.await("the quick one", () -> recorder.results.size() == 1);
            pair.drive(20);
            assertThat(recorder.results).singleElement().satisfies(result -> {
                assertThat(result.request()).isSameAs(quick);
                assertThat(result.transfer().userData()).isEqualTo(10);
            });
            assertThat(recorder.completed).isFalse();
            clock.advance(HOUR_NS);
            pair.await("the end", () -> recorder.completed);
            assertThat(recorder.results).hasSize(2).allMatch(PipelineResult::isSuccess);
            assertThat(recorder.results.getLast().request()).isSameAs(slow);
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
            assertThat(pipeline.settled()).isDone();
            pair.quiet();
        }
    }

    @Test
    void anExecutorThatThrowsDoesNotHoldUpTheStream() {
        try (EnginePair pair = open().expectErrors()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final TransferPipeline pipeline = TransferPipeline.create(pair.near, connection, WINDOW, task -> {
                throw new IllegalStateException("no thread");
            });
            pipeline.onSubscribe(requests);
            pipeline.subscribe(recorder);
            pair.await("demand", () -> requests.asked > 0);
            pipeline.onNext(request(buffers, 100));
            pipeline.onComplete();
            recorder.subscription.request(1);
            pair.await("the end", () -> pipeline.settled().isDone());
            assertThat(recorder.results).singleElement().matches(PipelineResult::isSuccess);
            assertThat(recorder.completed).isTrue();
        }
    }

    @Test
    void nothingIsAskedForBeforeTheResultsHaveASubscriber() {
        try (EnginePair pair = open()) {
            final TransferPipeline pipeline = TransferPipeline.create(pair.near, pair.connect());
            pipeline.onSubscribe(requests);
            pair.drive(5);
            assertThat(requests.asked).isZero();
        }
    }

    @Test
    void demandIsTheWindowAndResultsWaitUntilTheyAreAskedFor() {
        try (EnginePair pair = open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 1_000);
            final TransferPipeline pipeline = pipeline(pair, connection);
            assertThat(requests.asked).isEqualTo(WINDOW);
            for (int i = 0; i < WINDOW; i++) {
                pipeline.onNext(request(buffers, 10));
            }
            pair.quiet();
            assertThat(requests.asked).as("all places hold results").isEqualTo(WINDOW);
            assertThat(recorder.results).isEmpty();
            recorder.subscription.request(1);
            assertThat(recorder.results).hasSize(1);
            assertThat(requests.asked).as("asked again when the places are free").isEqualTo(WINDOW + 1);
            recorder.subscription.request(3);
            assertThat(recorder.results).hasSize(4);
            assertThat(requests.asked - WINDOW).isEqualTo(4);
            recorder.subscription.cancel();
        }
    }

    @Test
    void demandIsNoMoreThanTheSlotsThatItMayHave() {
        try (EnginePair pair = open(FaultPlan.builder(1), 8)) {
            final Connection connection = pair.connect();
            pipeline(pair, connection);
            assertThat(requests.asked).as("half of what is free").isEqualTo(4);
            recorder.subscription.cancel();
        }
    }

    @Test
    void withoutRoomItWaitsToBeToldAndDoesNothingMeanwhile() {
        try (EnginePair pair = open(FaultPlan.builder(1), 2)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 1_000);
            final long settledAndKept = pair.write(connection, buffers);
            final TransferPipeline pipeline = pipeline(pair, connection); // one slot is free, and may not be had
            recorder.subscription.request(Long.MAX_VALUE);
            pair.drive(20);
            assertThat(requests.asked).isZero();
            final int before = tasks;
            pair.drive(100);
            assertThat(tasks).as("work done while there is no room").isEqualTo(before);
            assertThat(pair.near.core().room().count()).isEqualTo(1);
            pair.near.release(settledAndKept);
            assertThat(requests.asked).isEqualTo(1);
            final long another = pair.write(connection, buffers); // takes the room from under it
            pipeline.onNext(request(buffers, 10));
            pair.drive(20);
            assertThat(recorder.results).isEmpty();
            pair.near.release(another);
            pair.await("moved", () -> recorder.results.size() == 1);
            pipeline.onComplete();
            assertThat(recorder.completed).isTrue();
            assertThat(pair.near.core().room().count()).isZero();
        }
    }

    @Test
    void aSettlementOfThePollThreadTellsOfRoomInTheEntryPool() {
        try (EnginePair pair = new EnginePair.Setup().mode(ThreadingMode.INVOKER)
                .config(c -> c.entryPoolBytes(64 << 10)).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 1_000);
            final EntryList many = new EntryList();
            for (int i = 0; i < 1_000; i++) {
                many.add(buffers.here(), 0, 1, buffers.remote(), 0);
            }
            final long first = pair.near.write(connection, many);
            assertThat(first).isNotNegative();
            final TransferPipeline pipeline = pipeline(pair, connection);
            recorder.subscription.request(1);
            pipeline.onNext(new TransferRequest().entries(many));
            assertThat(pair.near.core().room().count()).isEqualTo(1);
            pair.await("moved", () -> recorder.results.size() == 1); // the first is not released
            assertThat(recorder.results.getFirst().isSuccess()).isTrue();
            assertThat(pair.finish(first)).isEqualTo(TransferState.SUCCEEDED);
            recorder.subscription.cancel();
        }
    }

    @Test
    void cancellingCancelsWhatIsInFlightAndSettlesWhenItsMemoryIsFree() {
        try (EnginePair pair = open(FaultPlan.builder(1).delayNth(0, 0, HOUR_NS), 64)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 1_000);
            final TransferPipeline pipeline = pipeline(pair, connection);
            recorder.subscription.request(5);
            pipeline.onNext(request(buffers, 1_000));
            pair.drive(10);
            recorder.subscription.cancel();
            assertThat(requests.cancelled).isTrue();
            pipeline.onNext(request(buffers, 10)); // on its way when it was cancelled
            pair.drive(10);
            assertThat(pipeline.settled()).isNotDone();
            assertThat(EnginePair.snapshot(pair.near).freeTransferSlots()).isEqualTo(63);
            clock.advance(HOUR_NS);
            pair.await("settled", () -> pipeline.settled().isDone());
            assertThat(recorder.results).isEmpty();
            assertThat(recorder.completed).isFalse();
            assertThat(recorder.error).isNull();
            pair.quiet();
            final CompletableFuture<Void> alone = pair.near.deregisterAsync(buffers.here()); // refused while in use
            pair.await("deregistered", alone::isDone);
        }
    }

    @Test
    void whatIsWrongWithOneTransferIsItsResultAndTheStreamGoesOn() {
        try (EnginePair pair = open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 1_000);
            final LocalRegion gone = pair.far.register(pair.arena.allocate(100));
            final RemoteRegion goneRemote = pair.remote(connection, gone);
            pair.far.deregisterAsync(gone);
            pair.await("revoked", () -> !goneRemote.isOpen());
            final TransferPipeline pipeline = pipeline(pair, connection);
            recorder.subscription.request(Long.MAX_VALUE);
            pipeline.onNext(new TransferRequest());
            pipeline.onNext(new TransferRequest().entries(new EntryList().add(buffers.here(), 0, 1, goneRemote, 0)));
            pipeline.onNext(request(buffers, 10));
            pair.await("three results", () -> recorder.results.size() == 3);
            assertThat(recorder.results.get(0).refusal()).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no entries");
            assertThat(recorder.results.get(1).refusal()).isInstanceOfSatisfying(TransferRefusedException.class,
                    refused -> assertThat(refused.code()).isEqualTo(ResultCode.NOT_FOUND));
            assertThat(recorder.results.get(2).isSuccess()).isTrue();
            pipeline.onComplete();
            assertThat(recorder.completed).isTrue();
        }
    }

    @Test
    void aConnectionThatEndsEndsTheStreamAfterTheResultsThatAreDue() {
        try (EnginePair pair = open(FaultPlan.builder(1).delayNth(0, 0, HOUR_NS), 64)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 1_000);
            final TransferPipeline pipeline = pipeline(pair, connection);
            pipeline.onNext(request(buffers, 1_000));
            pair.drive(10);
            final int fault = Cause.DEVICE_EVENT;
            pair.near.core().control().add(() -> pair.near.core().ends().fail(connection.link(), fault));
            pair.await("told of the end", () -> requests.cancelled);
            pipeline.onNext(request(buffers, 10)); // was on its way
            assertThat(recorder.error).isNull();
            clock.advance(HOUR_NS);
            pair.await("settled", () -> pair.near.connections().isEmpty());
            assertThat(recorder.results).isEmpty();
            recorder.subscription.request(1);
            assertThat(recorder.results).singleElement().extracting(PipelineResult::refusal)
                    .isInstanceOf(TransferRefusedException.class);
            assertThat(recorder.error).isNull();
            recorder.subscription.request(1);
            assertThat(recorder.results).hasSize(2);
            assertThat(recorder.results.getLast().transfer().state()).isEqualTo(TransferState.FAILED);
            assertThat(recorder.error).isInstanceOfSatisfying(TransferRefusedException.class,
                    refused -> assertThat(refused.code()).isEqualTo(ResultCode.CLOSED));
            assertThat(pipeline.settled()).isDone();
            assertThat(pair.near.core().connectionEnds().count()).isZero();
        }
    }

    @Test
    void anIdlePipelineLearnsThatItsConnectionHasEnded() {
        try (EnginePair pair = open()) {
            final Connection connection = pair.connect();
            final TransferPipeline pipeline = pipeline(pair, connection);
            assertThat(requests.asked).isEqualTo(WINDOW);
            connection.close();
            assertThat(recorder.error).isInstanceOf(TransferRefusedException.class);
            assertThat(requests.cancelled).isTrue();
            assertThat(pipeline.settled()).isDone();
        }
    }

    @Test
    void requestsThatEndWithAnErrorEndTheResultsWithItAfterAllOfThem() {
        try (EnginePair pair = open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 1_000);
            final TransferPipeline pipeline = pipeline(pair, connection);
            final IllegalStateException error = new IllegalStateException("of the source");
            pipeline.onNext(request(buffers, 10));
            pipeline.onError(error);
            pair.quiet();
            assertThat(recorder.error).isNull();
            recorder.subscription.request(1);
            assertThat(recorder.results).hasSize(1);
            assertThat(recorder.error).isSameAs(error);
            assertThat(requests.cancelled).isFalse();
        }
    }

    @Test
    void moreThanWasAskedForIsAFault() {
        try (EnginePair pair = open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 1_000);
            final TransferPipeline pipeline = pipeline(pair, connection);
            for (int i = 0; i <= WINDOW; i++) {
                pipeline.onNext(request(buffers, 10));
            }
            assertThat(recorder.error).hasMessageContaining("rule 1.1");
            pair.await("settled", () -> pipeline.settled().isDone());
            pair.quiet();
        }
    }

    @Test
    void aSubscriberThatThrowsIsReportedAndCountsAsCancelled() {
        final IllegalStateException error = new IllegalStateException("of the subscriber");
        try (EnginePair pair = open().expectErrors()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 1_000);
            final TransferPipeline pipeline = TransferPipeline.create(pair.near, connection, WINDOW, Runnable::run);
            pipeline.onSubscribe(requests);
            pipeline.subscribe(new Flow.Subscriber<>() {
                @Override
                public void onSubscribe(final Flow.Subscription subscription) {
                    subscription.request(Long.MAX_VALUE);
                }

                @Override
                public void onNext(final PipelineResult result) {
                    throw error;
                }

                @Override
                public void onError(final Throwable e) {
                    throw new AssertionError(e);
                }

                @Override
                public void onComplete() {
                    throw new AssertionError("completed");
                }
            });
            pipeline.onNext(request(buffers, 10));
            pair.await("settled", () -> pipeline.settled().isDone());
            assertThat(pair.errors).containsExactly(error);
            assertThat(requests.cancelled).isTrue();
        }
    }

    @Test
    void itIsForOneSubscriberAndAWindowOfOneOrMore() {
        try (EnginePair pair = open()) {
            final Connection connection = pair.connect();
            final TransferPipeline pipeline = pipeline(pair, connection);
            final ResultRecorder second = new ResultRecorder();
            pipeline.subscribe(second);
            assertThat(second.error).isInstanceOf(IllegalStateException.class);
            recorder.subscription.cancel();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TransferPipeline.create(pair.near, connection, 0, Runnable::run))
                    .withMessageContaining("window 0");
            assertThatIllegalArgumentException().isThrownBy(() -> TransferPipeline.create(pair.far, connection));
        }
    }
}
