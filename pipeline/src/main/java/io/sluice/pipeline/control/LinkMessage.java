package io.sluice.pipeline.control;

import java.util.List;

/** What two ends of a connection in service tell each other beside the data. */
public sealed interface LinkMessage extends Message {
    /** The sender's queue pairs are ready and all its regions told: the receiver may post. */
    record Ready() implements LinkMessage {}

    /**
     * The sender has registered regions.
     *
     * @param regions 1 to {@link Codec#MOST_REGIONS}
     */
    record Regions(List<RegionInfo> regions) implements LinkMessage {}

    /**
     * The sender is about to deregister a region: let nothing begin on it, and acknowledge when nothing is in flight.
     *
     * @param region the sender's number
     */
    record Revoke(int region) implements LinkMessage {}

    /**
     * Nothing of the receiver's region is in flight at the sender any more.
     *
     * @param region the receiver's number
     */
    record Revoked(int region) implements LinkMessage {}

    /**
     * Answer with {@link Resolved}, after every region registered so far has been told.
     *
     * @param token of the question
     */
    record Resolve(long token) implements LinkMessage {}

    /**
     * Everything registered when {@link Resolve} came has been told.
     *
     * @param token of the question
     */
    record Resolved(long token) implements LinkMessage {}

    /**
     * A message for the receiver's program. It has a notification credit.
     *
     * @param bytes 0 to {@link Codec#MOST_NOTIFICATION}
     */
    record Notification(byte[] bytes) implements LinkMessage {}

    /**
     * The receiver may send that many notifications more.
     *
     * @param credits 1 or more
     */
    record NotificationCredit(int credits) implements LinkMessage {}

    /**
     * The sender's end is closed or failed: stop, put the queue pairs in ERR, drain, destroy, answer {@link Fenced}.
     */
    record Fence() implements LinkMessage {}

    /** Nothing of the sender touches the receiver's memory any more. The sender's last message. */
    record Fenced() implements LinkMessage {}
}
