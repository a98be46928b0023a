package io.sluice.verbs.soft;

import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WrOpcode;

/** What the requester's own side has to say about a request, before anything of it moves. */
final class LocalCheck {
    private LocalCheck() {}

    /** A value of {@link WcStatus}: SUCCESS, or what the request ends with. */
    static int of(final long wr, final RtsAttributes own, final SoftQueuePair queuePair) {
        if (Request.length(wr) > queuePair.device().config().maxMessageSize()) {
            return WcStatus.LOC_LEN_ERR;
        }
        final boolean read = Request.opcode(wr) == WrOpcode.RDMA_READ;
        if (read && own.maxRdAtomic() == 0) {
            return WcStatus.LOC_QP_OP_ERR;
        }
        return allows(wr, read, queuePair) ? WcStatus.SUCCESS : WcStatus.LOC_PROT_ERR;
    }

    private static boolean allows(final long wr, final boolean deviceWrites, final SoftQueuePair queuePair) {
        if (Request.isInline(wr)) {
            return true;
        }
        final int wanted = SoftMemoryRegion.localAccess(deviceWrites);
        final int entries = Request.sgeCount(wr);
        for (int i = 0; i < entries; i++) {
            final long sge = Request.sge(wr, i);
            if (Request.sgeLength(sge) == 0) {
                continue; // adapters skip an empty entry, whatever its key
            }
            final SoftMemoryRegion region = queuePair.device().keys().byLkey(Request.sgeLkey(sge));
            if (region == null
                    || !region.allows(queuePair.pd(), Request.sgeAddress(sge), Request.sgeLength(sge), wanted)) {
                return false;
            }
        }
        return true;
    }
}
