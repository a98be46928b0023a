package io.sluice.pipeline;

import java.util.Arrays;

/**
 * What an engine has and owes at about one moment, filled by {@link TransferEngine#snapshot}. With nothing in flight, and
 * everything released, the free counts are what they were in the beginning. Reusable. Not safe for use by several
 * threads at once.
 */
public final class EngineSnapshot {
    private int transferSlots;
    private int freeTransferSlots;
    private long entryPoolFreeBytes;
    private long entryPoolBytes;
    private int cqDepth;
    private long freeCqCredits;
    private int reservedCqCredits;
    private int connections;
    private int regions;
    private long ringBacklog;
    private int[] laneOutstanding = {};
    private int[] laneDepth = {};
    private long succeeded;
    private long failed;
    private long cancelled;
    private long timedOut;
    private long backPressured;
    private long connectionsFailed;
    private long bytesMoved;
    private long slicesFed;
    private long connectionsOpened;
    private long errors;

    /** Makes an empty snapshot. */
    public EngineSnapshot() {}

    void fill(final EngineCore core) {
        transferSlots = core.table().capacity();
        freeTransferSlots = core.table().free();
        entryPoolFreeBytes = core.pool().freeBytes();
        entryPoolBytes = core.pool().bytes();
        cqDepth = core.credits().depth();
        freeCqCredits = core.credits().free();
        reservedCqCredits = core.credits().reserved();
        connections = core.links().links().length;
        regions = core.regions().count();
        ringBacklog = core.ring().backlog();
        final Lane[] lanes = core.links().lanes();
        laneOutstanding = laneOutstanding.length == lanes.length ? laneOutstanding : new int[lanes.length];
        laneDepth = laneDepth.length == lanes.length ? laneDepth : new int[lanes.length];
        for (int i = 0; i < lanes.length; i++) {
            laneOutstanding[i] = lanes[i] == null ? 0 : lanes[i].outstanding();
            laneDepth[i] = lanes[i] == null ? 0 : lanes[i].depth();
        }
        final EngineCounters counters = core.counters();
        succeeded = counters.get(EngineCounter.TRANSFERS_SUCCEEDED);
        failed = counters.get(EngineCounter.TRANSFERS_FAILED);
        cancelled = counters.get(EngineCounter.TRANSFERS_CANCELLED);
        timedOut = counters.get(EngineCounter.TRANSFERS_TIMED_OUT);
        bytesMoved = counters.get(EngineCounter.BYTES_MOVED);
        slicesFed = counters.get(EngineCounter.SLICES_FED);
        backPressured = counters.get(EngineCounter.BACK_PRESSURED);
        connectionsOpened = counters.get(EngineCounter.CONNECTIONS_OPENED);
        connectionsFailed = counters.get(EngineCounter.CONNECTIONS_FAILED);
        errors = counters.get(EngineCounter.ERRORS);
    }

    /** {@return transfer slots there are} */
    public int transferSlots() {
        return transferSlots;
    }

    /** {@return transfer slots that no transfer holds} */
    public int freeTransferSlots() {
        return freeTransferSlots;
    }

    /** {@return bytes of the entry pool} */
    public long entryPoolBytes() {
        return entryPoolBytes;
    }

    /** {@return bytes of the entry pool that no transfer holds} */
    public long entryPoolFreeBytes() {
        return entryPoolFreeBytes;
    }

    /** {@return entries of the completion queue that are counted on} */
    public int cqDepth() {
        return cqDepth;
    }

    /** {@return shared completion queue credits that no connection holds} */
    public long freeCqCredits() {
        return freeCqCredits;
    }

    /** {@return completion queue credits that lanes hold as their reserves} */
    public int reservedCqCredits() {
        return reservedCqCredits;
    }

    /** {@return connections that are not closed} */
    public int connections() {
        return connections;
    }

    /** {@return registered regions} */
    public int regions() {
        return regions;
    }

    /** {@return slices in the ring that some post handler has not seen} */
    public long ringBacklog() {
        return ringBacklog;
    }

    /** {@return lane numbers run from 0 to this - 1; some may be unused} */
    public int lanes() {
        return laneOutstanding.length;
    }

    /**
     * {@return slices published for it and not returned; 0 for a number that is unused}
     *
     * @param lane its number
     */
    public int laneOutstanding(final int lane) {
        return laneOutstanding[lane];
    }

    /**
     * {@return slices that may be outstanding on it; 0 for a number that is unused}
     *
     * @param lane its number
     */
    public int laneDepth(final int lane) {
        return laneDepth[lane];
    }

    /** {@return slices outstanding on all lanes together} */
    public int outstanding() {
        return Arrays.stream(laneOutstanding).sum();
    }

    /** {@return transfers that succeeded so far} */
    public long succeeded() {
        return succeeded;
    }

    /** {@return transfers that failed so far} */
    public long failed() {
        return failed;
    }

    /** {@return transfers that were cancelled so far} */
    public long cancelled() {
        return cancelled;
    }

    /** {@return transfers that timed out so far} */
    public long timedOut() {
        return timedOut;
    }

    /** {@return bytes of the transfers that succeeded so far} */
    public long bytesMoved() {
        return bytesMoved;
    }

    /** {@return slices of the transfers that settled so far, whatever their outcome} */
    public long slicesFed() {
        return slicesFed;
    }

    /** {@return connections that were opened so far, whichever side dialled} */
    public long connectionsOpened() {
        return connectionsOpened;
    }

    /** {@return faults that were reported to the error handler so far} */
    public long errors() {
        return errors;
    }

    /** {@return submits that were answered BACK_PRESSURED so far} */
    public long backPressured() {
        return backPressured;
    }

    /** {@return connections that failed so far, not counting those that either side closed} */
    public long connectionsFailed() {
        return connectionsFailed;
    }

    @Override
    public String toString() {
        return "slots " + freeTransferSlots + '/' + transferSlots + ", pool " + entryPoolFreeBytes + '/'
                + entryPoolBytes
                + " bytes, CQ credits " + freeCqCredits + '/' + cqDepth + " (" + reservedCqCredits + " reserved), "
                + connections + " connections, " + regions + " regions, " + outstanding() + " outstanding, backlog "
                + ringBacklog + "; succeeded " + succeeded + ", failed " + failed + ", cancelled " + cancelled
                + ", timed out " + timedOut + ", back-pressured " + backPressured;
    }
}
