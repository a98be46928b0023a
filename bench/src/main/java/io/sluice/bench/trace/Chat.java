package io.sluice.bench.trace;

import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * One chat: its context grows from turn to turn by what the user says and what is answered. Blocks that are full keep
 * their id for good, which is what a later turn finds again; the block at the end, not full yet, is another one each time.
 */
final class Chat {
    private final int blockTokens;
    private final LongSupplier freshIds;
    private long[] fullBlocks;
    private long tokens;

    /**
     * @param prompt   ids of the full blocks that the chat shares with others
     * @param tokens   tokens of the shared prompt: at least those of its full blocks
     * @param freshIds gives ids that nobody has
     */
    Chat(final long[] prompt, final long tokens, final int blockTokens, final LongSupplier freshIds) {
        this.fullBlocks = prompt;
        this.tokens = tokens;
        this.blockTokens = blockTokens;
        this.freshIds = freshIds;
    }

    long tokens() {
        return tokens;
    }

    TraceRequest turn(final long timestampMs, final int userTokens, final int outputTokens) {
        tokens += userTokens;
        final int known = fullBlocks.length;
        fullBlocks = Arrays.copyOf(fullBlocks, (int) (tokens / blockTokens));
        for (int i = known; i < fullBlocks.length; i++) {
            fullBlocks[i] = freshIds.getAsLong();
        }
        long[] ids = fullBlocks;
        if (tokens % blockTokens != 0) {
            ids = Arrays.copyOf(fullBlocks, fullBlocks.length + 1);
            ids[fullBlocks.length] = freshIds.getAsLong();
        }
        final TraceRequest request = new TraceRequest(timestampMs, tokens, outputTokens, ids);
        tokens += outputTokens;
        return request;
    }
}
