package io.sluice.pipeline;

import com.lmax.disruptor.Sequence;
import io.sluice.pipeline.ring.PostedRequests;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.WorkRequests;

/**
 * One queue pair of one connection, owned by exactly one post handler: it alone posts, so a post needs no lock.
 *
 * <p>Credit: {@code taken} counts the slices published for the lane, {@code returned} those that came back. Their
 * difference is what is outstanding, in the ring or on the queue pair, and is never over the queue pair's depth.
 */
final class Lane {
    private final int number;
    private final Link link;
    private final int handler;
    private final QueuePair queuePair;
    private final int depth;
    private final int maxInline;
    /** The chain that the owning post handler is filling. */
    private final WorkRequests chain;
    /** What is posted and not settled; null where every work request asks for a completion. */
    private final PostedRequests posted;
    /** Under the link's feed flag; read by the poll thread to see what is outstanding. */
    private final Sequence taken = new Sequence(0);
    /** Written by the poll thread alone, with release. */
    private final Sequence returned = new Sequence(0);
    /** How far {@code taken} may go by what the feeder has seen of {@code returned}. Under the link's feed flag. */
    private final Sequence takenLimit;

    /** Some work requests ask for no completion where {@code signalInterval} is above 1. */
    Lane(final int number, final Link link, final int handler, final QueuePair queuePair, final int maxWrPerPost,
            final int signalInterval) {
        this.number = number;
        this.link = link;
        this.handler = handler;
        this.queuePair = queuePair;
        depth = queuePair.capacity().maxSendWr();
        maxInline = queuePair.capacity().maxInlineData();
        chain = WorkRequests.allocate(Math.min(maxWrPerPost, depth), 1);
        posted = signalInterval == 1 ? null : new PostedRequests(number, link.core().nextToken(), depth);
        takenLimit = new Sequence(depth);
    }

    int number() {
        return number;
    }

    Link link() {
        return link;
    }

    /** Which post handler owns it. */
    int handler() {
        return handler;
    }

    QueuePair queuePair() {
        return queuePair;
    }

    WorkRequests chain() {
        return chain;
    }

    /** Null where every work request asks for a completion. */
    PostedRequests posted() {
        return posted;
    }

    /** Bytes that a WRITE may carry inline. */
    int maxInline() {
        return maxInline;
    }

    int depth() {
        return depth;
    }

    /** Slices that it can take now. Under the feed flag; looks at the poll thread's cache line only when it must. */
    int credit() {
        final int credit = (int) (takenLimit.get() - taken.get());
        return credit > 0 ? credit : refreshCredit();
    }

    int refreshCredit() {
        takenLimit.set(depth + returned.get());
        return (int) (takenLimit.get() - taken.get());
    }

    /** Under the feed flag. */
    void take(final int slices) {
        taken.set(taken.get() + slices);
    }

    /** Takes back a {@link #take} of slices that were not published. Under the feed flag. */
    void untake(final int slices) {
        taken.set(taken.get() - slices);
    }

    /** The poll thread alone. */
    void giveBack(final int slices) {
        returned.set(returned.get() + slices);
    }

    int outstanding() {
        final long returnedNow = returned.get(); // first: so the difference is never too small
        return (int) (taken.get() - returnedNow);
    }
}
