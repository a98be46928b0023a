package io.sluice.pipeline.control;

/**
 * Who an engine is.
 *
 * @param agentName  its name
 * @param instance   random, not 0, so a restarted engine is another one
 * @param deviceKind of its device; both ends of a connection must be of one kind
 */
public record Identity(String agentName, long instance, String deviceKind) {

    /** A sentence where the two are on different kinds of device, else null. */
    public String contradiction(final Identity peer) {
        return deviceKind.equals(peer.deviceKind)
                ? null
                : "agent " + agentName + " is on a " + deviceKind + " device, agent " + peer.agentName + " on a "
                        + peer.deviceKind + " device: both ends must be of one kind";
    }
}
