package io.sluice.bench.blocks;

/**
 * A side in this process, and the threads that work on it.
 *
 * @param cache   its memory
 * @param workers not closed here
 */
public record LocalSide(CacheSide cache, Workers workers) implements BlockSide {
    @Override
    public Geometry geometry() {
        return cache.geometry();
    }

    @Override
    public void fill(final PlacedBlocks blocks) {
        cache.fill(blocks, workers);
    }

    @Override
    public void spoil(final PlacedBlocks blocks) {
        cache.spoil(blocks, workers);
    }

    @Override
    public WrongByte check(final PlacedBlocks blocks) {
        return cache.check(blocks, workers);
    }
}
