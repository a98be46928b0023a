package io.sluice.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** No news is lost on who waits, and none is told twice. */
public class WaitersStress {
    private WaitersStress() {}

    /** One begins to wait while the other makes room. */
    @JCStressTest
    @Outcome(id = { "0, 1", "1, 0", "1, 1" }, expect = ACCEPTABLE, desc = "told, or seen, or both")
    @State
    public static class ToldOrSeen {
        private final Waiters waiters = new Waiters();
        private final AtomicInteger told = new AtomicInteger();
        private final Runnable waiter = told::incrementAndGet;
        private final AtomicInteger room = new AtomicInteger();

        @Actor
        public void waits(final II_Result r) {
            waiters.add(waiter);
            r.r1 = room.get();
        }

        @Actor
        public void makesRoom() {
            room.set(1);
            waiters.tell();
        }

        @Arbiter
        public void news(final II_Result r) {
            r.r2 = told.get();
        }
    }

    /** Two tell one who waits. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "told once, and no longer waiting")
    @State
    public static class ToldByTwo {
        private final Waiters waiters = new Waiters();
        private final AtomicInteger told = new AtomicInteger();

        public ToldByTwo() {
            waiters.add(told::incrementAndGet);
        }

        @Actor
        public void one() {
            waiters.tell();
        }

        @Actor
        public void other() {
            waiters.tell();
        }

        @Arbiter
        public void news(final II_Result r) {
            r.r1 = told.get();
            r.r2 = waiters.count();
        }
    }

    /** One gives up while the other tells. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "nobody is counted any more")
    @State
    public static class ToldAndGivenUp {
        private final Waiters waiters = new Waiters();
        private final Runnable waiter = () -> {};

        public ToldAndGivenUp() {
            waiters.add(waiter);
        }

        @Actor
        public void givesUp() {
            waiters.remove(waiter);
        }

        @Actor
        public void tells() {
            waiters.tell();
        }

        @Arbiter
        public void left(final I_Result r) {
            r.r1 = waiters.count();
        }
    }
}
