package io.sluice.pipeline.discovery;

/**
 * Hears of peers. A watch calls from one thread, one call at a time; a call may block, which delays this watch only. What
 * a call throws is logged, and the watch goes on.
 */
public interface PeerListener {
    /**
     * An agent is there, or its metadata is another now.
     *
     * @param agentName its name
     * @param metadata  where to dial it
     */
    void present(String agentName, String metadata);

    /**
     * An agent that was there is no more: removed, or not renewed in time.
     *
     * @param agentName its name
     */
    void gone(String agentName);
}
