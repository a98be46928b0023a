package io.sluice.verbs.soft;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The free slots of a send or receive queue. A slot is taken at post and free again when the completion that covers it
 * has been polled, as in the libraries of real adapters.
 */
final class QueueCredit {
    private static final VarHandle RETIRED;

    static {
        try {
            RETIRED = MethodHandles.lookup().findVarHandle(QueueCredit.class, "retired", int.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int capacity;
    /** Under the queue's lock. Wraps around, as does {@code retired}: only their difference counts. */
    private int taken;
    /** Written under the completion queue's lock with release, read under the queue's lock with acquire. */
    private int retired;

    QueueCredit(final int capacity) {
        this.capacity = capacity;
    }

    boolean tryTake() {
        if (taken - (int) RETIRED.getAcquire(this) >= capacity) {
            return false;
        }
        taken++;
        return true;
    }

    void retire(final int slots) {
        RETIRED.setRelease(this, retired + slots);
    }
}
