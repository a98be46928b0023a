package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.duty.Wakeable;
import io.sluice.pipeline.transfer.EntryPool;
import io.sluice.pipeline.transfer.TransferTable;
import io.sluice.pipeline.transfer.TransferWord;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rare orders of events, brought about by hand. */
@Timeout(60)
class InterleavingsTest {
    private static final int ROUNDS = 20_000;

    @Test
    void aPostHandlerPassesOverRecordsOfLanesThatAreGone() {
        try (HandDriven engine = new HandDriven(2)) {
            assertThat(engine.near.lanes()[0].handler()).isZero();
            final long id = engine.write(4096);
            engine.post(0);
            engine.pollUntil("settled", () -> engine.state(id) == TransferState.SUCCEEDED);
            engine.endLink();
            engine.pollUntil("closed", () -> engine.near.state() == Link.CLOSED);

            engine.post(1); // has not seen the record yet

            assertThat(engine.core.ring().backlog()).isZero();
        }
    }

    @Test
    void aConnectionDoesNotEndBeforeASlowSubmitterHasSettled() {
        final AtomicBoolean armed = new AtomicBoolean();
        final HandDriven[] inside = new HandDriven[1];
        try (HandDriven engine = new HandDriven(1, config -> config.clock(() -> {
            if (armed.compareAndSet(true, false)) { // the submitter reads the clock for its deadline: it is late
                inside[0].endLink();
                for (int i = 0; i < 100; i++) {
                    inside[0].cycle();
                }
                inside[0].core.ends().fail(inside[0].near, Cause.PEER_UNREACHABLE);
                for (int i = 0; i < 100; i++) {
                    inside[0].cycle();
                }
                assertThat(inside[0].near.state()).isEqualTo(Link.FAILED);
            }
            return System.nanoTime();
        }))) {
            inside[0] = engine;
            armed.set(true);
            final EntryList entries = new EntryList().add(engine.here, 0, 4096, engine.there, 0);

            final long id = engine.submission.submit(engine.near, Op.WRITE, entries, null, 1_000_000_000, null, 0,
                    null);

            assertThat(armed).isFalse();
            engine.cycleUntil("closed", () -> engine.near.state() == Link.CLOSED);
            assertThat(engine.state(id)).isEqualTo(TransferState.FAILED);
            assertThat(engine.near.inProgress()).isZero();
        }
    }

    @Test
    void aConnectionThatFailsGivesBackCreditsThatItHadNoUseFor() {
        try (HandDriven engine = new HandDriven(1)) {
            final int depth = engine.core.credits().depth();
            engine.near.feeder().hold();
            engine.near.credits().allowance(20, false); // and then the ring was full
            engine.near.feeder().letGo();
            engine.write(4096);

            engine.core.ends().fail(engine.near, Cause.DEVICE_EVENT);
            engine.cycleUntil("closed", () -> engine.core.links().links().length == 0);

            assertThat(engine.core.credits().free()).isEqualTo(depth);
        }
    }

    @Test
    void aTransferStoppedBeforeItWaitsIsClosedThoughItMayNotStart() {
        try (HandDriven engine = new HandDriven(1, config -> config.maxRequests(64))) {
            engine.near.feeder().hold();
            while (engine.near.credits().start()) {
                // as many are in flight as may be
            }
            engine.near.feeder().letGo();
            final EngineCore core = engine.core;
            assertThat(engine.near.accept()).isTrue();
            final int slot = core.table().take();
            core.objects().own(slot, engine.near, core.blocks(), null, null);
            core.table().prepare(slot, Op.WRITE.opcode(), 0, EntryPool.NONE, 0, 0);
            final long active = TransferWord.of(TransferWord.generation(core.table().word(slot)), 0,
                    TransferWord.ACTIVE);
            core.table().putWord(slot, active);
            core.table().compareAndSetWord(slot, active,
                    TransferWord.of(TransferWord.generation(active), Cause.DEADLINE, TransferWord.STOPPED));
            engine.near.sweepSoon();
            engine.cycle(); // the sweep, before the submitter has gone on

            engine.submission.begin(engine.near, slot);

            engine.cycleUntil("timed out", () -> engine.state(slot) == TransferState.TIMED_OUT);
        }
    }

    @Test
    void aSubmitThatMeetsADeregistrationGivesEverythingBack() throws InterruptedException {
        try (HandDriven engine = new HandDriven(1)) {
            final AtomicBoolean stop = new AtomicBoolean();
            final Thread deregistering = Thread.ofPlatform().start(() -> {
                while (!stop.get()) {
                    engine.here.uses().close();
                    engine.here.uses().open();
                }
            });
            final EntryList entries = new EntryList().add(engine.here, 0, 8, engine.there, 0)
                    .add(engine.here, 8, 8, engine.there, 8);
            final byte[] message = { 1 };
            int refused = 0;
            for (int i = 0; i < ROUNDS; i++) {
                refused += attempt(engine, () -> engine.write(8));
                refused += attempt(engine,
                        () -> engine.submission.submit(engine.near, Op.WRITE, entries, null, 0, null, 0, message));
            }
            stop.set(true);
            deregistering.join();

            assertThat(refused).isPositive();
            assertThat(engine.core.table().free()).isEqualTo(engine.core.table().capacity());
            assertThat(engine.core.pool().freeChunks()).isEqualTo(engine.core.pool().chunks());
            assertThat(engine.near.inProgress()).isZero();
            assertThat(engine.here.uses().inUse()).isZero();
            for (int i = 0; i < engine.core.config().notificationInbox(); i++) {
                assertThat(engine.near.notificationCredits().take()).isTrue();
            }
        }
    }

    @Test
    void whatThePollThreadPublishesWakesThePostHandlers() {
        try (HandDriven engine = new HandDriven(1, config -> config.maxRequests(5).maxWrPerPost(4).sliceSize(1024)
                .fragmentLimit(0))) {
            final AtomicInteger wakes = new AtomicInteger();
            engine.core.sleepers(wakes::incrementAndGet, Wakeable.AWAKE);
            final long id = engine.write(64 * 1024); // on one lane of 10, in fours: the third is blocked for credit
            int published = 0;
            for (int i = 0; engine.state(id) != TransferState.SUCCEEDED; i++) {
                assertThat(i).as("cycles").isLessThan(1_000);
                if (i % 4 == 0) {
                    engine.post(0);
                }
                wakes.set(0);
                final long before = engine.core.ring().cursor();
                engine.poll.doWork();
                if (engine.core.ring().cursor() > before) {
                    published++;
                    assertThat(wakes).as("wake-ups behind a publish").hasPositiveValue();
                }
            }
            assertThat(published).isPositive();
        }
    }

    private interface Submit {
        long run();
    }

    private static int attempt(final HandDriven engine, final Submit submit) {
        final long id;
        try {
            id = submit.run();
        } catch (final IllegalArgumentException e) {
            return 1;
        }
        assertThat(id).isNotNegative();
        engine.cycleUntil("settled", () -> engine.state(id) == TransferState.SUCCEEDED);
        final int slot = (int) id & TransferTable.MAX_SLOTS - 1;
        engine.core.free(slot, engine.core.table().word(slot), engine.near);
        engine.core.inbox().take((peer, message) -> {}, 1);
        engine.cycle();
        return 0;
    }
}
