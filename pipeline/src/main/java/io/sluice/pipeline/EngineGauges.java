package io.sluice.pipeline;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersManager;

/**
 * Puts into the counters file what nobody counts as it happens: how much is free and outstanding now, and each connection's
 * counters. The poll thread alone, about every 100 ms; nothing without a file.
 */
final class EngineGauges {
    /** Type ids of a connection's counters. */
    static final int IN_PROGRESS = 100;
    static final int OUTSTANDING = 101;
    static final int RETURNED = 102;

    private static final long PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int COUNTERS_A_CONNECTION = 3;

    /** A connection's counters. */
    private record LinkCounters(AtomicCounter inProgress, AtomicCounter outstanding, AtomicCounter returned) {
        void free() {
            inProgress.close();
            outstanding.close();
            returned.close();
        }
    }

    private final EngineCore core;
    private final CountersOutput output;
    private final EngineCounters counters;
    private final Map<Link, LinkCounters> links = new HashMap<>();
    private long connectionNumber;
    private long nextNs;

    EngineGauges(final EngineCore core, final CountersOutput output, final EngineCounters counters) {
        this.core = core;
        this.output = output;
        this.counters = counters;
        nextNs = core.nanoTime();
    }

    void work(final long nowNs) {
        if (!output.isFile() || nowNs - nextNs < 0) {
            return;
        }
        nextNs = nowNs + PERIOD_NS;
        output.heartbeat();
        final Link[] now = core.links().links();
        long outstanding = 0;
        for (final Link link : now) {
            outstanding += link.outstanding();
            show(link);
        }
        if (!links.isEmpty()) {
            forgetEnded();
        }
        counters.set(EngineCounter.CONNECTIONS, now.length);
        counters.set(EngineCounter.SLICES_OUTSTANDING, outstanding);
        counters.set(EngineCounter.REGIONS, core.regions().count());
        counters.set(EngineCounter.RING_BACKLOG, core.ring().backlog());
        counters.set(EngineCounter.TRANSFER_SLOTS_FREE, core.table().free());
        counters.set(EngineCounter.ENTRY_POOL_FREE_BYTES, core.pool().freeBytes());
        counters.set(EngineCounter.CQ_CREDITS_FREE, core.credits().free());
    }

    private void show(final Link link) {
        LinkCounters of = links.get(link);
        if (of == null) {
            if (output.manager().available() < COUNTERS_A_CONNECTION) {
                return; // the file is full: this connection is counted in the engine's totals only
            }
            of = add(link);
        }
        of.inProgress.setRelease(link.inProgress());
        of.outstanding.setRelease(link.outstanding());
        of.returned.setRelease(link.credits().returnedSoFar());
    }

    private LinkCounters add(final Link link) {
        final CountersManager manager = output.manager();
        final String label = "connection " + connectionNumber++ + " to " + link.peerName() + ": ";
        final LinkCounters made = new LinkCounters(manager.newCounter(label + "transfers in progress", IN_PROGRESS),
                manager.newCounter(label + "slices outstanding", OUTSTANDING),
                manager.newCounter(label + "slices returned", RETURNED));
        links.put(link, made);
        return made;
    }

    private void forgetEnded() {
        for (final Iterator<Map.Entry<Link, LinkCounters>> i = links.entrySet().iterator(); i.hasNext();) {
            final Map.Entry<Link, LinkCounters> entry = i.next();
            if (entry.getKey().state() == Link.CLOSED) {
                entry.getValue().free();
                i.remove();
            }
        }
    }
}
