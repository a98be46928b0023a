package io.sluice.verbs.layout;

/**
 * {@code struct ibv_wc} of rdma-core's {@code infiniband/verbs.h}.
 *
 * <pre>
 *   0        8       12       16       20       24       28       32       36       40 .. 48
 *   +--------+-------+--------+--------+--------+--------+--------+--------+--------+------+
 *   | wr_id  | status| opcode | vendor | byte   | imm    | qp     | src    | wc     | pkey |
 *   |        |       |        | err    | len    | data   | num    | qp     | flags  | ...  |
 *   +--------+-------+--------+--------+--------+--------+--------+--------+--------+------+
 * </pre>
 */
public final class Wc {
    public static final int WR_ID = 0;
    public static final int STATUS = WR_ID + Long.BYTES;
    public static final int OPCODE = STATUS + Integer.BYTES;
    public static final int VENDOR_ERR = OPCODE + Integer.BYTES;
    public static final int BYTE_LEN = VENDOR_ERR + Integer.BYTES;
    public static final int IMM_DATA = BYTE_LEN + Integer.BYTES;
    public static final int QP_NUM = IMM_DATA + Integer.BYTES;
    public static final int SRC_QP = QP_NUM + Integer.BYTES;
    public static final int WC_FLAGS = SRC_QP + Integer.BYTES;
    public static final int SIZE = 48;

    private Wc() {}
}
