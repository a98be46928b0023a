package io.sluice.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.sluice.pipeline.EngineSnapshot;
import io.sluice.pipeline.TransferEngine;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToDoubleFunction;

/**
 * Binds an engine's figures to meter registries: {@code new SluiceMetrics(engine).bindTo(registry)}. Every meter has the
 * tag {@code agent}, the engine's name. Costs the engine nothing: a meter reads a snapshot when it is asked.
 *
 * <p>The meters keep the engine reachable until {@link #close()} removes them, which the program calls when it closes the
 * engine. Of a closed engine the totals stay as they were. Safe for use by any number of threads.
 */
public final class SluiceMetrics implements MeterBinder, AutoCloseable {
    private final TransferEngine engine;
    private final Tags tags;
    private final List<Bound> bound = new CopyOnWriteArrayList<>();
    /** Filled and read under its own monitor. */
    private final EngineSnapshot snapshot = new EngineSnapshot();

    private record Bound(MeterRegistry registry, Meter meter) {}

    /** @param engine whose figures */
    public SluiceMetrics(final TransferEngine engine) {
        this(engine, List.of());
    }

    /**
     * @param engine   whose figures
     * @param moreTags of every meter, beside {@code agent}
     */
    public SluiceMetrics(final TransferEngine engine, final Iterable<Tag> moreTags) {
        this.engine = Objects.requireNonNull(engine, "engine");
        tags = Tags.concat(moreTags, "agent", engine.config().agentName());
    }

    @Override
    public void bindTo(final MeterRegistry registry) {
        transfers(registry, "succeeded", EngineSnapshot::succeeded);
        transfers(registry, "failed", EngineSnapshot::failed);
        transfers(registry, "cancelled", EngineSnapshot::cancelled);
        transfers(registry, "timed_out", EngineSnapshot::timedOut);
        total(registry, "sluice.bytes.moved", "bytes", "Bytes of transfers that succeeded",
                EngineSnapshot::bytesMoved);
        total(registry, "sluice.slices.fed", "slices", "Slices fed to the device, of transfers that settled",
                EngineSnapshot::slicesFed);
        total(registry, "sluice.submits.refused", "submits", "Submits refused for lack of room",
                EngineSnapshot::backPressured);
        total(registry, "sluice.connections.opened", "connections", "Connections opened, by either side",
                EngineSnapshot::connectionsOpened);
        total(registry, "sluice.connections.failed", "connections", "Connections failed, not closed by either side",
                EngineSnapshot::connectionsFailed);
        total(registry, "sluice.errors", "errors", "Faults reported to the error handler", EngineSnapshot::errors);
        gauge(registry, "sluice.connections", "connections", "Connections that are not closed",
                EngineSnapshot::connections);
        gauge(registry, "sluice.regions", "regions", "Registered regions", EngineSnapshot::regions);
        gauge(registry, "sluice.slices.outstanding", "slices", "Slices published and not returned",
                EngineSnapshot::outstanding);
        gauge(registry, "sluice.ring.backlog", "slices", "Slices in the ring that some handler has not seen",
                EngineSnapshot::ringBacklog);
        gauge(registry, "sluice.transfer.slots", "slots", "Transfer slots", EngineSnapshot::transferSlots);
        gauge(registry, "sluice.transfer.slots.free", "slots", "Transfer slots that no transfer holds",
                EngineSnapshot::freeTransferSlots);
        gauge(registry, "sluice.entry.pool.free", "bytes", "Entry pool that no transfer holds",
                EngineSnapshot::entryPoolFreeBytes);
        gauge(registry, "sluice.cq.credits.free", "credits", "Completion queue credits that no connection holds",
                EngineSnapshot::freeCqCredits);
    }

    private void transfers(final MeterRegistry registry, final String state,
            final ToDoubleFunction<EngineSnapshot> figure) {
        bound.add(new Bound(registry, FunctionCounter.builder("sluice.transfers", this, of -> of.read(figure))
                .tags(tags.and("state", state)).baseUnit("transfers").description("Transfers that settled, by state")
                .register(registry)));
    }

    private void total(final MeterRegistry registry, final String name, final String unit, final String description,
            final ToDoubleFunction<EngineSnapshot> figure) {
        bound.add(new Bound(registry, FunctionCounter.builder(name, this, of -> of.read(figure)).tags(tags)
                .baseUnit(unit).description(description).register(registry)));
    }

    private void gauge(final MeterRegistry registry, final String name, final String unit, final String description,
            final ToDoubleFunction<EngineSnapshot> figure) {
        bound.add(new Bound(registry, Gauge.builder(name, this, of -> of.read(figure)).tags(tags).baseUnit(unit)
                .description(description).strongReference(true).register(registry)));
    }

    private double read(final ToDoubleFunction<EngineSnapshot> figure) {
        synchronized (snapshot) {
            engine.snapshot(snapshot);
            return figure.applyAsDouble(snapshot);
        }
    }

    /** Removes the meters from the registries that they were bound to. Idempotent. */
    @Override
    public void close() {
        bound.forEach(one -> one.registry().remove(one.meter()));
        bound.clear();
    }
}
