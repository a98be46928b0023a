package io.sluice.verbs.layout;

/**
 * {@code struct ibv_sge} of rdma-core's {@code infiniband/verbs.h}.
 *
 * <pre>
 *   0           8         12       16
 *   +-----------+---------+--------+
 *   | addr      | length  | lkey   |
 *   +-----------+---------+--------+
 * </pre>
 */
public final class Sge {
    public static final int ADDRESS = 0;
    public static final int LENGTH = ADDRESS + Long.BYTES;
    public static final int LKEY = LENGTH + Integer.BYTES;
    public static final int SIZE = LKEY + Integer.BYTES;

    private Sge() {}
}
