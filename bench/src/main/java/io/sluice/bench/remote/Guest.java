package io.sluice.bench.remote;

import io.sluice.bench.blocks.CacheSide;
import io.sluice.bench.blocks.Geometry;
import io.sluice.bench.blocks.LocalSide;
import io.sluice.bench.blocks.PlacedBlocks;
import io.sluice.bench.blocks.Workers;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.TransferEngine;
import java.lang.foreign.Arena;

/** An initiator at a target, known by its agent's name, and the memory it was given. One thread. */
final class Guest implements AutoCloseable {
    private final TransferEngine engine;
    private final Workers workers;
    private Arena arena;
    private LocalRegion region;
    private LocalSide side;

    Guest(final TransferEngine engine, final Workers workers) {
        this.engine = engine;
        this.workers = workers;
    }

    long bytes() {
        return side == null ? 0 : side.geometry().bytes();
    }

    /** @param mostBytes that it may have */
    Answer grant(final Wish wish, final long mostBytes) {
        return switch (wish.kind()) {
            case OPEN -> open(wish, mostBytes);
            case FILL, SPOIL, CHECK -> misplaced(wish.blocks()) ? refuse(wish) : work(wish);
        };
    }

    private Answer open(final Wish wish, final long mostBytes) {
        final Geometry geometry = wish.geometry();
        if (geometry.bytes() > mostBytes) {
            return Answer.refused(wish.number(), geometry.bytes() + " bytes are asked for, and " + mostBytes
                    + " can be given (--memory of the target)");
        }
        close();
        try {
            arena = Arena.ofShared();
            side = new LocalSide(new CacheSide(geometry, arena), workers);
            region = engine.register(side.cache().memory());
        } catch (final OutOfMemoryError | IllegalStateException e) {
            close();
            return Answer.refused(wish.number(), geometry.bytes() + " bytes cannot be had: " + e.getMessage());
        }
        return Answer.memory(wish.number(), engine.descriptor(region, 0, region.length()));
    }

    private boolean misplaced(final PlacedBlocks blocks) {
        if (side == null) {
            return true;
        }
        for (final int slot : blocks.slots()) {
            if (slot < 0 || slot >= side.geometry().slots()) {
                return true;
            }
        }
        return false;
    }

    private static Answer refuse(final Wish wish) {
        return Answer.refused(wish.number(), "blocks lie outside of the memory that was given");
    }

    private Answer work(final Wish wish) {
        switch (wish.kind()) {
            case FILL -> side.fill(wish.blocks());
            case SPOIL -> side.spoil(wish.blocks());
            default -> {
                return Answer.checked(wish.number(), side.check(wish.blocks()));
            }
        }
        return Answer.done(wish.number());
    }

    /** Takes the memory back. */
    @Override
    public void close() {
        if (region != null) {
            engine.deregister(region);
            region = null;
        }
        side = null;
        if (arena != null) {
            arena.close();
            arena = null;
        }
    }
}
