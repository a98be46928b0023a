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
        /** A completion queue overran or failed. */
        CQ_ERR(0),
        /** A queue pair failed. */
        QP_FATAL(1),
        /** A queue pair got a request that is invalid. */
        QP_REQ_ERR(2),
        /** A queue pair got a request for memory that it may not reach. */
        QP_ACCESS_ERR(3),
        /** The device failed. */
        DEVICE_FATAL(8),
        /** A port came up. */
        PORT_ACTIVE(9),
        /** A port went down. */
        PORT_ERR(10);

        private final int code;

        Type(final int code) {
            this.code = code;
        }

        /** {@return the value in {@code enum ibv_event_type}} */
        public int code() {
            return code;
        }
    }
}
