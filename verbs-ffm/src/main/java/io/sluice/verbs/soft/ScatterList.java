package io.sluice.verbs.soft;

import io.sluice.verbs.Access;

/** The memory that the oldest posted receive names: a list of pieces, filled in order. Under the responder's lock. */
final class ScatterList {
    private final ReceiveQueue receives;
    private final KeyTable keys;
    private final long pd;
    private long offset;

    ScatterList(final ReceiveQueue receives, final KeyTable keys, final long pd) {
        this.receives = receives;
        this.keys = keys;
        this.pd = pd;
    }

    /** Whether a message of a length may be placed. */
    boolean allows(final long length) {
        long left = length;
        for (int i = 0; left > 0; i++) {
            final long sge = receives.sge(i);
            if (Request.sgeLength(sge) == 0) {
                continue; // adapters skip an empty entry, whatever its key
            }
            final SoftMemoryRegion region = keys.byLkey(Request.sgeLkey(sge));
            if (region == null || !region.allows(pd, Request.sgeAddress(sge), Request.sgeLength(sge),
                    Access.LOCAL_WRITE)) {
                return false;
            }
            left -= Request.sgeLength(sge);
        }
        return true;
    }

    /** Bytes from a position to the end of the piece that it falls in; 1 or more. */
    long roomAt(final long position) {
        long start = 0;
        for (int i = 0;; i++) {
            final long end = start + Request.sgeLength(receives.sge(i));
            if (position < end) {
                return end - position;
            }
            start = end;
        }
    }

    /** The region that a position lies in, or null where it is gone; its place there is the {@link #offset}. */
    SoftMemoryRegion regionAt(final long position) {
        long start = 0;
        int index = 0;
        while (position >= start + Request.sgeLength(receives.sge(index))) {
            start += Request.sgeLength(receives.sge(index++));
        }
        final long sge = receives.sge(index);
        final SoftMemoryRegion region = keys.byLkey(Request.sgeLkey(sge));
        if (region != null) {
            offset = region.offsetOf(Request.sgeAddress(sge)) + (position - start);
        }
        return region;
    }

    long offset() {
        return offset;
    }
}
