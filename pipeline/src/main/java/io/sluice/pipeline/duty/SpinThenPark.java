package io.sluice.pipeline.duty;

import com.lmax.disruptor.Sequence;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.agrona.concurrent.IdleStrategy;

/**
 * Idles by spinning for a while, giving way to other threads, and then parking until work is announced.
 *
 * <p>No wake-up is lost: a producer publishes its work, makes a full fence, and then calls {@link #wake()}, which reads
 * {@code parked}; the consumer sets {@code parked}, makes a full fence, and then looks for work once more before it
 * parks. One of the two sees the other.
 */
public final class SpinThenPark implements IdleStrategy, Wakeable {
    /** Spins of the CPU before each further one gives way to other threads; about 2 us. */
    private static final int SPINS_BEFORE_YIELD = 64;

    private static final long NOT_IDLE = 0;

    private final int spinsBeforeYield;
    private final long spinNs;
    private final BooleanSupplier mayPark;
    private final LongSupplier parkNs;
    /** 1 while it parks. Set and cleared by the thread that idles, read by those who wake it: on a cache line of its own. */
    private final Sequence parked = new Sequence(0);
    /** Which parks: written before {@code parked} is set, once. */
    private volatile Thread thread;
    // By the thread that idles alone; on lines of their own, for others read this object whenever they may have to wake it.
    private final Sequence spins = new Sequence(0);
    private final Sequence idleSinceNs = new Sequence(NOT_IDLE);

    /**
     * @param crowded more threads spin than there are cores: it gives way at once, for whoever it waits for may need the
     *                core
     * @param spinNs  how long to spin before parking
     * @param mayPark looked at after {@code parked} is set: whether there is really nothing to do
     * @param parkNs  the longest single park now
     */
    public SpinThenPark(final boolean crowded, final long spinNs, final BooleanSupplier mayPark,
            final LongSupplier parkNs) {
        spinsBeforeYield = crowded ? 0 : SPINS_BEFORE_YIELD;
        this.spinNs = spinNs;
        this.mayPark = mayPark;
        this.parkNs = parkNs;
    }

    @Override
    public void idle(final int workCount) {
        if (workCount > 0) {
            reset();
        } else {
            idle();
        }
    }

    @Override
    public void idle() {
        final long spun = spins.get();
        if (spun < spinsBeforeYield) {
            spins.set(spun + 1);
            Thread.onSpinWait();
            return;
        }
        final long now = System.nanoTime();
        if (idleSinceNs.get() == NOT_IDLE) {
            idleSinceNs.set(now == NOT_IDLE ? NOT_IDLE + 1 : now);
        }
        if (now - idleSinceNs.get() < spinNs || !park()) {
            Thread.yield();
        }
    }

    private boolean park() {
        if (thread != Thread.currentThread()) {
            thread = Thread.currentThread();
        }
        parked.set(1);
        VarHandle.fullFence();
        final boolean nothingToDo = mayPark.getAsBoolean();
        if (nothingToDo) {
            LockSupport.parkNanos(this, parkNs.getAsLong());
        }
        parked.set(0);
        return nothingToDo;
    }

    @Override
    public void reset() {
        spins.set(0);
        idleSinceNs.set(NOT_IDLE);
    }

    @Override
    public void wake() {
        if (parked.get() != 0) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public String alias() {
        return "spin-then-park";
    }
}
