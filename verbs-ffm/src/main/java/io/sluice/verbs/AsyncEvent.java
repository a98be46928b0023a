package io.sluice.verbs;

/**
 * Something that happened to a device, port, completion queue or queue pair outside any call.
 *
 * @param type    what happened
 * @param element the queue pair number, port number, or the completion queue's handle that it happened to
 */
public record AsyncEvent(Type type, long element) {

    /** The events of {@code enum ibv_event_type} that an RC endpoint can get. */
    public enum Type {
        CQ_ERR, QP_FATAL, QP_REQ_ERR, QP_ACCESS_ERR, PORT_ACTIVE, PORT_ERR, DEVICE_FATAL
    }
}
