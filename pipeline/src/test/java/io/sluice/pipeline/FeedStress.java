package io.sluice.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.sluice.pipeline.transfer.TransferTable;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** The feed flag, and the ways by which transfers come to the poll thread. */
public class FeedStress {
    private static final TransferTable TABLE = new TransferTable(1 << 17);
    private static final AtomicInteger NEXT_SLOT = new AtomicInteger();

    private FeedStress() {}

    /** Used by one state, and much later again. */
    private static int slot() {
        return NEXT_SLOT.getAndIncrement() & TABLE.capacity() - 1;
    }

    /** One at a time holds the flag, and sees what the holder before it wrote. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "as many as held it")
    @State
    public static class Flag {
        private final Feeder feeder = new Feeder(StressEngine.LINK, StressEngine.CORE, StressEngine.LINK.credits(),
                StressEngine.LINK.lanes());
        private int held;
        private int submitters;

        @Actor
        public void submits() {
            for (int i = 0; i < 3; i++) {
                if (feeder.tryHold()) {
                    held++;
                    feeder.letGo();
                    submitters++;
                }
            }
        }

        @Actor
        public void fails() {
            feeder.hold();
            held++;
            feeder.letGo();
        }

        @Arbiter
        public void all(final I_Result r) {
            r.r1 = held - submitters - 1;
        }
    }

    /** Two push at the same time. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "both wait")
    @State
    public static class PushAgainstPush {
        private final WaitingTransfers waiting = new WaitingTransfers(TABLE);
        private final int one = slot();
        private final int other = slot();

        @Actor
        public void one() {
            waiting.push(one);
        }

        @Actor
        public void other() {
            waiting.push(other);
        }

        @Arbiter
        public void all(final I_Result r) {
            waiting.collect();
            r.r1 = waiting.pending().size();
            final int sum = waiting.pending().removeFirst() + waiting.pending().removeFirst();
            if (sum != one + other) {
                r.r1 = -1;
            }
        }
    }

    /** The holder of the flag collects while another pushes: oldest first, each once. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "all wait, in order")
    @State
    public static class PushAgainstCollect {
        private final WaitingTransfers waiting = new WaitingTransfers(TABLE);
        private final int[] slots = { slot(), slot(), slot() };

        @Actor
        public void pushes() {
            for (final int slot : slots) {
                waiting.push(slot);
            }
        }

        @Actor
        public void collects() {
            waiting.collect();
            waiting.collect();
        }

        @Arbiter
        public void all(final I_Result r) {
            waiting.collect();
            r.r1 = StressEngine.toInt(waiting.pending().size() == slots.length);
            for (final int slot : slots) {
                if (waiting.pending().removeFirst() != slot) {
                    r.r1 = -1;
                }
            }
        }
    }

    /** A connection gets work at the moment when the poll thread takes it off the ready list: it is not lost. */
    @JCStressTest
    @Outcome(id = { "0, 1", "1, 1" }, expect = ACCEPTABLE, desc = "the visit found it")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "it is queued again")
    @State
    public static class QueuedBit {
        private final WaitingTransfers waiting = new WaitingTransfers(TABLE);
        private final QueuedMark queued = new QueuedMark();
        private final int slot = slot();

        public QueuedBit() {
            queued.set();
        }

        @Actor
        public void submits(final II_Result r) {
            waiting.push(slot);
            r.r1 = StressEngine.toInt(queued.set());
        }

        @Actor
        public void visits(final II_Result r) {
            queued.clear();
            waiting.collect();
            r.r2 = waiting.pending().size();
        }
    }

    /** Two ask to be queued: one of them queues. */
    @JCStressTest
    @Outcome(id = { "0, 1", "1, 0" }, expect = ACCEPTABLE, desc = "queued once")
    @State
    public static class QueuedOnce {
        private final QueuedMark queued = new QueuedMark();

        @Actor
        public void one(final II_Result r) {
            r.r1 = StressEngine.toInt(queued.set());
        }

        @Actor
        public void other(final II_Result r) {
            r.r2 = StressEngine.toInt(queued.set());
        }
    }

    /** A slot that is handed over while the poll thread takes all: found once, with what was written before. */
    @JCStressTest
    @Outcome(id = "2, 7", expect = ACCEPTABLE, desc = "each once")
    @State
    public static class HandedOver {
        private final HandOver handOver = new HandOver(TABLE);
        private final int first = slot();
        private final int second = slot();
        private int taken;
        private long seen;

        @Actor
        public void feeds() {
            TABLE.close(first, 3, 0);
            handOver.push(first);
            TABLE.close(second, 4, 0);
            handOver.push(second);
        }

        @Actor
        public void polls() {
            take();
        }

        private void take() {
            for (int slot = handOver.takeAll(); slot != TransferTable.NONE; slot = handOver.below(slot)) {
                taken++;
                seen += TABLE.closedFed(slot) & TransferTable.FED_MASK;
            }
        }

        @Arbiter
        public void all(final II_Result r) {
            take();
            r.r1 = taken;
            r.r2 = (int) seen;
        }
    }
}
