package io.sluice.verbs;

/**
 * A completion, copied out of native memory so that a test can keep it.
 *
 * @param wrId      of the request
 * @param status    of {@link WcStatus}
 * @param opcode    of {@link WcOpcode}
 * @param bytes     placed
 * @param immediate what came with it, or null
 * @param qpNumber  of the local queue pair
 */
public record Completion(long wrId, int status, int opcode, int bytes, Integer immediate, int qpNumber) {

    static Completion of(final WorkCompletions completions, final int index) {
        return new Completion(completions.wrId(index), completions.status(index), completions.opcode(index),
                completions.byteLength(index), completions.hasImmediate(index) ? completions.immediate(index) : null,
                completions.qpNumber(index));
    }

    /** @return whether it reports success */
    public boolean succeeded() {
        return status == WcStatus.SUCCESS;
    }

    @Override
    public String toString() {
        return "wr " + wrId + ": " + WcStatus.describe(status);
    }
}
