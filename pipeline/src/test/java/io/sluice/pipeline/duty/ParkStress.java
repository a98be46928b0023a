package io.sluice.pipeline.duty;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import com.lmax.disruptor.Sequence;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Work that comes at the moment when a thread parks wakes it. */
public class ParkStress {
    private static final long PARK_NS = TimeUnit.SECONDS.toNanos(4);
    private static final int ENOUGH_TO_PARK = 65;

    private ParkStress() {}

    /** One publishes and wakes, the other parks unless it sees the work. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "it saw the work, or was woken")
    @State
    public static class Woken {
        private final Sequence work = new Sequence(0);
        private final SpinThenPark idle = new SpinThenPark(false, 0, () -> work.get() == 0, () -> PARK_NS);
        private long startedNs;
        private long wokenNs;
        private long awakeNs;

        @Actor
        public void wakes() {
            work.set(1);
            VarHandle.fullFence(); // as EngineCore.wakeAll does
            idle.wake();
            wokenNs = System.nanoTime();
        }

        @Actor
        public void parks() {
            startedNs = System.nanoTime();
            for (int i = 0; i < ENOUGH_TO_PARK; i++) {
                idle.idle();
            }
            awakeNs = System.nanoTime();
        }

        @Arbiter
        public void all(final I_Result r) {
            final long sinceNs = startedNs - wokenNs > 0 ? startedNs : wokenNs;
            r.r1 = awakeNs - sinceNs > PARK_NS / 2 ? 1 : 0; // it slept on, though the other had been there
        }
    }
}
