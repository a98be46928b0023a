package io.sluice.pipeline.control;

/** The way to the other end of a connection. Calls never block, and may come from any thread. */
public interface ControlChannel {
    /**
     * Tells the other end; it is told in this order, on its poll thread. After {@link #finish}, or when the way is
     * broken, nothing happens.
     */
    void send(LinkMessage message);

    /** Nothing more is sent; what was sent before still arrives. */
    void finish();
}
