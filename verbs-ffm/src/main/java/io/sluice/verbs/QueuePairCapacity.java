package io.sluice.verbs;

/**
 * How much a queue pair holds, {@code struct ibv_qp_cap}: asked for at creation, and granted in return (a device may
 * grant more).
 *
 * @param maxSendWr     send work requests outstanding, 1 or more
 * @param maxRecvWr     receive work requests outstanding, 0 or more
 * @param maxSendSge    scatter/gather entries of a send work request, 1 or more
 * @param maxRecvSge    scatter/gather entries of a receive work request, 0 or more
 * @param maxInlineData bytes that may be sent inline, 0 or more
 */
public record QueuePairCapacity(int maxSendWr, int maxRecvWr, int maxSendSge, int maxRecvSge, int maxInlineData) {
    /** Checks the ranges. */
    public QueuePairCapacity {
        Checks.range("maxSendWr", maxSendWr, 1, Integer.MAX_VALUE);
        Checks.range("maxRecvWr", maxRecvWr, 0, Integer.MAX_VALUE);
        Checks.range("maxSendSge", maxSendSge, 1, Integer.MAX_VALUE);
        Checks.range("maxRecvSge", maxRecvSge, 0, Integer.MAX_VALUE);
        Checks.range("maxInlineData", maxInlineData, 0, Integer.MAX_VALUE);
    }
}
