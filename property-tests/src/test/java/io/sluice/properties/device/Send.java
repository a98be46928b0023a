package io.sluice.properties.device;

import java.util.List;

/** One send work request; its wr_id is the number of requests before it in the program. */
record Send(Op op, boolean signaled, boolean inline, List<Entry> entries, Target target, int immediate) {
    enum Op {
        WRITE, WRITE_WITH_IMM, READ, SEND, SEND_WITH_IMM,
        /** An opcode that does not exist. */
        UNKNOWN
    }

    boolean hasImmediate() {
        return op == Op.WRITE_WITH_IMM || op == Op.SEND_WITH_IMM;
    }

    boolean hasTarget() {
        return op != Op.SEND && op != Op.SEND_WITH_IMM;
    }

    @Override
    public String toString() {
        return op + (signaled ? "" : " unsignaled") + (inline ? " inline" : "") + " " + entries
                + (hasTarget() ? " at " + target : "") + (hasImmediate() ? " imm " + immediate : "");
    }
}
