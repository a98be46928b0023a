package io.sluice.properties.device.threads;

import io.sluice.verbs.QueuePair;
import io.sluice.verbs.ReceiveRequests;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.WorkRequests;
import java.util.ArrayList;
import java.util.List;

/** One thread's part: carries out its acts, and keeps what was accepted and what must lie still. */
final class Actor implements Runnable {
    static final int MAX_CHAIN = 4;
    /** All receives are this long, and no SEND is longer. */
    static final int RECEIVE_BYTES = 4096;

    private final Fabric fabric;
    private final int thread;
    private final List<Act> acts;
    private final WorkRequests sends = WorkRequests.allocate(MAX_CHAIN, 1);
    private final ReceiveRequests receives = ReceiveRequests.allocate(MAX_CHAIN, 1);
    private final List<Posted> accepted = new ArrayList<>();
    private final List<Still> still = new ArrayList<>();
    private int wrIds;

    Actor(final Fabric fabric, final int thread, final List<Act> acts) {
        this.fabric = fabric;
        this.thread = thread;
        this.acts = acts;
        wrIds = thread << 24; // and within 31 bits, since it is the immediate of a SEND too
    }

    List<Posted> accepted() {
        return accepted;
    }

    List<Still> still() {
        return still;
    }

    @Override
    public void run() {
        for (final Act act : acts) {
            switch (act) {
                case Act.Post post -> post(post);
                case Act.Receive receive -> receive(receive);
                case Act.Poll poll -> fabric.poll(poll.limit());
                case Act.Fail fail -> fail(fail);
                case Act.Withdraw withdraw -> withdraw(withdraw);
            }
        }
    }

    /** A pair of its own, or the shared one, whatever the act says. */
    private int pair(final int asked) {
        return asked == Fabric.SHARED_PAIR ? asked : thread;
    }

    private void post(final Act.Post post) {
        final int pair = pair(post.pair());
        final Area area = fabric.area(pair, thread);
        final int length = post.kind() == Act.Kind.SEND ? Math.min(post.length(), RECEIVE_BYTES) : post.length();
        if (!area.hasRoom(2 * post.count(), length)) {
            return;
        }
        final QueuePair qp = fabric.end(pair, post.end());
        final QueuePair peer = fabric.end(pair, 1 - post.end());
        final List<Posted> chain = new ArrayList<>();
        sends.clear();
        for (int i = 0; i < post.count(); i++) {
            final boolean signaled = post.signaled() || pair == Fabric.SHARED_PAIR || i == post.count() - 1;
            final Posted posted = new Posted(wrIds++, thread, qp.number(), peer.number(), post.kind(), signaled,
                    area.take(length), area.take(length), length);
            add(posted, area);
            chain.add(posted);
        }
        final boolean all = qp.postSend(sends) == 0;
        accepted.addAll(all ? chain : chain.subList(0, sends.firstRefused()));
    }

    private void add(final Posted posted, final Area area) {
        final int flags = posted.signaled() ? SendFlags.SIGNALED : 0;
        final long source = Fabric.address(posted.source());
        final long target = Fabric.address(posted.target());
        final int lkey = area.region().lkey();
        final int rkey = area.region().rkey();
        switch (posted.kind()) {
            case WRITE -> sends.addWrite(posted.wrId(), source, lkey, posted.length(), target, rkey, flags);
            case READ -> sends.addRead(posted.wrId(), target, lkey, posted.length(), source, rkey, flags);
            case SEND -> {
                sends.addSend(posted.wrId(), source, lkey, posted.length(), flags);
                sends.withImmediate((int) posted.wrId());
            }
        }
    }

    private void receive(final Act.Receive receive) {
        final int pair = pair(receive.pair());
        final Area area = fabric.area(pair, thread);
        if (!area.hasRoom(receive.count(), RECEIVE_BYTES)) {
            return;
        }
        final QueuePair qp = fabric.end(pair, receive.end());
        final List<Posted> chain = new ArrayList<>();
        receives.clear();
        for (int i = 0; i < receive.count(); i++) {
            final Posted posted = new Posted(wrIds++, thread, qp.number(),
                    fabric.end(pair, 1 - receive.end()).number(), null, true, 0, area.take(RECEIVE_BYTES),
                    RECEIVE_BYTES);
            receives.add(posted.wrId(), Fabric.address(posted.target()), area.region().lkey(), RECEIVE_BYTES);
            chain.add(posted);
        }
        final boolean all = qp.postReceive(receives) == 0;
        accepted.addAll(all ? chain : chain.subList(0, receives.firstRefused()));
    }

    private void fail(final Act.Fail fail) {
        final int pair = pair(fail.pair());
        fabric.end(pair, fail.end()).toError();
        for (int of = 0; of < Fabric.THREADS; of++) {
            keep("the error of end " + fail.end() + " of pair " + pair, fabric.area(pair, of));
        }
    }

    private void withdraw(final Act.Withdraw withdraw) {
        final int pair = pair(withdraw.pair());
        final int of = pair == Fabric.SHARED_PAIR ? withdraw.thread() : thread;
        final Area area = fabric.area(pair, of);
        area.region().close();
        keep("the end of the registration of thread " + of + "'s area of pair " + pair, area);
    }

    private void keep(final String since, final Area area) {
        still.add(new Still(since, area.start(), Fabric.bytes(area.start(), Area.BYTES)));
    }
}
