package io.sluice.verbs;

/**
 * Something that happened to a device, port, completion queue or queue pair outside any call.
 *
 * @param type    what happened
 * @param element the queue pair number, port number, or the completion queue's handle that it happened to
 */
public record AsyncEvent(Type type, long element) {

    /** The events of {@code enum ibv_event_type} that tell an RC endpoint of a failure or of a port. */
    public enum Type {
        CQ_ERR(0), QP_FATAL(1), QP_REQ_ERR(2), QP_ACCESS_ERR(3), DEVICE_FATAL(8), PORT_ACTIVE(9), PORT_ERR(10);

        private final int code;

        Type(final int code) {
            this.code = code;
        }

        /** @return the value in {@code enum ibv_event_type} */
        public int code() {
            return code;
        }
    }
}
