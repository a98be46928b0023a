package io.sluice.pipeline.paired;

import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.ThreadingMode;
import io.sluice.pipeline.pairing.Pairing;
import io.sluice.pipeline.transfer.TransferTable;
import java.util.Objects;
import java.util.Set;

/**
 * Settings of a paired engine. Immutable.
 *
 * @param engine       of the engine below: agent name, device, addresses, secret, time-outs; not INVOKER
 * @param adaptors     that may be agreed on, at least one; VERBS where both ends have it, else SOCKET
 * @param pairWindow   sends that may be announced and unanswered, 1 to 65,536; the smaller of both ends counts
 * @param requestSlots requests that are not released, over all connections, 1 to 1,048,576
 * @param bounceSlots  buffers of 64 KiB that each end of a VERBS connection sends from, and as many that it receives
 *                     into, 4 to 1,024; the smaller of both ends counts
 */
public record PairedConfig(EngineConfig engine, Set<Adaptor> adaptors, int pairWindow, int requestSlots,
        int bounceSlots) {
    private static final int LEAST_BOUNCE_SLOTS = 4;
    private static final int MOST_BOUNCE_SLOTS = 1_024;

    /** Checks the ranges. */
    public PairedConfig {
        Objects.requireNonNull(engine, "engine");
        adaptors = Set.copyOf(adaptors);
        if (adaptors.isEmpty()) {
            throw new IllegalArgumentException("adaptors is empty: no two agents could agree");
        }
        if (engine.effectiveThreadingMode() == ThreadingMode.INVOKER) {
            throw new IllegalArgumentException(
                    "threadingMode INVOKER: connecting and registering a window wait for the engine's own threads");
        }
        range("pairWindow", pairWindow, 1, Pairing.MOST_WINDOW);
        range("requestSlots", requestSlots, 1, TransferTable.MAX_SLOTS);
        range("bounceSlots", bounceSlots, LEAST_BOUNCE_SLOTS, MOST_BOUNCE_SLOTS);
    }

    /**
     * The defaults: both adaptors, pairWindow 64, requestSlots 16,384, bounceSlots 16.
     *
     * @param engine of the engine below
     * @return the settings
     */
    public static PairedConfig of(final EngineConfig engine) {
        return new PairedConfig(engine, Set.of(Adaptor.values()), 64, 16_384, 16);
    }

    /**
     * {@return the same with these}
     *
     * @param newAdaptors at least one
     */
    public PairedConfig adaptors(final Adaptor... newAdaptors) {
        return new PairedConfig(engine, Set.of(newAdaptors), pairWindow, requestSlots, bounceSlots);
    }

    /**
     * {@return the same with this}
     *
     * @param newPairWindow 1 to 65,536
     */
    public PairedConfig pairWindow(final int newPairWindow) {
        return new PairedConfig(engine, adaptors, newPairWindow, requestSlots, bounceSlots);
    }

    /**
     * {@return the same with this}
     *
     * @param newRequestSlots 1 to 1,048,576
     */
    public PairedConfig requestSlots(final int newRequestSlots) {
        return new PairedConfig(engine, adaptors, pairWindow, newRequestSlots, bounceSlots);
    }

    /**
     * {@return the same with this}
     *
     * @param newBounceSlots 4 to 1,024
     */
    public PairedConfig bounceSlots(final int newBounceSlots) {
        return new PairedConfig(engine, adaptors, pairWindow, requestSlots, newBounceSlots);
    }

    private static void range(final String name, final int value, final int least, final int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " " + value + " is not in " + least + ".." + most);
        }
    }
}
