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

    MemorySegment memory() {
        return memory;
    }

    long offset() {
        return offset;
    }

    long bytes() {
        return bytes;
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
