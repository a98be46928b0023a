package io.sluice.properties.engine;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.EngineSnapshot;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.TransferEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One engine with its memory. Under the model's lock. */
final class Side {
    /** A chunk of the entry pool: 64 entries of 48 bytes, and a cache line. */
    private static final int CHUNK_BYTES = 64 * 48 + 64;

    final int number;
    final Setup.Knobs knobs;
    final TransferEngine engine;
    final Memory memory;
    /** Registered now, by region. */
    final LocalRegion[] regions = new LocalRegion[Memory.REGIONS];
    /** Regions that are, or were, deregistered: anything may find them gone. */
    final boolean[] everDeregistered = new boolean[Memory.REGIONS];
    final List<Leaving> leaving = new ArrayList<>();
    final List<End> ends = new ArrayList<>();
    final EngineSnapshot snapshot = new EngineSnapshot();

    /** A region on its way out. */
    static final class Leaving {
        final int region;
        final CompletableFuture<Void> done;
        /** Transfers from that number on may be on the region as it was registered anew. */
        int registeredAgainAt = Integer.MAX_VALUE;

        Leaving(final int region, final CompletableFuture<Void> done) {
            this.region = region;
            this.done = done;
        }
    }

    Side(final int number, final Setup.Knobs knobs, final TransferEngine engine, final Memory memory) {
        this.number = number;
        this.knobs = knobs;
        this.engine = engine;
        this.memory = memory;
        CreditRules.same(this, "bytes of the entry pool, in chunks as the model knows them", look().entryPoolBytes(),
                (long) poolChunks() * CHUNK_BYTES);
    }

    EngineSnapshot look() {
        engine.snapshot(snapshot);
        return snapshot;
    }

    int poolChunks() {
        return Setup.Knobs.POOL_BYTES / CHUNK_BYTES;
    }

    long freeChunks() {
        return look().entryPoolFreeBytes() / CHUNK_BYTES;
    }

    /** One duty cycle. A connection is flushed only for work that is out and does not return. */
    void work() {
        final int outstanding = look().outstanding();
        engine.doWork();
        for (final End end : ends) {
            if (!end.flushed && Cause.kind(end.connection.cause()) == Cause.FLUSHED) {
                end.flushed = true;
                Complaint.unless(outstanding > 0, end, "flushed with nothing outstanding");
            }
        }
    }

    boolean hasDeregistered() {
        return everDeregistered[0] || everDeregistered[1] || everDeregistered[2];
    }

    List<Transfer> transfers() {
        return ends.stream().flatMap(end -> end.transfers.stream()).toList();
    }

    /** Ends that hold a place for notifications now. */
    long places() {
        return ends.stream().filter(end -> end.ownPlace && end.isAlive()).count();
    }

    @Override
    public String toString() {
        return number == 0 ? "near" : "far";
    }
}
