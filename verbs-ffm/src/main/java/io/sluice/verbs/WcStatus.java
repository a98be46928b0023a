package io.sluice.verbs;

/** Work completion status: values of {@code enum ibv_wc_status}. */
public final class WcStatus {
    public static final int SUCCESS = 0;
    public static final int LOC_LEN_ERR = 1;
    public static final int LOC_QP_OP_ERR = 2;
    public static final int LOC_EEC_OP_ERR = 3;
    public static final int LOC_PROT_ERR = 4;
    /** Outstanding when its queue pair went to the error state for another reason. */
    public static final int WR_FLUSH_ERR = 5;
    public static final int MW_BIND_ERR = 6;
    public static final int BAD_RESP_ERR = 7;
    public static final int LOC_ACCESS_ERR = 8;
    public static final int REM_INV_REQ_ERR = 9;
    public static final int REM_ACCESS_ERR = 10;
    public static final int REM_OP_ERR = 11;
    public static final int RETRY_EXC_ERR = 12;
    public static final int RNR_RETRY_EXC_ERR = 13;
    public static final int LOC_RDD_VIOL_ERR = 14;
    public static final int REM_INV_RD_REQ_ERR = 15;
    public static final int REM_ABORT_ERR = 16;
    public static final int INV_EECN_ERR = 17;
    public static final int INV_EEC_STATE_ERR = 18;
    public static final int FATAL_ERR = 19;
    public static final int RESP_TIMEOUT_ERR = 20;
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
     * @param status a status value
     * @return its symbol, and what it means where the symbol does not say
     */
    public static String describe(final int status) {
        return status >= 0 && status < TEXTS.length ? TEXTS[status] : "unknown status " + status;
    }
}
