package io.sluice.bench.replay;

import io.sluice.bench.blocks.Checks;
import io.sluice.bench.blocks.Geometry;
import picocli.CommandLine.Option;

/** How large the blocks and the pools are. */
final class GeometryOptions {
    @Option(names = "--layers", paramLabel = "N", order = 11, //
            description = "Layers of the model (default: ${DEFAULT-VALUE}).")
    int layers = 8;

    @Option(names = "--token-bytes", paramLabel = "N", order = 12, //
            description = "Bytes of a token in one layer, keys and values together (default: ${DEFAULT-VALUE}).")
    int tokenBytes = 256;

    @Option(names = "--block-tokens", paramLabel = "N", order = 13, //
            description = { "Tokens of a block (default: ${DEFAULT-VALUE}).",
                "A block is layers x token-bytes x block-tokens: by default 8 x 128 KiB = 1 MiB." })
    int blockTokens = 512;

    @Option(names = "--prefill-blocks", paramLabel = "N", order = 14, description = {
        "Blocks that the prefill side has memory "
                + "for (default: ${DEFAULT-VALUE}).",
        "Both pools are allocated: by default 512 MiB each." })
    int prefillBlocks = 512;

    @Option(names = "--decode-blocks", paramLabel = "N", order = 15, description = {
        "Blocks that the decode side has memory "
                + "for (default: ${DEFAULT-VALUE}).",
        "The larger, the more blocks are found again." })
    int decodeBlocks = 512;

    void check() {
        Checks.range("--layers", layers, 1, 100_000);
        Checks.range("--token-bytes", tokenBytes, 1, 1 << 30);
        Checks.range("--block-tokens", blockTokens, 1, 1 << 20);
        Checks.range("--prefill-blocks", prefillBlocks, 1, Integer.MAX_VALUE);
        Checks.range("--decode-blocks", decodeBlocks, 1, Integer.MAX_VALUE);
        final long blockBytes = (long) tokenBytes * blockTokens;
        if (blockBytes % Long.BYTES != 0) {
            throw new IllegalArgumentException("--token-bytes " + tokenBytes + " x --block-tokens " + blockTokens
                    + " = " + blockBytes + " bytes is not a multiple of 8");
        }
    }

    Geometry prefill() {
        return geometry("--prefill-blocks", prefillBlocks);
    }

    Geometry decode() {
        return geometry("--decode-blocks", decodeBlocks);
    }

    private Geometry geometry(final String option, final int slots) {
        try {
            return new Geometry(layers, (long) tokenBytes * blockTokens, slots);
        } catch (final ArithmeticException e) {
            throw new IllegalArgumentException(option + " " + slots + ": such a pool is over 2^63 - 1 bytes", e);
        }
    }
}
