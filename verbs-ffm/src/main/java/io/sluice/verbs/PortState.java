package io.sluice.verbs;

/** State of a port; the codes are those of {@code enum ibv_port_state}. Only ACTIVE carries traffic. */
public enum PortState {
    /** Nothing is known. */
    NOP(0),
    /** No link. */
    DOWN(1),
    /** Linked; waits for a subnet manager. */
    INIT(2),
    /** Configured, not active yet. */
    ARMED(3),
    /** Carries traffic. */
    ACTIVE(4),
    /** Was active, and has lost its link for a moment. */
    ACTIVE_DEFER(5);

    private final int code;

    PortState(final int code) {
        this.code = code;
    }

    /** {@return the value in {@code enum ibv_port_state}} */
    public int code() {
        return code;
    }
}
