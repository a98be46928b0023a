package io.sluice.properties.device.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.Errno;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.ReceiveRequests;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.WorkRequests;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Whatever two threads do to queue pairs that share a completion queue, the laws hold. */
class SoftDeviceThreadsProperties {
    /** Every build runs the same programs; leave it out to look for new ones. */
    private static final String SEED = "20261130";

    private static final int DEADLINE_S = 30;
    /** Two chunks, the second short, and room for source and target in an area. */
    private static final int LONG_COPY_BYTES = 1_450_000;

    @Property(seed = SEED, tries = 200, edgeCases = EdgeCasesMode.NONE)
    void keepsTheLawsUnderTwoThreads(@ForAll("acts") final List<Act> first, @ForAll("acts") final List<Act> second,
            @ForAll final boolean patient) throws Exception {
        run(first, second, patient);
    }

    /** One thread copies more than one chunk, the other stops that some way or other in the midst of it. */
    @Property(seed = SEED, tries = 100, edgeCases = EdgeCasesMode.NONE)
    void keepsTheLawsWhenACopyIsStopped(@ForAll("longCopies") final List<Act> copies,
            @ForAll("stops") final List<Act> stops) throws Exception {
        run(copies, stops, true);
    }

    private static void run(final List<Act> first, final List<Act> second, final boolean patient) throws Exception {
        final Fabric fabric = new Fabric(patient);
        final List<Actor> actors = List.of(new Actor(fabric, 0, first), new Actor(fabric, 1, second));
        runTogether(actors);
        fabric.failAll();
        final List<Polled> polled = List.copyOf(fabric.drain());
        final List<Posted> accepted = new ArrayList<>(actors.get(0).accepted());
        accepted.addAll(actors.get(1).accepted());

        new Laws(accepted, polled).check();
        actors.forEach(SoftDeviceThreadsProperties::liesStill);
        creditIsWhole(fabric, accepted, polled);
        fabric.drain();
        assertThat(fabric.shutDown()).as("objects left when all is closed").isZero();
    }

    private static void runTogether(final List<Actor> actors) throws Exception {
        final CyclicBarrier start = new CyclicBarrier(actors.size());
        try (ExecutorService threads = Executors.newFixedThreadPool(actors.size())) {
            final List<Future<?>> runs = new ArrayList<>();
            for (final Actor actor : actors) {
                runs.add(threads.submit(() -> {
                    start.await(DEADLINE_S, TimeUnit.SECONDS);
                    actor.run();
                    return null;
                }));
            }
            for (final Future<?> run : runs) {
                run.get(DEADLINE_S, TimeUnit.SECONDS);
            }
        }
    }

    private static void liesStill(final Actor actor) {
        for (final Still still : actor.still()) {
            assertThat(Arrays.mismatch(Fabric.bytes(still.start(), Area.BYTES), still.bytes()))
                    .as("first byte that changed after " + still.since()).isEqualTo(-1);
        }
    }

    /** All is polled: every slot is free, but for those behind the last completion, whose requests never say so. */
    private static void creditIsWhole(final Fabric fabric, final List<Posted> accepted, final List<Polled> polled) {
        for (int pair = 0; pair < Fabric.PAIRS; pair++) {
            for (int end = 0; end < 2; end++) {
                final QueuePair qp = fabric.end(pair, end);
                final WorkRequests send = WorkRequests.allocate(1, 1);
                send.addWrite(0, 0, 0, 0, 0, 0, SendFlags.SIGNALED);
                int sends = 0;
                int errno;
                while ((errno = qp.postSend(send)) == 0) {
                    sends++;
                }
                assertThat(errno).isEqualTo(Errno.ENOMEM);
                assertThat(sends).as("free slots of end %d of pair %d", end, pair)
                        .isEqualTo(Fabric.SLOTS - behindLastCompletion(qp.number(), accepted, polled));
                final ReceiveRequests receive = ReceiveRequests.allocate(1, 1);
                receive.add(0, 0, 0, 0);
                int receives = 0;
                while (qp.postReceive(receive) == 0) {
                    receives++;
                }
                assertThat(receives).isEqualTo(Fabric.SLOTS);
            }
        }
    }

    private static long behindLastCompletion(final int qp, final List<Posted> accepted, final List<Polled> polled) {
        if (accepted.stream().allMatch(p -> p.qp() != qp || p.signaled())) {
            return 0;
        }
        final List<Long> sends = accepted.stream().filter(p -> p.qp() == qp && !p.isReceive()).map(Posted::wrId)
                .toList();
        final long last = polled.stream().map(Polled::wrId).filter(sends::contains).mapToLong(id -> id).max()
                .orElse(-1);
        return sends.stream().filter(id -> id > last).count();
    }

    @Provide
    Arbitrary<List<Act>> acts() {
        final Arbitrary<Integer> pair = Arbitraries.of(0, Fabric.SHARED_PAIR);
        final Arbitrary<Integer> end = Arbitraries.of(0, 1);
        final Arbitrary<Integer> count = Arbitraries.integers().between(1, Actor.MAX_CHAIN);
        final Arbitrary<Integer> length = Arbitraries.frequency(Tuple.of(4, 8), Tuple.of(4, 1_000), Tuple.of(4, 4_096),
                Tuple.of(2, 60_000), Tuple.of(1, 1_200_001));
        final Arbitrary<Act> act = Arbitraries.frequencyOf(
                Tuple.of(30, Combinators.combine(pair, end, Arbitraries.of(Act.Kind.class), count, length,
                        Arbitraries.of(true, false)).as(Act.Post::new)),
                Tuple.of(16, Combinators.combine(pair, end, count).as(Act.Receive::new)),
                Tuple.of(30, Arbitraries.integers().between(1, 16).map(Act.Poll::new)),
                Tuple.of(1, Combinators.combine(pair, end).as(Act.Fail::new)),
                Tuple.of(1, Combinators.combine(pair, Arbitraries.of(0, 1)).as(Act.Withdraw::new)));
        return act.list().ofMinSize(1).ofMaxSize(80);
    }

    @Provide
    Arbitrary<List<Act>> longCopies() {
        return Combinators.combine(Arbitraries.of(0, 1), Arbitraries.of(Act.Kind.WRITE, Act.Kind.READ))
                .as((end, kind) -> List.of(new Act.Post(Fabric.SHARED_PAIR, end, kind, 1, LONG_COPY_BYTES, true)));
    }

    @Provide
    Arbitrary<List<Act>> stops() {
        final Arbitrary<Act> stop = Arbitraries.of(new Act.Fail(Fabric.SHARED_PAIR, 0),
                new Act.Fail(Fabric.SHARED_PAIR, 1), new Act.Withdraw(Fabric.SHARED_PAIR, 0));
        return Combinators.combine(Arbitraries.integers().between(0, 40), stop).as((polls, last) -> {
            final List<Act> acts = new ArrayList<>(Collections.nCopies(polls, new Act.Poll(1)));
            acts.add(last);
            return acts;
        });
    }
}
