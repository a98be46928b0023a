package io.sluice.properties.device;

import io.sluice.verbs.Errno;
import io.sluice.verbs.WcOpcode;
import io.sluice.verbs.WcStatus;

/** The words in which both machines answer. */
final class Words {
    private Words() {}

    static String refused(final int errno, final int index) {
        return Errno.describe(errno) + " at " + index;
    }

    static String refused(final int errno) {
        return Errno.describe(errno);
    }

    static String failed(final String qp, final long wrId, final int status) {
        final String text = WcStatus.describe(status);
        final int colon = text.indexOf(':');
        return qp + " wr " + wrId + " " + (colon < 0 ? text : text.substring(0, colon));
    }

    /** Bytes are only said where verbs defines them: for READs and receives. */
    static String succeeded(final String qp, final long wrId, final int opcode, final long bytes,
            final String immediate) {
        final boolean counted = opcode == WcOpcode.RDMA_READ || opcode >= WcOpcode.RECV;
        return qp + " wr " + wrId + " SUCCESS " + opcode(opcode) + (counted ? " " + bytes + " bytes" : "") + immediate;
    }

    private static String opcode(final int opcode) {
        return switch (opcode) {
            case WcOpcode.SEND -> "SEND";
            case WcOpcode.RDMA_WRITE -> "WRITE";
            case WcOpcode.RDMA_READ -> "READ";
            case WcOpcode.RECV -> "RECV";
            case WcOpcode.RECV_RDMA_WITH_IMM -> "RECV_RDMA_WITH_IMM";
            default -> "opcode " + opcode;
        };
    }
}
