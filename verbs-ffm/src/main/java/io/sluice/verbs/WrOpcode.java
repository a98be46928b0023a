package io.sluice.verbs;

/** Work request opcodes: values of {@code enum ibv_wr_opcode}. */
public final class WrOpcode {
    /** Writes into the peer's memory. */
    public static final int RDMA_WRITE = 0;
    /** Writes, and completes a receive of the peer, with 32 bits of immediate data. */
    public static final int RDMA_WRITE_WITH_IMM = 1;
    /** Sends into a receive of the peer. */
    public static final int SEND = 2;
    /** Sends, with 32 bits of immediate data. */
    public static final int SEND_WITH_IMM = 3;
    /** Reads from the peer's memory. */
    public static final int RDMA_READ = 4;

    private WrOpcode() {}
}
