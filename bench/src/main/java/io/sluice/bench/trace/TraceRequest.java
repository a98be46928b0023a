package io.sluice.bench.trace;

/**
 * One request of a trace. The array is not copied: nobody writes to it.
 *
 * @param timestampMs  when it arrived, ms from the start of the trace, 0 or more
 * @param inputTokens  tokens of its prompt, 0 or more
 * @param outputTokens tokens that were answered, 0 or more
 * @param hashIds      one id a block of the prompt, 0 or more; equal ids stand for equal content
 */
public record TraceRequest(long timestampMs, long inputTokens, long outputTokens, long[] hashIds) {
    /** @return the request as a line of a trace, without the line's end */
    public String toLine() {
        final StringBuilder line = new StringBuilder(64 + 8 * hashIds.length);
        line.append("{\"timestamp\": ").append(timestampMs).append(", \"input_length\": ").append(inputTokens)
                .append(", \"output_length\": ").append(outputTokens).append(", \"hash_ids\": [");
        for (int i = 0; i < hashIds.length; i++) {
            line.append(i == 0 ? "" : ", ").append(hashIds[i]);
        }
        return line.append("]}").toString();
    }
}
