package io.sluice.verbs;

/** State of a queue pair; the codes are those of {@code enum ibv_qp_state}. */
public enum QpState {
    RESET(0), INIT(1), RTR(2), RTS(3), ERR(6);

    private final int code;

    QpState(final int code) {
        this.code = code;
    }

    /** @return the value in {@code enum ibv_qp_state} */
    public int code() {
        return code;
    }
}
