package io.sluice.verbs;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a condition, never for a time: with a deadline that is generous, since it is only met when a test fails. */
public final class Await {
    /** Long enough for a device under software emulation on a loaded machine. */
    public static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(30);

    private Await() {}

    /**
     * @param condition what must come about; called again and again
     * @param missing   says what was there instead, for the failure
     */
    public static void until(final BooleanSupplier condition, final Supplier<String> missing) {
        final long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > DEADLINE_NS) {
                throw new AssertionError("not within " + TimeUnit.NANOSECONDS.toSeconds(DEADLINE_NS) + " s: "
                        + missing.get());
            }
            Thread.yield();
        }
    }
}
