package io.sluice.bench.blocks;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** One side's KV cache: one region, laid out by its {@link Geometry}. */
public final class CacheSide {
    private static final long PAGE = 4096;

    private final Geometry geometry;
    private final MemorySegment memory;

    /** Allocates, and touches every page. */
    public CacheSide(final Geometry geometry, final Arena arena) {
        this.geometry = geometry;
        memory = arena.allocate(geometry.bytes(), PAGE);
    }

    public Geometry geometry() {
        return geometry;
    }

    public MemorySegment memory() {
        return memory;
    }

    /** A block's part in one layer. */
    public MemorySegment block(final int layer, final int slot) {
        return memory.asSlice(geometry.offset(layer, slot), geometry.blockBytes());
    }

    public void fill(final PlacedBlocks blocks, final Workers workers) {
        each(blocks, workers, BlockContents::fill);
    }

    public void spoil(final PlacedBlocks blocks, final Workers workers) {
        each(blocks, workers, BlockContents::spoil);
    }

    /** @return the first wrong byte that was found, null if every byte is right */
    public WrongByte check(final PlacedBlocks blocks, final Workers workers) {
        final WrongByte[] found = new WrongByte[1];
        each(blocks, workers, (block, hash, layer) -> {
            final long offset = BlockContents.firstWrong(block, hash, layer);
            if (offset >= 0) {
                synchronized (found) {
                    final WrongByte wrong = new WrongByte(hash, layer, offset,
                            BlockContents.expected(hash, layer, offset),
                            block.get(ValueLayout.JAVA_BYTE, offset));
                    found[0] = wrong.first(found[0]);
                }
            }
        });
        return found[0];
    }

    @FunctionalInterface
    private interface PartTask {
        void accept(MemorySegment block, long hash, int layer);
    }

    private void each(final PlacedBlocks blocks, final Workers workers, final PartTask task) {
        final int layers = geometry.layers();
        workers.each(Math.multiplyExact(blocks.count(), layers), part -> {
            final int at = part / layers;
            final int layer = part % layers;
            task.accept(block(layer, blocks.slots()[at]), blocks.hashes()[at], layer);
        });
    }
}
