package io.sluice.verbs.soft;

import io.sluice.verbs.WrOpcode;
import io.sluice.verbs.soft.wire.Frame;

/** How requests look on the wire. */
final class RequestFrames {
    private RequestFrames() {}

    /**
     * Adds the next frame of a request, of which so many bytes have been added before.
     *
     * @return as {@link Burst#add}
     */
    static int add(final Burst burst, final long wr, final int sequence, final long total, final long done,
            final int length, final int tag) {
        if (done > 0) {
            return burst.add(Frame.MORE, 0, sequence, 0, 0, 0, 0, length, wr, done, tag);
        }
        final int type = type(Request.opcode(wr));
        final boolean placed = type != Frame.SEND && type != Frame.SEND_IMM;
        return burst.add(type, 0, sequence, placed ? Request.rkey(wr) : 0, placed ? Request.remoteAddress(wr) : 0,
                (int) total, Request.hasImmediate(wr) ? Request.immediate(wr) : 0, length, wr, 0, tag);
    }

    private static int type(final int opcode) {
        return switch (opcode) {
            case WrOpcode.RDMA_WRITE -> Frame.WRITE;
            case WrOpcode.RDMA_WRITE_WITH_IMM -> Frame.WRITE_IMM;
            case WrOpcode.SEND -> Frame.SEND;
            case WrOpcode.SEND_WITH_IMM -> Frame.SEND_IMM;
            default -> Frame.READ;
        };
    }
}
