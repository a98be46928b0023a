package io.sluice.pipeline;

/**
 * What two ends of a connection tell each other beside the data: one end calls, the other end is told the same, in
 * order, on its poll thread. Calls never block and may come from any thread.
 */
interface ControlChannel {
    /** The sender has registered a region. */
    void regionAdded(RegionInfo region);

    /** The sender is about to deregister a region: let nothing begin on it, and acknowledge when nothing is in flight. */
    void revoke(int region);

    /** Nothing of the receiver's region is in flight at the sender any more. */
    void revoked(int region);

    /** Answer with {@link #resolved}, after every region registered so far has been told. */
    void resolve(long token);

    /** Everything registered when {@link #resolve} came has been told. */
    void resolved(long token);

    /** A message for the receiver's program. It has a notification credit. */
    void notification(byte[] message);

    /** The receiver may send that many notifications more. */
    void notificationCredit(int credits);

    /** The sender's end is gone or failed: stop, put the queue pairs in ERR, drain, destroy, answer {@link #fenced}. */
    void fence();

    /** Nothing of the sender touches the receiver's memory any more. */
    void fenced();

    /**
     * A region as its owner describes it.
     *
     * @param number  the owner's number
     * @param address first byte
     * @param length  bytes
     * @param rkey    key for remote access
     */
    record RegionInfo(int number, long address, long length, int rkey) {}
}
