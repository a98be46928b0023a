package io.sluice.verbs;

/** State of a queue pair; the codes are those of {@code enum ibv_qp_state}. */
public enum QpState {
    /** As created. */
    RESET(0),
    /** Receives may be posted. */
    INIT(1),
    /** Ready to receive. */
    RTR(2),
    /** Ready to send, too. */
    RTS(3),
    /** Failed: what is posted is flushed. */
    ERR(6);

    private final int code;

    QpState(final int code) {
        this.code = code;
    }

    /** {@return the value in {@code enum ibv_qp_state}} */
    public int code() {
        return code;
    }
}
