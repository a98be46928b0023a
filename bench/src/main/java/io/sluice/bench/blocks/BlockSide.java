package io.sluice.bench.blocks;

/** One side's blocks, wherever its memory is. Used by one thread at a time. */
public interface BlockSide {
    /** @return how they lie */
    Geometry geometry();

    /** Makes blocks, in all layers. */
    void fill(PlacedBlocks blocks);

    /** Makes bytes all over blocks wrong, so that what is not moved afterwards cannot pass for moved. */
    void spoil(PlacedBlocks blocks);

    /** @return the first wrong byte that was found, null if every byte is right */
    WrongByte check(PlacedBlocks blocks);
}
