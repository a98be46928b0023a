package io.sluice.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Credit is never given twice, and never lost. */
public class CreditStress {
    private CreditStress() {}

    /** Two connections want more than half of what is shared. */
    @JCStressTest
    @Outcome(id = "4", expect = ACCEPTABLE, desc = "taken and free are all there are")
    @State
    public static class SharedTakenByTwo {
        private final CqCredits shared = new CqCredits(4);
        private int one;
        private int other;

        @Actor
        public void one() {
            one = shared.take(3, 0);
        }

        @Actor
        public void other() {
            other = shared.take(3, 0);
        }

        @Arbiter
        public void all(final I_Result r) {
            r.r1 = shared.free() < 0 ? -1 : (int) shared.free() + one + other;
        }
    }

    /** Reserves for a new connection against a connection that takes of what is shared. */
    @JCStressTest
    @Outcome(id = "4", expect = ACCEPTABLE, desc = "reserved, taken and free are all there are")
    @State
    public static class ReservedAgainstShared {
        private final CqCredits shared = new CqCredits(4);
        private int taken;

        @Actor
        public void takes() {
            taken = shared.take(4, 0);
            shared.giveBack(1);
            taken--;
        }

        @Actor
        public void connects() {
            try {
                shared.reserve(2);
            } catch (final IllegalStateException e) {
                // the other holds too many
            }
        }

        @Arbiter
        public void all(final I_Result r) {
            r.r1 = shared.free() < 0 ? -1 : (int) shared.free() + shared.reserved() + taken;
        }
    }

    /**
     * The feeder takes as much as it may, over and over, while the poll thread gives back: what is outstanding is never
     * more than the reserve and the shared credits held.
     */
    @JCStressTest
    @Outcome(id = "0, 8", expect = ACCEPTABLE, desc = "within its credits, and none lost")
    @State
    public static class FeederAgainstPoll {
        private static final int RESERVE = 1;
        private static final int DEPTH = 8;

        private final CqCredits shared = new CqCredits(DEPTH);
        private final LinkCredits credits = new LinkCredits(shared, RESERVE, 64, 64);
        private int over;

        public FeederAgainstPoll() {
            credits.take(credits.allowance(4, false), false);
        }

        @Actor
        public void feeds() {
            for (int i = 0; i < 4; i++) {
                final int allowed = credits.allowance(6, false);
                if (allowed < 0) {
                    over = 1;
                }
                credits.take(allowed, false);
            }
        }

        @Actor
        public void polls() {
            for (int i = 0; i < 4; i++) {
                credits.giveBack(1, false);
            }
        }

        @Arbiter
        public void all(final II_Result r) {
            r.r1 = over + (int) Math.max(0, credits.outstanding() - credits.sharedHeld() - RESERVE);
            r.r2 = (int) (shared.free() + credits.sharedHeld());
        }
    }

    /** READ credit, of which there is one, comes back while the feeder asks for it. */
    @JCStressTest
    @Outcome(id = { "0, 1", "1, 0" }, expect = ACCEPTABLE, desc = "one READ is outstanding at most")
    @State
    public static class ReadCredit {
        private final LinkCredits credits = new LinkCredits(new CqCredits(64), 1, 1, 64);
        private int allowed;

        public ReadCredit() {
            credits.take(credits.allowance(1, true), true);
        }

        @Actor
        public void feeds() {
            allowed = credits.allowance(2, true);
            credits.take(allowed, true);
        }

        @Actor
        public void polls() {
            credits.giveBack(1, true);
        }

        @Arbiter
        public void all(final II_Result r) {
            r.r1 = allowed;
            r.r2 = credits.allowance(2, true);
        }
    }

    /** A transfer settles while the next wants to start. */
    @JCStressTest
    @Outcome(id = { "0, 1", "1, 0" }, expect = ACCEPTABLE, desc = "one is in flight at most")
    @State
    public static class TransfersInFlight {
        private final LinkCredits credits = new LinkCredits(new CqCredits(64), 1, 1, 1);
        private boolean started;

        public TransfersInFlight() {
            credits.start();
        }

        @Actor
        public void feeds() {
            started = credits.start();
        }

        @Actor
        public void polls() {
            credits.settle();
        }

        @Arbiter
        public void all(final II_Result r) {
            r.r1 = StressEngine.toInt(started);
            r.r2 = StressEngine.toInt(credits.start());
        }
    }

    /** Outstanding work is counted by a third thread while it comes and goes: never a negative number. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "0 or more")
    @State
    public static class OutstandingOfALane {
        private static final Lane LANE = StressEngine.LINK.lanes()[0];

        @Actor
        public void comesAndGoes() {
            for (int i = 0; i < 10; i++) {
                LANE.take(1);
                LANE.giveBack(1);
            }
        }

        @Actor
        public void counts(final I_Result r) {
            for (int i = 0; i < 5; i++) {
                r.r1 |= StressEngine.toInt(LANE.outstanding() < 0);
            }
        }
    }

    /** As {@link OutstandingOfALane}, of a connection. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "0 or more")
    @State
    public static class OutstandingOfALink {
        private final LinkCredits credits = new LinkCredits(new CqCredits(8), 1, 1, 1);

        @Actor
        public void comesAndGoes() {
            for (int i = 0; i < 10; i++) {
                credits.take(1, false);
                credits.giveBack(1, false);
            }
        }

        @Actor
        public void counts(final I_Result r) {
            for (int i = 0; i < 5; i++) {
                r.r1 |= StressEngine.toInt(credits.outstanding() < 0);
            }
        }
    }
}
