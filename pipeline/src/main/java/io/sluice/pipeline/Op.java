package io.sluice.pipeline;

import io.sluice.verbs.WrOpcode;

/** Which way a transfer moves data. */
public enum Op {
    /** From the peer's memory into local memory. */
    READ(WrOpcode.RDMA_READ),
    /** From local memory into the peer's. */
    WRITE(WrOpcode.RDMA_WRITE);

    private final int opcode;

    Op(final int opcode) {
        this.opcode = opcode;
    }

    int opcode() {
        return opcode;
    }
}
