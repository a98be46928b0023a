package io.sluice.pipeline.paired;

import io.sluice.pipeline.Op;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A prepared transfer of a {@link PairedBackend}: posted, checked, posted again when it is finished, released. Made by
 * {@link PairedBackend#prepare}.
 */
public final class BackendTransfer {
    /** Not posted, or finished and its request released. */
    static final long NONE = -1;

    private final String agent;
    private final Op op;
    private final List<Range> local;
    private final List<MemorySegment> memories;
    private final List<Range> remote;
    private final byte[] notification;
    private final IovList iovs = new IovList();
    // Under its monitor.
    private PairedConnection connection;
    private long request = NONE;
    private int finished;
    private boolean owesNotification;
    private boolean isReleased;

    BackendTransfer(final String agent, final Op op, final List<Range> local, final List<MemorySegment> memories,
            final List<Range> remote, final byte[] notification) {
        this.agent = agent;
        this.op = op;
        this.local = local;
        this.memories = memories;
        this.remote = remote;
        this.notification = notification;
    }

    String agent() {
        return agent;
    }

    byte[] notification() {
        return notification;
    }

    PairedConnection connection() {
        return connection;
    }

    long request() {
        return request;
    }

    int finished() {
        return finished;
    }

    boolean owesNotification() {
        return owesNotification;
    }

    boolean isReleased() {
        return isReleased;
    }

    void release() {
        isReleased = true;
    }

    void notified() {
        owesNotification = false;
    }

    void posted(final PairedConnection newConnection, final long newRequest) {
        connection = newConnection;
        request = newRequest;
        owesNotification = notification != null;
    }

    void finish(final int state) {
        finished = state;
        request = NONE;
    }

    /**
     * Which request it is on that connection: put or wait if all of it lies in the windows, which the peer finds alike;
     * else send or receive.
     */
    PairedOp requestOp(final PairedConnection to) {
        final boolean inWindows = to.hasWindow()
                && local.stream().allMatch(range -> range.isInside(to.windowBase(), to.windowBytes()))
                && remote.stream().allMatch(range -> range.isInside(to.peerWindowBase(), to.peerWindowBytes()));
        if (op == Op.WRITE) {
            return inWindows ? PairedOp.PUT : PairedOp.SEND;
        }
        return inWindows ? PairedOp.WAIT : PairedOp.RECV;
    }

    IovList iovs(final PairedConnection to, final PairedOp as) {
        iovs.clear();
        for (int i = 0; i < local.size(); i++) {
            final long offset = local.get(i).address() - memories.get(i).address();
            iovs.add(memories.get(i), offset, local.get(i).length(),
                    as == PairedOp.PUT ? remote.get(i).address() - to.peerWindowBase() : 0);
        }
        return iovs;
    }
}
