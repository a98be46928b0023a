package io.sluice.verbs.soft;

import io.sluice.verbs.SendFlags;
import io.sluice.verbs.WcOpcode;
import io.sluice.verbs.WrOpcode;
import io.sluice.verbs.layout.NativeMemory;
import io.sluice.verbs.layout.SendWr;
import io.sluice.verbs.layout.Sge;

/** Reads a {@code struct ibv_send_wr} at an address. */
final class Request {
    private Request() {}

    static long wrId(final long wr) {
        return NativeMemory.getLong(wr + SendWr.WR_ID);
    }

    static long next(final long wr) {
        return NativeMemory.getLong(wr + SendWr.NEXT);
    }

    static int opcode(final long wr) {
        return NativeMemory.getInt(wr + SendWr.OPCODE);
    }

    static boolean isSignaled(final long wr) {
        return (NativeMemory.getInt(wr + SendWr.SEND_FLAGS) & SendFlags.SIGNALED) != 0;
    }

    static boolean isInline(final long wr) {
        return (NativeMemory.getInt(wr + SendWr.SEND_FLAGS) & SendFlags.INLINE) != 0;
    }

    /** Waits for the READs before it. */
    static boolean isFenced(final long wr) {
        return (NativeMemory.getInt(wr + SendWr.SEND_FLAGS) & SendFlags.FENCE) != 0;
    }

    static boolean hasImmediate(final long wr) {
        final int opcode = opcode(wr);
        return opcode == WrOpcode.SEND_WITH_IMM || opcode == WrOpcode.RDMA_WRITE_WITH_IMM;
    }

    static int immediate(final long wr) {
        return NativeMemory.getInt(wr + SendWr.IMM_DATA);
    }

    static long remoteAddress(final long wr) {
        return NativeMemory.getLong(wr + SendWr.REMOTE_ADDRESS);
    }

    static int rkey(final long wr) {
        return NativeMemory.getInt(wr + SendWr.RKEY);
    }

    static int sgeCount(final long wr) {
        return NativeMemory.getInt(wr + SendWr.NUM_SGE);
    }

    static long sge(final long wr, final int index) {
        return NativeMemory.getLong(wr + SendWr.SG_LIST) + (long) index * Sge.SIZE;
    }

    static long sgeAddress(final long sge) {
        return NativeMemory.getLong(sge + Sge.ADDRESS);
    }

    static long sgeLength(final long sge) {
        return Integer.toUnsignedLong(NativeMemory.getInt(sge + Sge.LENGTH));
    }

    static int sgeLkey(final long sge) {
        return NativeMemory.getInt(sge + Sge.LKEY);
    }

    /** Bytes of all entries together; cannot overflow. */
    static long length(final long wr) {
        long total = 0;
        final int count = sgeCount(wr);
        for (int i = 0; i < count; i++) {
            total += sgeLength(sge(wr, i));
        }
        return total;
    }

    /** The opcode that its completion carries. */
    static int completionOpcode(final long wr) {
        return switch (opcode(wr)) {
            case WrOpcode.RDMA_WRITE, WrOpcode.RDMA_WRITE_WITH_IMM -> WcOpcode.RDMA_WRITE;
            case WrOpcode.RDMA_READ -> WcOpcode.RDMA_READ;
            default -> WcOpcode.SEND;
        };
    }
}
