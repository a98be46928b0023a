package io.sluice.verbs;

/** Work completion status: values of {@code enum ibv_wc_status}. */
public final class WcStatus {
    /** Carried out. */
    public static final int SUCCESS = 0;
    /** A local length is over a limit. */
    public static final int LOC_LEN_ERR = 1;
    /** The request is not one that the queue pair can carry out. */
    public static final int LOC_QP_OP_ERR = 2;
    /** Reliable datagrams only: the end-to-end context cannot carry it out. */
    public static final int LOC_EEC_OP_ERR = 3;
    /** A local key, bound or access flag forbids it. */
    public static final int LOC_PROT_ERR = 4;
    /** Outstanding when its queue pair went to the error state for another reason. */
    public static final int WR_FLUSH_ERR = 5;
    /** A memory window could not be bound. */
    public static final int MW_BIND_ERR = 6;
    /** The peer's response was not expected. */
    public static final int BAD_RESP_ERR = 7;
    /** A WRITE with immediate data reached memory here that it may not. */
    public static final int LOC_ACCESS_ERR = 8;
    /** The peer found the request invalid. */
    public static final int REM_INV_REQ_ERR = 9;
    /** A remote key, bound or access flag forbids it. */
    public static final int REM_ACCESS_ERR = 10;
    /** The peer could not carry it out. */
    public static final int REM_OP_ERR = 11;
    /** The peer did not answer within all retries. */
    public static final int RETRY_EXC_ERR = 12;
    /** The peer had no receive posted within all retries. */
    public static final int RNR_RETRY_EXC_ERR = 13;
    /** Reliable datagrams only: the domains differ. */
    public static final int LOC_RDD_VIOL_ERR = 14;
    /** Reliable datagrams only: the peer found the request invalid. */
    public static final int REM_INV_RD_REQ_ERR = 15;
    /** The peer aborted it. */
    public static final int REM_ABORT_ERR = 16;
    /** Reliable datagrams only: the end-to-end context number is invalid. */
    public static final int INV_EECN_ERR = 17;
    /** Reliable datagrams only: the end-to-end context is in no state for it. */
    public static final int INV_EEC_STATE_ERR = 18;
    /** The device failed. */
    public static final int FATAL_ERR = 19;
    /** A response did not come in time. */
    public static final int RESP_TIMEOUT_ERR = 20;
    /** Something else, particular to the device. */
    public static final int GENERAL_ERR = 21;

    private static final String[] TEXTS = { "SUCCESS", "LOC_LEN_ERR: a local length is over a limit",
        "LOC_QP_OP_ERR: local queue pair operation error", "LOC_EEC_OP_ERR: local EE context operation error",
        "LOC_PROT_ERR: a local key, bound or access flag forbids it",
        "WR_FLUSH_ERR: flushed, the queue pair went to the error state", "MW_BIND_ERR: memory window bind error",
        "BAD_RESP_ERR: unexpected response", "LOC_ACCESS_ERR: local access error",
        "REM_INV_REQ_ERR: the peer found the request invalid",
        "REM_ACCESS_ERR: a remote key, bound or access flag forbids it",
        "REM_OP_ERR: the peer could not carry it out",
        "RETRY_EXC_ERR: the peer did not answer within all retries",
        "RNR_RETRY_EXC_ERR: the peer had no receive posted within all retries", "LOC_RDD_VIOL_ERR",
        "REM_INV_RD_REQ_ERR", "REM_ABORT_ERR", "INV_EECN_ERR", "INV_EEC_STATE_ERR",
        "FATAL_ERR: the device failed", "RESP_TIMEOUT_ERR", "GENERAL_ERR" };

    private WcStatus() {}

    /**
     * {@return its symbol, and what it means where the symbol does not say}
     *
     * @param status a status value
     */
    public static String describe(final int status) {
        return status >= 0 && status < TEXTS.length ? TEXTS[status] : "unknown status " + status;
    }
}
