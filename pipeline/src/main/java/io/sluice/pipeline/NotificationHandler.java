package io.sluice.pipeline;

/** Takes notifications. */
@FunctionalInterface
public interface NotificationHandler {
    /**
     * Takes one.
     *
     * @param from    name of the sending agent
     * @param message what it sent, 0 to 65,536 bytes; the handler's own
     */
    void onNotification(String from, byte[] message);
}
