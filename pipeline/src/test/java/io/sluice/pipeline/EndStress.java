package io.sluice.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Nothing ends under who uses it: one of the two sees the other. */
public class EndStress {
    private EndStress() {}

    /** A transfer names a region that is being deregistered. */
    @JCStressTest
    @Outcome(id = { "0, 0", "0, 1" }, expect = ACCEPTABLE, desc = "refused")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "taken, and the closer knows")
    @State
    public static class RegionUseAgainstClose {
        private final UseCount uses = new UseCount();

        @Actor
        public void submits(final II_Result r) {
            r.r1 = StressEngine.toInt(uses.begin());
        }

        @Actor
        public void deregisters(final II_Result r) {
            uses.close();
            r.r2 = (int) uses.inUse();
        }
    }

    /** The count is read while uses begin and end: never too small. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "one is in use all the time")
    @State
    public static class UsesCounted {
        private final UseCount uses = new UseCount();

        public UsesCounted() {
            uses.begin();
        }

        @Actor
        public void uses() {
            for (int i = 0; i < 10; i++) {
                uses.begin();
                uses.end();
            }
        }

        @Actor
        public void counts(final I_Result r) {
            for (int i = 0; i < 5; i++) {
                r.r1 |= StressEngine.toInt(uses.inUse() < 1);
            }
        }
    }

    /** A transfer is submitted on a connection that fails. */
    @JCStressTest
    @Outcome(id = { "0, 0", "0, 1" }, expect = ACCEPTABLE, desc = "refused")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "taken, and the poll thread waits for it")
    @State
    public static class SubmitAgainstFailure {
        private final Link link = new Link(StressEngine.CORE, "peer", 1);

        public SubmitAgainstFailure() {
            link.open();
        }

        @Actor
        public void submits(final II_Result r) {
            r.r1 = StressEngine.toInt(link.accept());
        }

        @Actor
        public void fails(final II_Result r) {
            link.fail(Cause.PEER_UNREACHABLE, 0);
            r.r2 = (int) link.inProgress();
        }

        @Arbiter
        public void end(final II_Result r) {
            if (r.r1 == 0 && link.inProgress() != 0) {
                r.r2 = -1;
            }
        }
    }

    /** Who sees a connection failed sees why. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "not yet")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "failed, with its cause")
    @State
    public static class CauseBeforeFailed {
        private final Link link = new Link(StressEngine.CORE, "peer", 1);

        @Actor
        public void fails() {
            link.fail(Cause.PEER_UNREACHABLE, 0);
        }

        @Actor
        public void looks(final II_Result r) {
            r.r1 = StressEngine.toInt(link.state() == Link.FAILED);
            r.r2 = r.r1 == 0 ? 0 : StressEngine.toInt(link.cause() == Cause.PEER_UNREACHABLE);
        }
    }
}
