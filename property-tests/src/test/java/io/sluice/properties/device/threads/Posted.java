package io.sluice.properties.device.threads;

/**
 * A request that was accepted.
 *
 * @param wrId   rises with every request of its thread
 * @param thread which posted it
 * @param qp     number of the queue pair
 * @param peer   number of the queue pair at the other end
 * @param kind   null for a receive
 * @param source position of the data; unused for a receive
 * @param target position where it goes; unused for a SEND
 */
record Posted(long wrId, int thread, int qp, int peer, Act.Kind kind, boolean signaled, int source, int target,
        int length) {
    boolean isReceive() {
        return kind == null;
    }
}
