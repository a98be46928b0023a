package io.sluice.verbs.soft;

import io.sluice.verbs.WcStatus;
import io.sluice.verbs.layout.NativeMemory;
import java.lang.foreign.MemorySegment;

/**
 * Up to one chunk of the requester's memory, opened for a copy: its region is held until {@link #close()}. One object a
 * requester, used under its lock.
 */
final class LocalChunk {
    private SoftMemoryRegion region;
    private MemorySegment memory;
    private long offset;
    private long bytes;

    /** @return SUCCESS, or the status that the request ends with */
    int open(final long wr, final long sge, final long done, final long length, final SoftQueuePair queuePair) {
        if (!Transfer.inService(queuePair)) {
            return WcStatus.WR_FLUSH_ERR;
        }
        final long address = Request.sgeAddress(sge) + done;
        bytes = length;
        if (Request.isInline(wr)) {
            region = null;
            memory = NativeMemory.all();
            offset = address;
            return WcStatus.SUCCESS;
        }
        region = queuePair.device().keys().byLkey(Request.sgeLkey(sge));
        if (region == null || !region.acquire()) {
            region = null;
            return WcStatus.LOC_PROT_ERR;
        }
        memory = region.memory();
        offset = region.offsetOf(address);
        return WcStatus.SUCCESS;
    }

    /**
     * Opens the piece of a message that begins at a position and ends with the scatter/gather entry that it falls in,
     * or before.
     *
     * @return SUCCESS, or the status that the request ends with
     */
    int openAt(final long wr, final long position, final int most, final SoftQueuePair queuePair) {
        long start = 0;
        int index = 0;
        long end = Request.sgeLength(Request.sge(wr, 0));
        while (position >= end) {
            start = end;
            end += Request.sgeLength(Request.sge(wr, ++index));
        }
        return open(wr, Request.sge(wr, index), position - start, Math.min(most, end - position), queuePair);
    }

    /** Opens memory of the device itself, such as what it has read from a socket. */
    void open(final long address, final long length) {
        region = null;
        memory = NativeMemory.all();
        offset = address;
        bytes = length;
    }

    /** The region that is held, or null where it is memory of the device. */
    SoftMemoryRegion region() {
        return region;
    }

    /** Hands the region that is held over to the caller, with its use; memory of the device has none. */
    SoftMemoryRegion handOver() {
        final SoftMemoryRegion held = region;
        region = null;
        memory = null;
        return held;
    }

    MemorySegment memory() {
        return memory;
    }

    long offset() {
        return offset;
    }

    long bytes() {
        return bytes;
    }

    /** Fills it. */
    void copyFrom(final long address) {
        MemorySegment.copy(NativeMemory.all(), address, memory, offset, bytes);
    }

    /** Takes its bytes out. */
    void copyTo(final MemorySegment to, final long toOffset) {
        MemorySegment.copy(memory, offset, to, toOffset, bytes);
    }

    boolean isAlive() {
        return memory.scope().isAlive();
    }

    void close() {
        if (region != null) {
            region.release();
            region = null;
        }
        memory = null;
    }
}
