package io.sluice.pipeline;

import com.lmax.disruptor.Sequence;
import io.sluice.pipeline.ring.PostedRequests;
import io.sluice.pipeline.ring.SliceReader;
import io.sluice.pipeline.ring.SliceRecord;
import io.sluice.pipeline.ring.SliceRing;
import io.sluice.pipeline.ring.WrId;
import io.sluice.verbs.Errno;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.WorkRequests;
import io.sluice.verbs.WrOpcode;
import java.util.Arrays;
import java.util.Queue;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;

/**
 * Takes the records of its own lanes from the ring, links them into one chain a lane, and posts each chain with one
 * call. It is the only one that posts on its lanes.
 *
 * <p>No exception leaves it: what cannot be posted goes back to the poll thread, work request by work request, as if the
 * device had refused it.
 */
final class PostHandler implements Agent {
    /** Records looked at in one duty cycle, so that in SHARED mode the completion queue is not kept waiting. */
    static final int RECORDS_A_CYCLE = 256;

    private final int number;
    private final EngineCore core;
    private final SliceRing ring;
    private final SliceReader reader;
    private final int signalInterval;
    /** What could not be posted: filled here, drained by the poll thread. Holds at most what is outstanding. */
    private final Queue<Refused> refused = new ManyToOneConcurrentLinkedQueue<>();
    /** Odd while inside a duty cycle. Written here with release, read by the poll thread before it destroys lanes. */
    private final Sequence cycle = new Sequence(0);
    private Lane[] dirty = new Lane[16];
    private int dirtyCount;
    /** Of the record before this in the same duty cycle: slices of a lane come in runs. */
    private Lane lastLane;

    /**
     * A work request that the device did not take.
     *
     * @param wrId  its wr_id
     * @param errno why
     */
    record Refused(long wrId, int errno) {}

    PostHandler(final int number, final EngineCore core) {
        this.number = number;
        this.core = core;
        ring = core.ring();
        signalInterval = core.config().signalInterval();
        reader = ring.newReader();
    }

    @Override
    public int doWork() {
        if (!reader.hasNext()) {
            return 0;
        }
        cycle.set(cycle.get() + 1);
        try {
            final int looked = read();
            for (int i = 0; i < dirtyCount; i++) {
                post(dirty[i]);
                dirty[i] = null;
            }
            dirtyCount = 0;
            lastLane = null;
            return looked;
        } finally {
            cycle.set(cycle.get() + 1);
        }
    }

    /** Whether there are records that it has not looked at. Any thread. */
    boolean hasWork() {
        return reader.isBehind();
    }

    /** Whether it has looked at all records up to that sequence. Any thread. */
    boolean hasPassed(final long sequence) {
        return reader.hasPassed(sequence);
    }

    long cycle() {
        return cycle.get();
    }

    Queue<Refused> refused() {
        return refused;
    }

    /** Fills the chains with what is there; how many records it has looked at. */
    private int read() {
        final long first = reader.next();
        final long last = reader.available(RECORDS_A_CYCLE);
        for (long sequence = first; sequence <= last; sequence++) {
            final long record = ring.at(sequence);
            // Of another handler's record nothing else is read: its lane may be gone. One's own lanes stay until all is
            // back.
            if (SliceRecord.handler(record) == number) {
                try {
                    add(record);
                } catch (final RuntimeException e) { // one that goes wrong must not take the rest with it
                    refuse(SliceRecord.wrId(record), Errno.EIO);
                    core.onError(e);
                }
            }
        }
        reader.pass(last);
        return (int) (last - first + 1);
    }

    private void add(final long record) {
        final long wrId = SliceRecord.wrId(record);
        final int laneNumber = WrId.lane(wrId);
        Lane lane = lastLane;
        if (lane == null || lane.number() != laneNumber) {
            lane = core.links().lanes()[laneNumber];
            lastLane = lane;
        }
        final WorkRequests chain = lane.chain();
        if (chain.size() == 0) {
            addDirty(lane);
        } else if (chain.isFull()) {
            post(lane);
        }
        final int length = SliceRecord.length(record);
        final int opcode = SliceRecord.opcode(record);
        final int inline = opcode == WrOpcode.RDMA_WRITE && Integer.compareUnsigned(length, lane.maxInline()) <= 0
                ? SendFlags.INLINE
                : 0;
        if (signalInterval == 1) {
            put(chain, record, wrId, opcode, length, inline | SendFlags.SIGNALED);
        } else { // which of them are signaled is decided when the chain is whole
            put(chain, record, lane.posted().put(chain.size(), wrId), opcode, length, inline);
        }
    }

    private static void put(final WorkRequests chain, final long record, final long id, final int opcode,
            final int length, final int flags) {
        chain.addRdma(opcode, id, SliceRecord.localAddress(record), SliceRecord.lkey(record), length,
                SliceRecord.remoteAddress(record), SliceRecord.rkey(record), flags);
    }

    private void addDirty(final Lane lane) {
        if (dirtyCount == dirty.length) {
            dirty = Arrays.copyOf(dirty, dirtyCount * 2);
        }
        dirty[dirtyCount++] = lane;
    }

    private void post(final Lane lane) {
        final WorkRequests chain = lane.chain();
        final PostedRequests posted = lane.posted();
        if (posted != null) {
            signal(chain);
            posted.publish(chain.size());
        }
        int errno;
        int first = 0;
        try {
            errno = lane.queuePair().postSend(chain);
            if (errno != 0) {
                first = chain.firstRefused();
            }
        } catch (final Throwable e) { // closed, or a provider's fault: nothing of the chain was taken
            errno = Errno.EIO;
            core.onError(e);
        }
        if (errno != 0) {
            if (posted != null) {
                posted.takeBack(chain.size() - first, first % signalInterval != 0);
            }
            for (int i = first; i < chain.size(); i++) {
                refuse(posted == null ? chain.wrId(i) : posted.wrId(chain.wrId(i)), errno);
            }
        }
        chain.clear();
    }

    /** One in so many asks for a completion, and the last, so that one comes behind each. */
    private void signal(final WorkRequests chain) {
        final int last = chain.size() - 1;
        for (int i = signalInterval - 1; i < last; i += signalInterval) {
            chain.addFlags(i, SendFlags.SIGNALED);
        }
        chain.addFlags(last, SendFlags.SIGNALED);
    }

    private void refuse(final long wrId, final int errno) {
        refused.add(new Refused(wrId, errno));
        core.wakePoll();
    }

    @Override
    public String roleName() {
        return "post-" + number;
    }
}
