package io.sluice.pipeline.discovery;

import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/** Keeps what a watch told: the calls, and what is there by now. */
public final class ToldPeers implements PeerListener {
    public final BlockingQueue<String> calls = new LinkedBlockingQueue<>();
    public final Map<String, String> present = new ConcurrentHashMap<>();

    @Override
    public void present(final String agentName, final String metadata) {
        present.put(agentName, metadata);
        calls.add("present " + agentName + " " + metadata);
    }

    @Override
    public void gone(final String agentName) {
        present.remove(agentName);
        calls.add("gone " + agentName);
    }
}
