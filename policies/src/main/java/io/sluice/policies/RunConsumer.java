package io.sluice.policies;

/**
 * Takes runs from {@link ContiguousRuns}, one call a run, in order. The unit of the three numbers is the caller's: blocks
 * from the block forms, bytes from the range form.
 *
 * <p>Called on the thread that asks for the runs; what it throws ends the walk and reaches the caller. A consumer that is
 * made once and used again keeps the walk free of garbage.
 */
@FunctionalInterface
public interface RunConsumer {
    /**
     * Takes one run.
     *
     * @param source the first index or address at the source
     * @param destination the first index or address at the destination
     * @param length the number of blocks or bytes, 1 or more
     */
    void accept(long source, long destination, long length);

    /**
     * A consumer of block runs that hands this one the byte ranges they cover: each number times the size of a block.
     * Make it once, outside the loop.
     *
     * @param blockSizeBytes the size of a block in bytes, 1 or more
     * @return a consumer that throws {@link IllegalArgumentException} for a run that has a negative index or ends beyond
     *     2<sup>63</sup> − 1 bytes
     * @throws IllegalArgumentException if {@code blockSizeBytes} is below 1
     */
    default RunConsumer inBytes(final long blockSizeBytes) {
        if (blockSizeBytes < 1) {
            throw new IllegalArgumentException("blockSizeBytes " + blockSizeBytes + " is below 1");
        }
        final long blocksAddressable = Long.MAX_VALUE / blockSizeBytes;
        return (source, destination, length) -> {
            if (source < 0 || source > blocksAddressable - length) {
                throw outside("source", source, length, blocksAddressable);
            }
            if (destination < 0 || destination > blocksAddressable - length) {
                throw outside("destination", destination, length, blocksAddressable);
            }
            accept(source * blockSizeBytes, destination * blockSizeBytes, length * blockSizeBytes);
        };
    }

    private static IllegalArgumentException outside(
            final String side, final long first, final long length, final long blocksAddressable) {
        return new IllegalArgumentException(side + " run of " + length + " blocks from block " + first
                + " is outside 0.." + blocksAddressable + ", the blocks whose end is at most 2^63-1 bytes");
    }
}
