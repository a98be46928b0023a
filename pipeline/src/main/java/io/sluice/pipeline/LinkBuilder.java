package io.sluice.pipeline;

import io.sluice.pipeline.control.ControlChannel;
import io.sluice.pipeline.control.Hello;
import io.sluice.pipeline.control.Identity;
import io.sluice.policies.ShardPolicy;
import io.sluice.verbs.Access;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.RtrAttributes;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.soft.SoftDevice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One end's part of a handshake: makes queue pairs and says hello; then takes the peer's hello, connects the queue
 * pairs, and makes the link. How the hellos travel is not its affair. {@link #close()} gives back what did not become a
 * link.
 */
final class LinkBuilder implements AutoCloseable {
    private static final int PSN_MASK = 0xff_ffff;

    private final EngineCore core;
    private final EngineConfig config;
    private final List<QueuePair> queuePairs = new ArrayList<>();
    private final List<Hello.LaneAddress> addresses = new ArrayList<>();
    private int reserved;
    private boolean notificationSlot;

    LinkBuilder(final EngineCore core) {
        this.core = core;
        this.config = core.config();
        if (!core.beginHandshake()) {
            throw new IllegalStateException("the engine is closed");
        }
    }

    /** Reserves credits, makes the queue pairs, and describes this end. */
    Hello hello() {
        final int lanes = config.qpsPerConnection();
        if (core.isLost()) {
            throw new IllegalStateException("the engine's completion queue has overrun: close the engine");
        }
        core.credits().reserve(lanes);
        reserved = lanes;
        final EngineDevice device = core.device();
        // On the soft device inline data has no use, and would be read without looking whether its memory is still open.
        final int inline = device.device().kind().equals(SoftDevice.KIND) ? 0 : config.maxInline();
        final QueuePairCapacity capacity = new QueuePairCapacity(2 * config.maxRequests(), 0, 1, 0, inline);
        for (int i = 0; i < lanes; i++) {
            final QueuePair queuePair = device.domain().createQueuePair(device.completionQueue(),
                    device.completionQueue(), capacity);
            queuePairs.add(queuePair);
            queuePair.toInit(config.ibPort(), Access.ALL);
            addresses.add(new Hello.LaneAddress(queuePair.number(),
                    ThreadLocalRandom.current().nextInt() & PSN_MASK, device.gid(), device.port().lid()));
        }
        notificationSlot = core.admission().takeNotificationSlot();
        return new Hello(List.copyOf(addresses),
                Math.min(config.mtu(), device.port().activeMtu()),
                Math.min(config.maxRdAtomic(), device.context().attributes().maxQpInitRdAtom()),
                Math.min(config.maxRdAtomic(), device.context().attributes().maxQpRdAtom()),
                notificationSlot ? config.notificationInbox() : 0, config.heartbeatNs());
    }

    /**
     * Connects the queue pairs; the link is not open yet, and nobody sees it.
     *
     * @throws UncheckedIOException if a path could not be attached
     */
    Link connect(final Identity peerIdentity, final Hello own, final Hello peer, final LanePaths paths) {
        final int count = Math.min(own.lanes().size(), peer.lanes().size());
        while (queuePairs.size() > count) { // the peer has fewer
            queuePairs.removeLast().close();
            core.credits().unreserve(1);
            reserved--;
        }
        final Link link = new Link(core, peerIdentity.agentName(), peerIdentity.instance());
        for (int i = 0; i < count; i++) {
            try {
                paths.attach(i, queuePairs.get(i));
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
            connect(queuePairs.get(i), own, peer, own.lanes().get(i), peer.lanes().get(i));
        }
        return link;
    }

    private void connect(final QueuePair queuePair, final Hello own, final Hello peer, final Hello.LaneAddress here,
            final Hello.LaneAddress there) {
        queuePair.toReadyToReceive(new RtrAttributes(config.ibPort(), there.qpNumber(), there.psn(),
                Math.min(own.mtu(), peer.mtu()), there.lid(), there.gid(), core.device().gidIndex(),
                Math.max(0, config.trafficClass()), own.responderDepth(), config.minRnrTimer()));
        queuePair.toReadyToSend(new RtsAttributes(here.psn(), config.ackTimeout(), config.retryCount(),
                config.rnrRetry(), Math.min(own.initiatorDepth(), peer.responderDepth())));
    }

    /**
     * Gives the link its lanes, and makes it known on this engine. From here on it ends as every link ends.
     *
     * @param peer    the peer's hello
     * @param peerEnd the way to the other end
     */
    void equip(final Link link, final Hello peer, final ControlChannel peerEnd) {
        final int handlers = core.postHandlers().length;
        final ShardPolicy shards = ShardPolicy.byLane(config.shardCount());
        link.notificationCredits().allow(peer.notifications(), notificationSlot, config.notificationInbox());
        synchronized (core.links()) { // lane numbers are free until the link is added
            final int[] numbers = core.links().freeLaneNumbers(queuePairs.size());
            final Lane[] lanes = new Lane[queuePairs.size()];
            for (int i = 0; i < lanes.length; i++) {
                final int shard = shards.shardOf(numbers[i], link.peerName());
                lanes[i] = new Lane(numbers[i], link, ShardPolicy.handlerOf(shard, handlers), queuePairs.get(i),
                        config.maxWrPerPost(), config.signalInterval());
            }
            link.equip(lanes, new LinkCredits(core.credits(), reserved,
                    config.readBatchWindow() * config.maxWrPerPost(), config.maxRequests()), peerEnd);
            core.links().add(link);
        }
        queuePairs.clear();
        reserved = 0;
        notificationSlot = false;
    }

    @Override
    public void close() {
        for (final QueuePair queuePair : queuePairs) {
            try {
                queuePair.close();
            } catch (final RuntimeException e) { // it stays, and so does the context; the rest goes on
                core.onError(e);
            }
        }
        queuePairs.clear();
        core.credits().unreserve(reserved);
        reserved = 0;
        if (notificationSlot) {
            core.admission().giveBackNotificationSlot();
            notificationSlot = false;
        }
        core.admission().endHandshake();
    }
}
