package io.sluice.verbs.soft;

/** Whoever sends requests to a queue pair: a queue pair of the same device, or a socket. */
interface Asking {
    /**
     * @param target in state RTR or RTS
     * @return whether that queue pair is connected to this one
     */
    boolean isPeerOf(SoftQueuePair target);
}
