package io.sluice.verbs;

/** Work completion opcodes: values of {@code enum ibv_wc_opcode}. Undefined in a completion that failed. */
public final class WcOpcode {
    /** A SEND, with or without immediate data. */
    public static final int SEND = 0;
    /** A WRITE, with or without immediate data. */
    public static final int RDMA_WRITE = 1;
    /** A READ. */
    public static final int RDMA_READ = 2;
    /** A receive that a SEND has filled. */
    public static final int RECV = 128;
    /** A receive that a WRITE with immediate data has used up. */
    public static final int RECV_RDMA_WITH_IMM = 129;

    /** Bit of {@code wc_flags}: the immediate data is valid. */
    public static final int FLAG_WITH_IMM = 2;

    private WcOpcode() {}
}
