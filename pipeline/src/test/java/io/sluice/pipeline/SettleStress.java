package io.sluice.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import com.lmax.disruptor.Sequence;
import io.sluice.pipeline.transfer.TransferTable;
import io.sluice.pipeline.transfer.TransferWord;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** What decides a transfer's outcome, who sees it, and that it settles once. */
public class SettleStress {
    private SettleStress() {}

    /** Who sees SUCCEEDED sees the data. */
    @JCStressTest
    @Outcome(id = { "0, 0", "0, 1" }, expect = ACCEPTABLE, desc = "in progress")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "succeeded, and the data is there")
    @State
    public static class DataBeforeState {
        private final long id = StressEngine.submit(null);
        private int data;

        @Actor
        public void settles() {
            data = 1;
            StressEngine.succeed(id);
        }

        @Actor
        public void looks(final II_Result r) {
            r.r1 = StressEngine.ENGINE.status(id);
            r.r2 = data;
        }

        @Arbiter
        public void end(final II_Result r) {
            StressEngine.ENGINE.release(id);
        }
    }

    /** Who sees a transfer ACTIVE, such as the sweep for deadlines, sees what its submitter wrote. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "not yet")
    @Outcome(id = "1, 7", expect = ACCEPTABLE, desc = "active and prepared")
    @State
    public static class PreparedBeforeActive {
        private final int slot = StressEngine.TABLE.take();
        private final long word = StressEngine.TABLE.word(slot);

        public PreparedBeforeActive() {
            StressEngine.TABLE.prepare(slot, 0, 0, 0, 0, 0);
        }

        @Actor
        public void submits() {
            StressEngine.TABLE.prepare(slot, 0, 0, 0, 7, 0);
            StressEngine.TABLE.putWord(slot, TransferWord.of(TransferWord.generation(word), 0, TransferWord.ACTIVE));
        }

        @Actor
        public void sweeps(final II_Result r) {
            if (TransferWord.state(StressEngine.TABLE.word(slot)) == TransferWord.ACTIVE) {
                r.r1 = 1;
                r.r2 = (int) StressEngine.TABLE.deadlineNs(slot);
            }
        }

        @Arbiter
        public void end(final II_Result r) {
            StressEngine.TABLE.free(slot, StressEngine.TABLE.word(slot));
        }
    }

    /** A cancel that meets the success of all slices: it may have decided in time, but the success stands. */
    @JCStressTest
    @Outcome(id = { "0, 1", "1, 1" }, expect = ACCEPTABLE, desc = "succeeded")
    @State
    public static class CancelAgainstSuccess {
        private final long id = StressEngine.submit(null);

        @Actor
        public void settles() {
            StressEngine.succeed(id);
        }

        @Actor
        public void cancels(final II_Result r) {
            r.r1 = StressEngine.toInt(StressEngine.ENGINE.cancel(id));
        }

        @Arbiter
        public void end(final II_Result r) {
            r.r2 = StressEngine.ENGINE.release(id);
        }
    }

    /** The first of two stops decides, and says so to one caller only. */
    @JCStressTest
    @Outcome(id = { "1, 0, 3", "0, 1, 3" }, expect = ACCEPTABLE, desc = "cancelled by one of them")
    @State
    public static class TwoCancels {
        private final long id = StressEngine.submit(null);

        @Actor
        public void one(final III_Result r) {
            r.r1 = StressEngine.toInt(StressEngine.ENGINE.cancel(id));
        }

        @Actor
        public void other(final III_Result r) {
            r.r2 = StressEngine.toInt(StressEngine.ENGINE.cancel(id));
        }

        @Arbiter
        public void end(final III_Result r) {
            StressEngine.settleStopped(id);
            r.r3 = StressEngine.ENGINE.release(id);
        }
    }

    /** A cancel against the holder of the feed flag, who stops the transfer for another reason. */
    @JCStressTest
    @Outcome(id = "1, 3", expect = ACCEPTABLE, desc = "the cancel was first")
    @Outcome(id = "0, 4", expect = ACCEPTABLE, desc = "the deadline was first")
    @State
    public static class CancelAgainstDeadline {
        private final long id = StressEngine.submit(null);

        @Actor
        public void feeds() {
            StressEngine.LINK.feeder().refuse(StressEngine.slot(id), Cause.DEADLINE);
        }

        @Actor
        public void cancels(final II_Result r) {
            r.r1 = StressEngine.toInt(StressEngine.ENGINE.cancel(id));
        }

        @Arbiter
        public void end(final II_Result r) {
            StressEngine.settleHandedOver();
            r.r2 = StressEngine.ENGINE.release(id);
        }
    }

    /** Two release: one gets the state, the other is stale. */
    @JCStressTest
    @Outcome(id = { "1, 5", "5, 1" }, expect = ACCEPTABLE, desc = "released once")
    @State
    public static class ReleasedTwice {
        private final long id = StressEngine.submit(null);

        public ReleasedTwice() {
            StressEngine.succeed(id);
        }

        @Actor
        public void one(final II_Result r) {
            r.r1 = StressEngine.ENGINE.release(id);
        }

        @Actor
        public void other(final II_Result r) {
            r.r2 = StressEngine.ENGINE.release(id);
        }
    }

    /** A status while the slot is released, taken again, and settled otherwise: never that of the other generation. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "its own state")
    @Outcome(id = "5", expect = ACCEPTABLE, desc = "stale")
    @State
    public static class StatusAgainstReuse {
        private final long id = StressEngine.submit(null);

        public StatusAgainstReuse() {
            StressEngine.succeed(id);
        }

        @Actor
        public void uses() {
            StressEngine.ENGINE.release(id);
            final long next = StressEngine.submit(null);
            StressEngine.ENGINE.cancel(next);
            StressEngine.settleStopped(next);
            StressEngine.ENGINE.release(next);
        }

        @Actor
        public void looks(final I_Result r) {
            r.r1 = StressEngine.ENGINE.status(id);
        }
    }

    /** A cancel that comes late does not hit the transfer that has the slot now. */
    @JCStressTest
    @Outcome(id = { "0, 1", "1, 1" }, expect = ACCEPTABLE, desc = "the next transfer goes on")
    @State
    public static class CancelAgainstReuse {
        private final long id = StressEngine.submit(null);
        private long next;

        @Actor
        public void uses() {
            StressEngine.succeed(id);
            StressEngine.ENGINE.release(id);
            next = StressEngine.submit(null);
        }

        @Actor
        public void cancels(final II_Result r) {
            r.r1 = StressEngine.toInt(StressEngine.ENGINE.cancel(id));
        }

        @Arbiter
        public void end(final II_Result r) {
            final long word = StressEngine.TABLE.word(StressEngine.slot(next));
            r.r2 = StressEngine.toInt(TransferWord.state(word) == TransferWord.ACTIVE);
            StressEngine.succeed(next);
            StressEngine.ENGINE.release(next);
        }
    }

    /** A stop closes a transfer at the moment when the last of its slices comes back: one of the two settles it. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "settled once")
    @State
    public static class HandedOverAgainstCompletion implements TransferListener {
        private final long id = StressEngine.submit(this);
        private int settled;

        public HandedOverAgainstCompletion() {
            StressEngine.TABLE.fed(StressEngine.slot(id), 1);
        }

        @Actor
        public void feeds() {
            StressEngine.LINK.feeder().refuse(StressEngine.slot(id), Cause.CANCELLED);
        }

        @Actor
        public void polls() {
            StressEngine.complete(id);
            StressEngine.settleHandedOver();
        }

        @Arbiter
        public void end(final I_Result r) {
            StressEngine.settleHandedOver();
            final long word = StressEngine.TABLE.word(StressEngine.slot(id));
            final boolean settledWhenFree = TransferWord.state(word) < TransferWord.FREE;
            r.r1 = settledWhenFree ? -1 : settled;
        }

        @Override
        public void onSettled(final long settledId, final int state, final int cause, final long userData) {
            settled += state == TransferState.CANCELLED && settledId == id ? 1 : 100;
        }
    }

    /** Who sees the completion of the last slice sees that it was the last. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "settled once")
    @State
    public static class ClosedBeforePublish implements TransferListener {
        private final long id = StressEngine.submit(this);
        private final Sequence published = new Sequence(0);
        private boolean completed;
        private int settled;

        @Actor
        public void feeds() {
            StressEngine.TABLE.fed(StressEngine.slot(id), 1);
            StressEngine.TABLE.close(StressEngine.slot(id), 1, TransferTable.COMPLETE);
            published.set(1);
        }

        @Actor
        public void polls() {
            completed = published.get() == 1;
            if (completed) {
                StressEngine.complete(id);
            }
        }

        @Arbiter
        public void end(final I_Result r) {
            if (!completed) {
                StressEngine.complete(id);
            }
            r.r1 = settled;
        }

        @Override
        public void onSettled(final long settledId, final int state, final int cause, final long userData) {
            settled += state == TransferState.SUCCEEDED && settledId == id ? 1 : 100;
        }
    }
}
