package io.sluice.verbs;

/** State of a port; the codes are those of {@code enum ibv_port_state}. Only ACTIVE carries traffic. */
public enum PortState {
    NOP(0), DOWN(1), INIT(2), ARMED(3), ACTIVE(4), ACTIVE_DEFER(5);

    private final int code;

    PortState(final int code) {
        this.code = code;
    }

    /** @return the value in {@code enum ibv_port_state} */
    public int code() {
        return code;
    }
}
