package io.sluice.bench.trace;

/**
 * What a generated trace looks like.
 *
 * @param seed              equal shapes give equal traces
 * @param requests          how many, 1 or more
 * @param requestsPerSecond mean rate of arrivals, over 0
 * @param turns             mean number of requests of a chat, 1 or more
 * @param systemPrompts     prompts that chats share, 1 or more; the first ones are the popular ones
 * @param blockTokens       tokens of a block, 1 or more
 * @param contextTokens     a chat ends before its context grows over this
 */
public record ChatShape(long seed, int requests, double requestsPerSecond, double turns, int systemPrompts,
        int blockTokens, int contextTokens) {
    /** Checks the ranges. */
    public ChatShape {
        atLeast(1, requests, "requests");
        atLeast(1, turns, "turns");
        atLeast(1, systemPrompts, "system prompts");
        atLeast(1, blockTokens, "block tokens");
        atLeast(2 * (double) blockTokens, contextTokens, "context tokens");
        if (!(requestsPerSecond > 0)) {
            throw new IllegalArgumentException("requests per second " + requestsPerSecond + " is not over 0");
        }
    }

    private static void atLeast(final double least, final double value, final String name) {
        if (!(value >= least)) {
            throw new IllegalArgumentException(name + " " + value + " is below " + least);
        }
    }
}
